import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { bundleObjectRefused } from '../../../src/olm/checks/csvs.js';
import { report } from '../../../src/olm/model/finding.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { bind, role } from '../../support/rbac-in-short.js';
import { resolvedCluster } from '../../support/resolved-cluster.js';

/** What is told of a bundle that has these objects beside its CSV. */
function messages(...others: readonly unknown[]): string[] {
  const brought = bundle('kettle/1.0.0', { others: others as KubernetesObject[] });
  return report(bundleObjectRefused, resolvedCluster([namespace('op'), group('op/group'), subscription('op/kettle')], [brought])).map(
    ({ severity, message, verdict }) => `${severity}${verdict ? '' : ', no verdict'}: ${message}`,
  );
}

const admin = bind('admin', 'cluster-admin', 'User mallory');

it('is an error of a bundle, one for each object, with the first thing that is wrong', () => {
  const { roleRef: _, ...aimless } = admin;
  expect(messages(role('fine', []), { ...role('r', []), rules: 'all' }, aimless, { ...admin, metadata: { name: 5, labels: 5 } })).toEqual([
    'error: the API server refuses ClusterRole r of its bundle: rules: the value has the wrong type',
    'error: the API server refuses ClusterRoleBinding admin of its bundle: roleRef: a required field is missing',
    'error: the API server refuses ClusterRoleBinding (no name) of its bundle: metadata.name: the value has the wrong type',
  ]);
});

it('is none where Go reads a key in another case, or OLM knows the apiVersion by the kind', () => {
  const { roleRef, apiVersion: _, ...rest } = admin;
  expect(messages({ ...rest, RoleRef: roleRef }, { ...admin, metadata: { Name: 'admin' } })).toEqual([]);
  expect(messages({ ...role('r', []), apiVersion: undefined, rules: 5 })).toHaveLength(1);
});
