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
const labelled = (object, labels) => ({ ...object, metadata: { ...object.metadata, labels } });
const withSpec = (csv, more) => ({ ...csv, spec: { ...csv.spec, ...more } });
const crd = (index) =>
  named('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `widgets.team${index}.example.com`, undefined, {
    spec: {
      group: `team${index}.example.com`,
      scope: 'Namespaced',
      names: { kind: `Widget${index}`, plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });
const workload = (name, image) =>
  named('apps/v1', 'Deployment', name, 'home', {
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { serviceAccountName: name, containers: [{ name: 'main', image }] } },
    },
  });
const admission = (kind, name, spec) => named('admissionregistration.k8s.io/v1', kind, name, undefined, { spec });
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
  'versions of an operator': [
    1200,
    (n, more) => [
      home('home'),
      group('home'),
      ...many(n, (i) => withSpec(operator(`one.v${i}`, 'home', many(i ? 1 : 1 + more, rule)), i ? { replaces: `one.v${i - 1}` } : {})),
    ],
  ],
  'CSVs that need each other': [
    900,
    (n, more) => [
      home('home'),
      group('home'),
      ...many(n, crd),
      ...many(n, (i) => {
        const api = (index) => ({ name: `widgets.team${index}.example.com`, version: 'v1', kind: `Widget${index}` });
        const required = [api((i + 1) % n)];
        return withSpec(operator(`o${i}.v1`, 'home', many(i ? 1 : 1 + more, rule)), {
          customresourcedefinitions: { owned: [api(i)], required },
        });
      }),
    ],
  ],
  'roles that select by expressions': [
    1800,
    (n, more) =>
      many(n, (i) => ({
        ...labelled(role(`r${i}`, i ? 1 : 1 + more), { tier: `t${i % 50}`, index: `${i}` }),
        aggregationRule: {
          clusterRoleSelectors: [{ matchExpressions: [{ key: 'tier', operator: 'NotIn', values: [`t${i % 50}`, 't1', 't2'] }] }],
        },
      })),
  ],
  'workloads of bound accounts': [
    1500,
    (n, more) => [
      home('home'),
      role('wide', 20),
      ...many(n, (i) => binding(`b${i}`, [account(`w${i}`)])),
      ...many(n, (i) => workload(`w${i}`, `example.com/main:${more}`)),
    ],
  ],
  'webhooks of selected namespaces': [
    1600,
    (n, more) => [
      ...many(n, (i) => home(`home-${i}`, { tenant: `t${i}`, all: 'yes' })),
      ...many(n, (i) =>
        named('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', `guard-${i}`, undefined, {
          webhooks: [
            {
              name: `guard-${i}.example.com`,
              failurePolicy: more ? 'Ignore' : 'Fail',
              namespaceSelector: { matchLabels: { all: 'yes' } },
              clientConfig: { service: { name: 'guard', namespace: `home-${i}` } },
              rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
            },
          ],
        }),
      ),
    ],
  ],
  'policies and their bindings': [
    1800,
    (n, more) =>
      many(n, (i) => [
        admission('ValidatingAdmissionPolicy', `p${i}`, {
          matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }] },
          validations: [{ expression: 'object.metadata.name != "x"' }],
        }),
        admission('ValidatingAdmissionPolicyBinding', `b${i}`, { policyName: `p${i}`, validationActions: [more ? 'Audit' : 'Deny'] }),
      ]).flat(),
  ],
  'network policies that go': [
    3500,
    (n, more) => [
      home('home'),
      ...many(more ? 0 : n, (i) =>
        named('networking.k8s.io/v1', 'NetworkPolicy', `wall-${i}`, 'home', {
          spec: { podSelector: { matchLabels: { app: `a${i}` } }, policyTypes: ['Ingress', 'Egress'], ingress: [], egress: [] },
        }),
      ),
      ...many(n / 5, (i) => workload(`a${i}`, 'example.com/main:1')),
    ],
  ],
  'members of groups': [
    400,
    (n, more) => [
      role('wide', 20),
      ...many(n, (i) =>
        named('user.openshift.io/v1', 'Group', `team-${i}`, undefined, { users: many(120 + (i ? 0 : more), (k) => `user-${i}-${k}`) }),
      ),
      ...many(n, (i) => binding(`b${i}`, [{ kind: 'Group', name: `team-${i}`, apiGroup: RBAC }])),
    ],
  ],
  'Roles of one name': [
    2200,
    (n, more) =>
      many(n, (i) => [
        named(`${RBAC}/v1`, 'Role', 'same', `home-${i}`, { rules: many(i === 0 ? 2 + more : 2, (k) => rule(i + k)) }),
        named(`${RBAC}/v1`, 'RoleBinding', 'same', `home-${i}`, {
          roleRef: { apiGroup: RBAC, kind: 'Role', name: 'same' },
          subjects: [account('runner')],
        }),
      ]).flat(),
  ],
  'Kustomizations of Flux in a row': [
    2600,
    (n, more) =>
      many(n, (i) =>
        named('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', `k${i}`, 'flux-system', {
          spec: {
            path: `./clusters/${i}`,
            prune: i === 0 && more === 1,
            sourceRef: { kind: 'GitRepository', name: 'flux-system' },
            ...(i ? { dependsOn: [{ name: `k${i - 1}` }] } : {}),
          },
        }),
      ),
  ],
  'packages that require each other': [
    900,
    (n, more) => [
      home('home'),
      group('home'),
      named('operators.coreos.com/v1alpha1', 'Subscription', 's', 'home', {
        spec: { name: 'p0', channel: 'a', source: 'catalog', sourceNamespace: 'home', startingCSV: `p0.v1.${more}.0` },
      }),
      ...many(n, (i) => [
        { schema: 'olm.package', name: `p${i}`, defaultChannel: 'a' },
        { schema: 'olm.channel', package: `p${i}`, name: 'a', entries: many(2, (v) => ({ name: `p${i}.v1.${v}.0` })) },
        ...many(2, (v) => ({
          schema: 'olm.bundle',
          package: `p${i}`,
          name: `p${i}.v1.${v}.0`,
          image: `example.com/p${i}:${v}`,
          properties: [
            { type: 'olm.package', value: { packageName: `p${i}`, version: `1.${v}.0` } },
            { type: 'olm.package.required', value: { packageName: `p${(i + 1) % n}`, versionRange: '>=1.0.0' } },
          ],
        })),
      ]).flat(),
    ],
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
