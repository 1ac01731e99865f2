import { describe, expect, it } from 'vitest';
import { unknownKind } from '../../../src/findings/changed/unknown-kind.js';
import { riskFinders } from '../../../src/findings/index.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { namespace } from '../../support/build.js';
import { accessTo, stateOf } from '../../support/states.js';

const secret = (name: string, spec: object = {}): KubernetesObject => ({
  apiVersion: 'sharedresource.openshift.io/v1alpha1',
  kind: 'SharedSecret',
  metadata: { name },
  spec,
});
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  unknownKind.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('unknown-kind', () => {
  it('tells of a kind in one line, however many objects there are', () => {
    expect(told([], [secret('a'), secret('b')])).toEqual([
      'kind SharedSecret.sharedresource.openshift.io: 2 objects of this kind are new or changed, and the review does not know what it does: SharedSecret a and SharedSecret b',
    ]);
    expect(told([secret('a')], [secret('a', { secretRef: {} })])).toHaveLength(1);
  });

  it('says nothing of what stays, of known kinds, and of those that the input defines', () => {
    expect(told([secret('a')], [secret('a')])).toEqual([]);
    expect(told([], [{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a', namespace: 'op' } }])).toEqual(
      [],
    );
    const crd: KubernetesObject = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'sharedsecrets.sharedresource.openshift.io' },
      spec: { group: 'sharedresource.openshift.io', names: { kind: 'SharedSecret', plural: 'sharedsecrets' } },
    };
    expect(told([], [secret('a'), crd])).toEqual([]);
  });

  it('is silent once the configuration knows the kind', () => {
    const ids = (known: { kind: string; reason: string }[]) =>
      riskFinders({ rules: [], severities: {}, known })
        .changeRisks(stateOf(namespace('op')), stateOf(namespace('op'), secret('a')))
        .map(({ id }) => id);
    expect(ids([])).toEqual(['unknown-kind']);
    expect(ids([{ kind: 'SharedSecret.sharedresource.openshift.io', reason: 'ours' }])).toEqual([]);
  });
});
