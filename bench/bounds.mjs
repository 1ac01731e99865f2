/**
 * Measures `check` and `review` of generated input of up to 1 MB of which one thing is much larger than in any real repository: what grows
 * with the square of it shows here. CPU with that of children, and the most memory. Run with `npm run bench:bounds [-- SHAPE [SIZE]]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryRepository } from './repository.mjs';

const [only = '', size = '1'] = process.argv.slice(2);
const PROGRAM = join(import.meta.dirname, '..', 'lib', 'bin.js');
const RBAC = 'rbac.authorization.k8s.io';

const named = (apiVersion, kind, name, namespace, more = {}) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace ? { namespace } : {}) },
  ...more,
});
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const group = (namespace, spec = {}) => named('operators.coreos.com/v1', 'OperatorGroup', 'all', namespace, { spec });
const home = (name, labels = {}) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
const rule = (index) => ({ apiGroups: [`team${index}.example.com`], resources: ['widgets'], verbs: ['get', 'update'] });
const role = (name, count) => named(`${RBAC}/v1`, 'ClusterRole', name, undefined, { rules: many(count, rule) });
const account = (name) => ({ kind: 'ServiceAccount', name, namespace: 'home' });
const binding = (name, subjects) =>
  named(`${RBAC}/v1`, 'ClusterRoleBinding', name, undefined, {
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'wide' },
    subjects,
  });
const operator = (name, namespace, rules, owned = []) =>
  named('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', name, namespace, {
    spec: {
      version: '1.0.0',
      installModes: many(4, (index) => ({
        type: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'][index],
        supported: true,
      })),
      customresourcedefinitions: { owned },
      install: {
        strategy: 'deployment',
        spec: { permissions: [{ serviceAccountName: 'runner', rules }], clusterPermissions: [], deployments: [] },
      },
    },
  });
const widget = { name: 'widgets.team0.example.com', version: 'v1', kind: 'Widget' };

/** The objects of each shape for a number, and that number at 1 MB; the change is one more of something. */
const SHAPES = {
  'rules of a CSV': [7000, (n, more) => [home('home'), group('home'), operator('one.v1', 'home', many(n + more, rule))]],
  'subjects of a binding': [
    14000,
    (n, more) => [
      home('home'),
      role('wide', 50 + more),
      binding(
        'b',
        many(n, (i) => account(`runner-${i}`)),
      ),
    ],
  ],
  'bindings of a role': [
    5000,
    (n, more) => [home('home'), role('wide', 50 + more), ...many(n, (i) => binding(`b${i}`, [account(`r${i}`)]))],
  ],
  'groups of the same namespaces': [
    700,
    (n, more) =>
      many(n, (i) => [
        home(`home-${i}`, { tenant: 'yes' }),
        group(`home-${i}`, { selector: { matchLabels: { tenant: 'yes' } } }),
        operator('one.v1', `home-${i}`, many(i === 0 ? 1 + more : 1, rule)),
      ]).flat(),
  ],
  'CSVs of an account': [
    1400,
    (n, more) => [home('home'), group('home'), ...many(n, (i) => operator(`o${i}.v1`, 'home', [rule(i + more)]))],
  ],
  'CSVs of a CRD': [
    1200,
    (n, more) => [home('home'), group('home'), ...many(n, (i) => operator(`o${i}.v1`, 'home', many(i ? 1 : 1 + more, rule), [widget]))],
  ],
};

for (const [shape, [most, make]] of Object.entries(SHAPES)) {
  if (!shape.includes(only)) continue;
  const { root, write, remove } = temporaryRepository();
  try {
    const lines = (more) => make(Math.round(most * Number(size)), more).map((object) => `---\n${JSON.stringify(object)}\n`);
    write('base/all.yaml', lines(0).join(''));
    write('head/all.yaml', lines(1).join(''));
    for (const args of [
      ['check', 'head'],
      ['review', 'base', 'head'],
    ]) {
      const said = spawnSync(
        'sh',
        ['-c', 'command time -f "%U %S %M" "$@" 2>&1 >/dev/null | tail -n 1', 'sh', process.execPath, PROGRAM, ...args],
        {
          cwd: root,
          encoding: 'utf8',
        },
      );
      const [user, system, kilobytes] = said.stdout.split(' ').map(Number);
      if (!(kilobytes > 0)) throw new Error(`GNU time is needed: ${said.stdout}${said.stderr}`);
      console.log(
        `${shape.padEnd(32)} ${args[0].padEnd(8)} ${(user + system).toFixed(1).padStart(6)} s CPU ${Math.round(kilobytes / 1024)} MB`,
      );
    }
  } finally {
    remove();
  }
}
