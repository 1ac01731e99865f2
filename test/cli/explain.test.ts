import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { validatorOf } from '../support/output-schema.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { allow, binding, role } from '../support/rbac.js';

const FLEET = [
  ...['a', 'b', 'operators'].map((name) => namespace(name)),
  group('operators/etcd', { targets: ['a', 'b'] }),
  csv('operators/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }),
  }),
  csv('b/orphan.v1'),
  role('a/reader', allow('get', 'pods')),
  binding('a/reader', 'Role/reader', { kind: 'User', name: 'mail/alice@example.com' }),
  role('everyone', allow('get', 'configmaps', { resourceNames: ['1', '2', '3', '4', '5'] })),
  binding('everyone', 'ClusterRole/everyone', { kind: 'Group', name: 'system:authenticated' }),
];

/** Explains something of a file of these objects by the documents; the file's folder is cut off. */
function explain(object: string, ...options: readonly string[]): ReturnType<typeof cli> {
  const folder = folderOf({ 'input.yaml': manifests(...FLEET) });
  const { code, out, err } = cli(['explain', object, join(folder, 'input.yaml'), '--profile', 'documented', ...options]);
  return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

describe('explain', () => {
  it.each([
    'csv/b/orphan.v1',
    'og/operators/etcd',
    'clusterrole/etcd-edit',
    'RoleBinding/a/reader',
    'sa/operators/robot',
    'user/mail/alice@example.com',
  ])('shows why: %s', (object) => {
    const { code, out, err } = explain(object);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('shows the rights to one resource, or by one verb', () => {
    expect(explain('sa/operators/robot', '--resource', 'pods').out).toContain('get, list and watch pods');
    expect(explain('sa/operators/robot', '--verb', 'watch').out).toContain('\nwatch pods');
    expect(explain('sa/operators/robot', '--resource', 'nodes').out).toBe(
      'ServiceAccount operators/robot (input.yaml:58:6)\n\nno matching permissions\n\nvalid for OLM v0.46 and Kubernetes 1.32.0\n',
    );
  });

  it.each(['csv/b/orphan.v1', 'clusterrole/etcd-edit', 'sa/operators/robot', 'user/mail/alice@example.com'])(
    'keeps to its schema as JSON: %s',
    (object) => {
      const validate = validatorOf('explain');
      expect([validate(JSON.parse(explain(object, '--format', 'json').out)), validate.errors]).toEqual([true, null]);
    },
  );

  it.each([
    ['v0.25', 'ClusterRole operators-x', 'as OLM v0.17 to v0.25 and OpenShift 4.6 to 4.13 name it'],
    ['v0.26', 'ClusterRole olm.og.operators-x', 'as OLM v0.26 to v0.46 and OpenShift 4.15 to 5.0 name it'],
  ])('names the releases that a name holds for: OLM %s', (version, start, naming) => {
    const own = ['--profile', 'olm', '--olm-version', version];
    const folder = folderOf({ 'input.yaml': manifests(namespace('op'), group('op/operators-x')) });
    const role = / ClusterRole (\S+admin\S*)/.exec(cli(['explain', 'og/op/operators-x', folder, ...own]).out)?.[1] ?? '';
    expect(`ClusterRole ${role}`.startsWith(start)).toBe(true);
    const { out } = cli(['explain', `clusterrole/${role}`, folder, ...own]);
    expect(out).toContain(`named   ${naming}\n`);
    expect(out).toContain(`valid for OLM ${version} and Kubernetes 1.32.0\n`);
    const { versions } = JSON.parse(cli(['explain', `clusterrole/${role}`, folder, ...own, '--format', 'json']).out) as {
      versions: object;
    };
    expect(versions).toEqual({ olm: version, openshift: null, kubernetes: '1.32.0', notes: [] });
  });

  it('gives a finding as check and review give it', () => {
    const folder = folderOf({ 'old.yaml': manifests(namespace('b')), 'new.yaml': manifests(namespace('b'), csv('b/orphan.v1')) });
    const [before, after] = [join(folder, 'old.yaml'), join(folder, 'new.yaml')];
    const json = (...args: readonly string[]): unknown => JSON.parse(cli([...args, '--format', 'json']).out);
    const { findings } = json('check', after) as { findings: object[] };
    expect(findings).toMatchObject([{ id: 'no-operator-group', place: { file: after, line: expect.any(Number), column: 1 } }]);
    expect(json('explain', 'csv/b/orphan.v1', after)).toMatchObject({ findings });
    expect(json('review', before, after)).toMatchObject({ findings: { new: expect.arrayContaining(findings) } });
  });

  it('gives the same as JSON', () => {
    const { code, out } = explain('csv/b/orphan.v1', '--format', 'json');
    expect({ code, result: JSON.parse(out) }).toMatchObject({
      code: 0,
      result: {
        object: { kind: 'ClusterServiceVersion', namespace: 'b', name: 'orphan.v1' },
        place: { file: 'input.yaml', line: expect.any(Number), column: 1 },
        facts: [
          { label: 'verdict', text: 'Failed/NoOperatorGroup' },
          { label: 'OLM says' },
          { label: 'group', text: 'none' },
          { label: 'supports' },
        ],
        findings: [{ id: 'no-operator-group' }],
      },
    });
  });

  it.each([
    ['csv/operators/etcd.v2', 'there is no ClusterServiceVersion operators/etcd.v2; did you mean ClusterServiceVersion operators/etcd.v1?'],
    ['clusterrole/nothing-like-it', 'there is no ClusterRole nothing-like-it'],
    ['csv/etcd.v2', 'there is no ClusterServiceVersion etcd.v2; did you mean etcd.v1?'],
    ...['pod/a/x', 'csv', 'csv/a/b/c', 'clusterrole', 'clusterrole/', ''].map((text) => [
      text,
      `expected KIND/NAMESPACE/NAME or KIND/NAME, where KIND is one of ClusterServiceVersion, Subscription, OperatorGroup, Role, ClusterRole, RoleBinding, ClusterRoleBinding, ServiceAccount, User, Group, not ${text}`,
    ]),
  ])('says what is wrong with %j', (object, message) => {
    expect(explain(object as string)).toEqual({ code: 2, out: '', err: `error: ${message}\n` });
  });

  it('finds an object by its name alone, if only one has it', () => {
    expect(explain('csv/etcd.v1').out).toBe(explain('csv/operators/etcd.v1').out);
    const folder = folderOf({ 'input.yaml': manifests(...['a', 'b'].flatMap((name) => [namespace(name), csv(`${name}/etcd.v1`)])) });
    expect(cli(['explain', 'csv/etcd.v1', folder])).toEqual({
      code: 2,
      out: '',
      err: 'error: ClusterServiceVersion etcd.v1 is in the namespaces a and b; name one of them\n',
    });
  });

  it('shows what a Subscription installs, or why that is not known', () => {
    const factsOf = (...args: readonly string[]): object =>
      Object.fromEntries(
        (JSON.parse(cli(['explain', ...args, '--format', 'json']).out) as { facts: { label: string; text: string }[] }).facts.map(
          ({ label, text }) => [label, text],
        ),
      );
    expect(factsOf('sub/stonedb', 'examples/gitops')).toEqual({
      installs: 'ClusterServiceVersion stonedb-operator/stonedb.v1.9.0: Succeeded/InstallSucceeded',
      package: 'stonedb',
      catalog: 'olm/platform-catalog',
      channel: 'fast',
      'starts at': 'stonedb.v1.9.0',
      approval: 'Manual: somebody approves each InstallPlan of its namespace',
      group: expect.stringContaining('OperatorGroup stonedb-operator/'),
    });
    const subscription = {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: 'far', namespace: 'op' },
      spec: { name: 'far', source: 'away', sourceNamespace: 'olm' },
    };
    const folder = folderOf({ 'input.yaml': manifests(namespace('op'), subscription) });
    expect(factsOf('Subscription/op/far', folder)).toMatchObject({
      installs: 'not known: nothing of its catalog is in the input',
      channel: "the package's default channel",
      approval: 'Automatic',
      group: 'none',
    });
  });

  it('asks for the API group of a resource that it does not know', () => {
    expect(explain('sa/operators/robot', '--resource', 'things')).toEqual({
      code: 2,
      out: '',
      err: 'error: write things with its API group, such as things.example.com\n',
    });
  });

  it('shows no control characters of the input or the command line', () => {
    expect(explain('csv/b/\u001b[31mred').err).not.toContain('\u001b');
  });

  it('shows bad input on stderr and nothing on stdout', () => {
    const folder = folderOf({ 'input.yaml': manifests(group('operators/etcd'), namespace('operator')) });
    const { code, out, err } = cli(['explain', 'og/operators/etcd', folder]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('error[NAMESPACE_NOT_FOUND]');
  });
});
