/** What a bundle has beside its CSV, and the API server refuses. */
import { describe, expect, it } from 'vitest';
import { group, namespace } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const BINDING =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: evil}\n' +
  'roleRef: {kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: User, name: mallory}]\n';

const role = (verbs: readonly unknown[]): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: reader\nrules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs: ${JSON.stringify(verbs)}\n`;
const input = (beside: string): string =>
  folderOf({
    'app.yaml': manifests(namespace('op'), group('op/og'), {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'etcd', namespace: 'op' },
      spec: { name: 'etcd', channel: 'stable', source: 'ours', sourceNamespace: 'olm' },
    } as Parameters<typeof manifests>[0]),
    ...bundleFiles('etcd/0.9.4'),
    'etcd/0.9.4/manifests/beside.yaml': beside,
  });

describe.each([
  [
    'a number among verbs',
    role(['get', 1]),
    'beside.yaml:8:17',
    'Role op/reader of its bundle: rules[0].verbs[1]: the value has the wrong type',
  ],
  ['no roleRef', BINDING.replace(/roleRef:.*\n/, ''), 'beside.yaml', 'ClusterRoleBinding evil of its bundle: roleRef: a required field'],
  [
    'no metadata',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: null\n',
    'beside.yaml:3:11',
    'ConfigMap op/(no name) of its bundle: metadata',
  ],
  [
    'a number for a label',
    'apiVersion: v1\nkind: Service\nmetadata: {name: a, labels: {a: 5}}\n',
    'beside.yaml:3:33',
    'Service op/a of its',
  ],
])('%s', (_, beside, place, message) => {
  it('is an error at its place', () => {
    const { code, out } = cli(['check', input(beside)]);
    const line = out.split('\n').find((text) => text.startsWith('error[bundle-object-refused]'));
    expect([code, line]).toEqual([1, expect.stringContaining(place)]);
    expect(line).toContain(`the API server refuses ${message}`);
  });

  it('fails the review that brings it, and hides nothing beside it', () => {
    const { code, out } = cli(['review', input(role(['get'])), input(`${beside}---\n${BINDING}`)]);
    expect(code).toBe(1);
    expect(out).toContain('bundle-object-refused');
    expect(out).toContain('User mallory can do everything');
  });

  it('is no crash of any command', () => {
    const folder = input(beside);
    for (const args of [
      ['review', input(role(['get']))],
      ['render', '--stdout', '--install', '--allow-failed'],
      ['render', '--stdout'],
      ['images'],
    ])
      expect(cli([...args, folder]).code, args.join(' ')).toBeLessThan(2);
  });
});

it('is not said of what the API server takes', () => {
  const { code, out, err } = cli(['check', input(role(['get']))]);
  expect([code, err]).toEqual([0, '']);
  expect(out).not.toContain('refused');
});
