import { describe, expect, it } from 'vitest';
import { versionsOf, versionsText } from '../../../src/olm/model/versions.js';
import { versionsJson } from '../../../src/report/json.js';

describe('the versions that a result holds for', () => {
  it('are the newest OLM and Kubernetes 1.32 where nobody says otherwise', () => {
    expect(versionsJson(versionsOf({}))).toEqual({ olm: 'v0.46', openshift: null, kubernetes: '1.32.0', notes: [] });
    expect(versionsText(versionsOf({}))).toBe('OLM v0.46 and Kubernetes 1.32.0');
    expect(versionsText(versionsOf({}), true)).toBe('OLM v1.11 and Kubernetes 1.32.0');
  });

  it('follow from the version of OpenShift', () => {
    const versions = versionsOf({ openshift: '4.13' });
    expect(versions.olm.era).toBe('A');
    expect(versionsJson(versions)).toEqual({ olm: null, openshift: '4.13', kubernetes: '1.26', notes: [] });
  });

  it('are those that are given besides', () => {
    expect(versionsText(versionsOf({ openshift: '4.18', olmVersion: '0.26.0', kubeVersion: 'v1.33.2' }))).toBe(
      'OpenShift 4.18, OLM v0.26 and Kubernetes v1.33.2',
    );
  });

  it.each([
    [{ olmVersion: 'v0.30.2' }, ['OLM v0.30.2 is taken for v0.30.0, whose sources were read']],
    [{ olmVersion: '0.18.1' }, ['OLM v0.18.1 is taken for v0.18.3, whose sources were read']],
    [{ olmVersion: 'v0.18.3' }, []],
    [{ olmVersion: 'v1.8.1' }, ['OLM v1.8.1 is taken for v1.8.0, whose sources were read']],
    [{ openshift: '4.18.3' }, ['OpenShift 4.18.3 is taken for 4.18 as of August 2026, from whose branch the sources were read']],
    [{ openshift: '4.9' }, ['the Kubernetes of OpenShift 4.9 is not known; 1.32.0 is assumed, and --kube-version names another']],
    [{ openshift: '4.9', kubeVersion: '1.26' }, []],
    [{ openshift: '4.14' }, ['OpenShift 4.14 before 2023-10-31 names the ClusterRoles of groups as 4.13 does']],
  ])('are told where they are not just what is given: %j', (given, notes) => {
    expect(versionsOf(given).notes).toEqual(notes);
  });

  it.each([
    ['1.24', ['the default ClusterRoles of Kubernetes 1.24 are not known; those of 1.25 are taken']],
    ['1.25', []],
    ['v1.36.2', []],
    ['1.37', ['the default ClusterRoles of Kubernetes 1.37 are not known; those of 1.36 are taken']],
  ])('say whose default ClusterRoles are taken: Kubernetes %s', (kubeVersion, notes) => {
    expect(versionsOf({ kubeVersion }).notes).toEqual(notes);
  });

  it.each([[{ olmVersion: 'v0.99' }], [{ openshift: '4.5' }]])('are known: not %j', (given) => {
    expect(() => versionsOf(given)).toThrow(RangeError);
  });
});
