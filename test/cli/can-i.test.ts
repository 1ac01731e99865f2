import { join } from 'node:path';
import { wrap } from 'jest-snapshot-serializer-raw';
import { describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../support/build.js';
import { cli, manifests, type Surroundings } from '../support/command-line.js';
import { contending } from '../support/contending.js';
import { folderOf } from '../support/files.js';
import { validatorOf } from '../support/output-schema.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { allow, binding, role, unplaced } from '../support/rbac.js';

const ROBOT = { kind: 'ServiceAccount', namespace: 'operators', name: 'robot' };
const DEVICES = { verbs: ['get', 'deletecollection'], apiGroups: ['inventory.of.many.devices.example.com'], resources: ['devices/status'] };

const RUNNING = { name: 'etcd', spec: { template: { spec: { serviceAccountName: 'robot', containers: [] } } } };

const FLEET = [
  ...['a', 'b', 'operators'].map((name) => namespace(name)),
  group('operators/etcd', { targets: ['a', 'b'] }),
  csv('operators/etcd.v1', {
    owns: ['Etcd.v1.example.com'],
    ...asking({
      permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS, allow('create', 'pods/exec')] }],
      clusterPermissions: [{ serviceAccountName: 'robot', rules: [DEVICES, allow('*', 'secrets', { resourceNames: ['token', 'ca'] })] }],
    }),
  }),
  role('a/maps', allow('list', 'configmaps')),
  binding('a/maps', 'Role/maps', { kind: 'Group', name: 'system:serviceaccounts' }),
  binding('b/gone', 'ClusterRole/gone', ROBOT),
  binding('a/growers', 'ClusterRole/view', { kind: 'Group', name: 'growers' }),
];

/** Asks about these objects; the file's folder is cut off. */
function canI(
  words: readonly string[],
  options: readonly string[],
  surroundings: Surroundings = {},
  objects = FLEET,
): ReturnType<typeof cli> {
  const folder = folderOf({ 'input.yaml': manifests(...objects) });
  const { code, out, err } = cli(['can-i', ...words, join(folder, 'input.yaml'), ...options], surroundings);
  return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

describe('can-i', () => {
  it('lists nothing that everything contains', () => {
    const root = { kind: 'User', name: 'root' };
    const whole = [
      binding('a/root', 'ClusterRole/cluster-admin', root),
      role('a/pods', allow('get', 'pods')),
      binding('a/pods', 'Role/pods', root),
    ];
    const { out } = canI(['--list'], ['--as', 'root'], {}, [...FLEET, ...whole]);
    expect(out).not.toContain('\npods ');
    expect(out).toContain('\n1 more permission is contained in these\n');
  });

  it('says which accounts there are where it is not told who is meant', () => {
    const install = { strategy: 'deployment', spec: { deployments: [RUNNING] } };
    const objects = [namespace('operators'), group('operators/etcd'), csv('operators/etcd.v1', { spec: { install } })];
    const told = 'the operators run as operators/robot\n';
    expect(canI(['get', 'pods'], [], {}, objects)).toEqual({
      code: 2,
      out: '',
      err: `error: name an account, user or group: --as NAMESPACE/NAME, --as USER or --as-group GROUP; ${told}`,
    });
    expect(canI(['get', 'pods'], ['--as', 'x/nobody-like-it'], {}, objects).err).toContain(told);
  });

  it('answers yes with where and through what, and exit code 0', () => {
    const { code, out, err } = canI(['list', 'configmaps'], ['--as', 'operators/robot', '-n', 'a']);
    expect({ code, err, out }).toEqual({
      code: 0,
      err: '',
      out: `yes
SUBJECT                       WHERE  PATH
Group system:serviceaccounts  a      RoleBinding a/maps
`,
    });
  });

  it('answers no with exit code 1', () => {
    expect(canI(['delete', 'nodes'], ['--as', 'system:serviceaccount:a:default'])).toEqual({ code: 1, out: 'no\n', err: '' });
  });

  it('answers perhaps with an exit code of its own', () => {
    const { code, out } = canI(['delete', 'pods'], ['--as', 'operators/robot', '-n', 'b']);
    expect({ code, out }).toEqual({
      code: 3,
      out: `perhaps

perhaps, because the role is neither in the input nor a default one:
SUBJECT                         WHERE  PATH
ServiceAccount operators/robot  b      RoleBinding b/gone → ClusterRole gone
`,
    });
  });

  it('answers by the exit code alone', () => {
    expect(canI(['list', 'configmaps'], ['--as', 'operators/robot', '-q'])).toEqual({ code: 0, out: '', err: '' });
    expect(canI(['list', 'configmaps'], ['--as', 'operators/robot', '-q', '-A'])).toEqual({ code: 1, out: '', err: '' });
  });

  it('takes users and groups', () => {
    expect(canI(['get', 'pods'], ['--as', 'alice', '--as-group', 'growers', '-n', 'a'])).toMatchObject({ code: 0 });
    expect(canI(['get', 'pods'], ['--as-group', 'growers', '-n', 'a'])).toMatchObject({ code: 0 });
    expect(canI(['get', 'pods'], ['--as-group', 'growers', '-n', 'b'])).toMatchObject({ code: 1 });
  });

  it.each([
    [
      ['get', 'pods'],
      ['--as', 'operators/robt'],
      'nothing in the input names ServiceAccount operators/robt; did you mean operators/robot?',
    ],
    [['--list'], ['--as', 'robot'], 'nothing in the input names User robot; did you mean operators/robot?'],
    [['get', 'pods'], ['--as-group', 'grower'], 'nothing in the input names Group grower; did you mean growers?'],
    [['gte', 'pods'], ['--as', 'operators/robot'], 'neither Kubernetes nor a role of the input has the verb gte; did you mean get?'],
    [['--list'], ['--as', 'operators/robot', '-n', 'operator'], 'the input has no namespace operator; did you mean operators?'],
  ])('refuses what nobody knows: %j %j', (words, options, message) => {
    expect(canI(words, options)).toEqual({ code: 2, out: '', err: `error: ${message}\n` });
  });
});

describe('can-i and who-can', () => {
  const MAPS = manifests(role('a/maps', allow('get', 'maps')));

  it.each([
    ['as Argo CD leaves it out', { 'rbac.yaml': `# +argocd:skip-file-rendering\n${MAPS}` }, 'rbac.yaml: Argo CD leaves it out'],
    ['because Argo CD makes its objects', { 'rbac.jsonnet': '{}' }, 'rbac.jsonnet: it is Jsonnet'],
    ['because a tool makes its objects', { 'rbac.cue': 'kind: "ClusterRole"' }, 'rbac.cue: it is a program or template'],
  ])('name a file that they do not count, %s', (_, files, named) => {
    const folder = folderOf({ 'input.yaml': manifests(...FLEET), ...files });
    for (const question of [
      ['can-i', 'get', 'pods', '--as', 'operators/robot'],
      ['who-can', 'get', 'pods'],
    ])
      expect(cli([...question, folder]).err).toContain(`not read: ${folder}/${named}`);
  });
});

describe('can-i --list', () => {
  it('shows verbs by resource, the whole cluster and its own permissions first', () => {
    const { code, out, err } = canI(['--list'], ['--as', 'operators/robot']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(wrap(out)).toMatchSnapshot();
  });

  it('fits a terminal', () => {
    const { out } = canI(['--list'], ['--as', 'operators/robot'], { columns: 80, outIsTerminal: true, env: { NO_COLOR: '1' } });
    expect(wrap(out)).toMatchSnapshot();
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('marks what depends on the order in which OLM processes CSVs', () => {
    expect(wrap(canI(['--list'], ['--as', 'op-b/robot'], {}, contending()).out)).toMatchSnapshot();
  });

  it('has a resource in one row, however many roles allow something with it', () => {
    const more = [role('b/pods', allow('get', 'pods')), binding('b/pods', 'Role/pods', { kind: 'Group', name: 'growers' })];
    const { out } = canI(['--list'], ['--as-group', 'growers', '-n', 'a'], {}, [...FLEET, ...more]);
    expect(out.match(/^pods .*/gm)).toEqual([expect.stringMatching(/^pods +✓ +✓ +✓$/)]);
  });

  it('says so of a binding without a namespace, in the list and in the answer', () => {
    const objects = [namespace('a'), unplaced(binding('a/x', 'ClusterRole/view', ROBOT))];
    const asked = ['--as', 'operators/robot', '-n', 'a'];
    expect(canI(['--list'], asked, {}, objects).out).toContain(
      '\n\nperhaps ClusterRole view in a: RoleBinding x has no namespace and can be applied there\n\n',
    );
    expect(canI(['get', 'pods'], asked, {}, objects)).toMatchObject({
      code: 3,
      out: `perhaps

perhaps, because the binding has no namespace and can be applied there:
SUBJECT                         WHERE  PATH
ServiceAccount operators/robot  a      RoleBinding x → ClusterRole view
`,
    });
    const list = JSON.parse(canI(['--list'], [...asked, '--format', 'json'], {}, objects).out) as object;
    expect([validatorOf('can-i')(list), list]).toMatchObject([true, { perhaps: [{ isPlaceOpen: true }] }]);
  });

  it('says so of an account without permissions', () => {
    expect(canI(['--list'], ['--as', 'op-a/default'], {}, contending()).out).toContain('\n\nnothing of its own\n\n');
  });
});

describe('can-i --format json', () => {
  const validate = validatorOf('can-i');

  it.each([
    [['get', 'pods'], FLEET, 'operators/robot'],
    [['get', '/healthz'], FLEET, 'operators/robot'],
    [['delete', 'pods'], FLEET, 'operators/robot'],
    [['--list'], FLEET, 'operators/robot'],
    [['get', 'secrets'], contending(), 'op-b/robot'],
    [['--list'], contending(), 'op-b/robot'],
  ])('keeps to its schema: %j', (words, objects, as) => {
    const result = JSON.parse(canI(words, ['--as', as, '--format', 'json'], {}, objects).out) as object;
    expect([validate(result), validate.errors]).toEqual([true, null]);
    expect(validate({ ...result, more: 1 })).toBe(false);
  });

  it('has the answer as it is asked', () => {
    const { code, out } = canI(['create', 'pods/exec'], ['--as', 'operators/robot', '-n', 'b', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      as: ROBOT,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:operators', 'system:authenticated'],
      namespace: 'b',
      allNamespaces: false,
      request: { verb: 'create', apiGroup: '', resource: 'pods', subresource: 'exec' },
      answer: 'yes',
      allowed: [{ subject: ROBOT, scope: ['b'] }],
      perhaps: [{ subject: ROBOT, scope: ['b'] }],
    });
  });

  it('lists what every operator can do with --operators', () => {
    const { code, out } = canI(['--list'], ['--operators']);
    expect(code).toBe(0);
    expect(out).toMatch(/^operators\/etcd\.v1\nServiceAccount operators\/[a-z]+\n/);
    expect(out).toContain('pods/exec');
    const validate = validatorOf('can-i');
    expect(validate(JSON.parse(canI(['--list'], ['--operators', '--format', 'json']).out)) || validate.errors).toBe(true);
    expect(canI(['get', 'pods'], ['--operators']).code).toBe(2);
    expect(canI(['--list'], ['--operators', '--as', 'operators/robot']).code).toBe(2);
  });

  it('says yes to a group of verbs where one of them is allowed', () => {
    expect(canI(['read', 'pods'], ['--as', 'operators/robot']).out).toMatch(/^yes\n/);
    expect(canI(['write', 'nodes'], ['--as', 'operators/robot']).code).toBe(1);
  });
});
