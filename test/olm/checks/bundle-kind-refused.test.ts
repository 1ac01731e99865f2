import { describe, expect, it } from 'vitest';
import { bundleKindRefused } from '../../../src/olm/checks/csvs.js';
import { report } from '../../../src/olm/model/finding.js';
import type { GivenVersions } from '../../../src/olm/model/versions.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'deny' }, spec: { podSelector: {} } };
const plugin = { apiVersion: 'console.openshift.io/v1', kind: 'ConsolePlugin', metadata: { name: 'plugin' }, spec: {} };
const CLUSTER = resolvedCluster(
  [namespace('op'), group('op/group'), subscription('op/kettle')],
  [bundle('kettle/1.0.0', { others: [policy, plugin] })],
);

function messages(versions: GivenVersions): string[] {
  return report(bundleKindRefused, { ...CLUSTER, versions }).map(({ severity, message, fix }) => `${severity}: ${message}; ${fix}`);
}

describe('bundle-kind-refused', () => {
  it('fails the InstallPlan of a bundle with kinds that came later', () => {
    expect(messages({ olmVersion: 'v0.30' })).toEqual([
      'error: its InstallPlan fails: the bundle contains a NetworkPolicy and a ConsolePlugin, which OLM v0.30 does not install; ' +
        'upgrade OLM (NetworkPolicy needs OLM v0.32 or OpenShift 4.12; ConsolePlugin needs OLM v0.32 or OpenShift 4.20), or pin a version of the operator without them',
    ]);
  });

  it('goes by what the release of OpenShift has', () => {
    expect(messages({ openshift: '4.18' })).toEqual([
      'error: its InstallPlan fails: the bundle contains a ConsolePlugin, which the OLM of OpenShift 4.18 does not install; ' +
        'upgrade OLM (ConsolePlugin needs OLM v0.32 or OpenShift 4.20), or pin a version of the operator without it',
    ]);
  });

  it('is no finding from v0.32 on, nor where nobody says the version', () => {
    expect([messages({ olmVersion: 'v0.32' }), messages({})]).toEqual([[], []]);
  });
});
