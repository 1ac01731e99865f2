/** What a bundle has beside its CSV, and the API server refuses. */
import { expect, it } from 'vitest';
import { group, namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const role = (verbs: readonly unknown[]): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: reader\nrules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs: ${JSON.stringify(verbs)}\n`;
const input = (verbs: readonly unknown[]): string =>
  folderOf({
    'app.yaml': manifests(namespace('op'), group('op/og'), {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'etcd', namespace: 'op' },
      spec: { name: 'etcd', channel: 'stable', source: 'ours', sourceNamespace: 'olm' },
    } as Parameters<typeof manifests>[0]),
    ...bundleFiles('etcd/0.9.4'),
    'etcd/0.9.4/manifests/role.yaml': role(verbs),
  });

it('is an error at its place, and no crash of a review', () => {
  const [good, bad] = [input(['get']), input(['get', 1])];
  const { code, err } = cli(['check', bad]);
  expect([code, err]).toEqual([
    expect.any(Number),
    expect.stringContaining('role.yaml:8:17 rules[0].verbs[1]: the value has the wrong type'),
  ]);
  expect(cli(['check', good]).err).toBe('');
  for (const sides of [
    [good, bad],
    [bad, good],
  ])
    expect(cli(['review', ...sides]).code).not.toBe(70);
});
