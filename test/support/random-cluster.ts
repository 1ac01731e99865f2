/**
 * Random clusters that explore where OLM is known to surprise: several groups of a namespace, one name in several namespaces,
 * chains of replacements, webhooks, RBAC that is there already, odd but legal names, CRDs with versions that are not served.
 */
import fc from 'fast-check';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

const OPERATORS = ['op-a', 'op-b', 'op-c'];
const TENANTS = ['t1', 't2', 't3'];
const NAMESPACES = [...OPERATORS, ...TENANTS];
const PACKAGES = ['foo', 'bar', 'baz'];
const LONG = 'l'.repeat(60);

/** One of several values, each as often as its weight says. */
function often<T>(...weighted: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** A value in one of so many cases, else nothing. */
function rarely<T>(outOf: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return often<T | undefined>([outOf - 1, fc.constant(undefined)], [1, arbitrary]);
}

const some = (outOf: number): fc.Arbitrary<boolean> => rarely(outOf, fc.constant(true)).map((value) => value === true);

type Fields = Readonly<Record<string, unknown>>;

function object(apiVersion: string, kind: string, metadata: Fields, rest: Fields = {}): KubernetesObject {
  return { apiVersion, kind, metadata, ...rest } as unknown as KubernetesObject;
}

const RULES: readonly Fields[] = [
  { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] },
  { apiGroups: ['example.com'], resources: ['foos'], resourceNames: ['one'], verbs: ['get'] },
];
const rules = often<readonly Fields[]>(
  [12, fc.subarray([...RULES], { minLength: 1, maxLength: 2 })],
  [1, fc.constant([])],
  [1, fc.constant([{ nonResourceURLs: ['/metrics'], verbs: ['get'] }])],
);
const accounts = fc.constantFrom('sa', 'sa', 'sa', 'sa', 'other', 'other', 'default', 'default', 'sa.with-dots.1');
const permission = fc.record({ serviceAccountName: accounts, rules });

const MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
const installModes = often<readonly string[]>(
  [12, fc.constant(MODES)],
  [3, fc.subarray(MODES, { minLength: 1 })],
  [3, fc.constant(['AllNamespaces'])],
).map((supported) => MODES.map((type) => ({ type, supported: supported.includes(type) })));

const kinds = fc.constantFrom('Foo', 'Foo', 'Foo', 'Bar', 'Bar', 'Baz');
const versions = fc.constantFrom('v1', 'v1', 'v1', 'v1', 'v1beta1');
const crd = fc.tuple(kinds, versions).map(([kind, version]) => ({ name: `${kind.toLowerCase()}s.example.com`, version, kind }));
const owned = often<readonly Fields[]>(
  [9, crd.map((entry) => [entry])],
  [2, fc.uniqueArray(crd, { minLength: 2, maxLength: 2, selector: ({ name, version }) => `${name} ${version}` })],
  [2, fc.constant([])],
);
const required = often<readonly Fields[]>(
  [10, fc.constant([])],
  [1, crd.map((entry) => [entry])],
  [1, fc.uniqueArray(crd, { minLength: 2, maxLength: 2, selector: ({ name, version }) => `${name} ${version}` })],
);

const webhook = fc
  .record({
    type: fc.constantFrom('ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook'),
    generateName: fc.constantFrom('hook.example.com', 'hook.example.com', 'second.example.com'),
    isKnown: some(6).map((unknown) => !unknown),
    conversionCRDs: fc.constantFrom(
      ['foos.example.com'],
      ['foos.example.com'],
      ['bars.example.com'],
      ['foos.example.com', 'bars.example.com'],
      [],
    ),
    apiGroup: often<string>([12, fc.constant('example.com')], [1, fc.constant('*')], [1, fc.constant('operators.coreos.com')]),
  })
  .map(({ type, generateName, isKnown, conversionCRDs, apiGroup }) => (deployment: string) => ({
    type,
    generateName,
    deploymentName: isKnown ? deployment : 'unknown',
    containerPort: 443,
    targetPort: 9443,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    webhookPath: '/hook',
    ...(type === 'ConversionWebhook'
      ? { conversionCRDs }
      : { rules: [{ apiGroups: [apiGroup], apiVersions: ['v1'], operations: ['CREATE'], resources: ['foos'] }] }),
  }));

const apiService = fc.constantFrom('Widget', 'Widget', 'Gadget').map((kind) => ({
  name: `${kind.toLowerCase()}s`,
  group: 'apis.example.com',
  version: 'v1alpha1',
  kind,
}));

type Permission = typeof permission extends fc.Arbitrary<infer T> ? T : never;
type Webhook = typeof webhook extends fc.Arbitrary<infer T> ? T : never;

/** All of a CSV but its name, its namespace and what it replaces. */
const operator = fc.record({
  installModes,
  owned,
  required,
  permissions: often<readonly Permission[]>([3, fc.array(permission, { minLength: 1, maxLength: 2 })], [1, fc.constant([])]),
  clusterPermissions: often<readonly Permission[]>([3, fc.constant([])], [1, fc.array(permission, { minLength: 1, maxLength: 2 })]),
  webhooks: often<readonly Webhook[]>([4, fc.constant([])], [1, fc.array(webhook, { minLength: 1, maxLength: 2 })]),
  ownedApiService: rarely(10, apiService),
  requiredApiService: rarely(25, apiService),
  sharedDeployment: some(14),
  /** A legal name of a Deployment that is none of a Service. */
  dottedDeployment: some(20),
  strategy: rarely(40, fc.constant('unknown')),
  malformed: some(60),
  annotations: often<Fields | undefined>(
    [16, fc.constant(undefined)],
    [1, fc.constantFrom('op-a', 't1').map((name) => ({ 'olm.operatorNamespace': name }))],
    [1, fc.constantFrom('stale', '', 't1').map((name) => ({ 'olm.targetNamespaces': name }))],
    [1, fc.constant({ 'olm.operatorGroup': 'og', 'example.com/team': 'one' })],
  ),
  labels: often<Fields | undefined>([12, fc.constant(undefined)], [1, fc.constant({ tier: 'gold', 'operators.coreos.com/foo.op-a': '' })]),
});
type Operator = typeof operator extends fc.Arbitrary<infer T> ? T : never;

function csv(namespace: string, name: string, fields: Operator, index: number, replaces?: string): KubernetesObject {
  const deployment = fields.sharedDeployment ? 'manager' : fields.dottedDeployment ? `manager.v${index}` : `manager-${index}`;
  const account = fields.permissions[0]?.serviceAccountName ?? fields.clusterPermissions[0]?.serviceAccountName;
  const template = {
    metadata: { labels: { app: deployment } },
    spec: { ...(account ? { serviceAccountName: account } : {}), containers: [{ name: 'manager', image: 'example.com/manager:1' }] },
  };
  const served = fields.ownedApiService ? [{ ...fields.ownedApiService, deploymentName: deployment, containerPort: 8443 }] : [];
  const wanted = fields.requiredApiService ? [fields.requiredApiService] : [];
  return object(
    'operators.coreos.com/v1alpha1',
    'ClusterServiceVersion',
    {
      name,
      namespace,
      ...(fields.annotations ? { annotations: fields.annotations } : {}),
      ...(fields.labels ? { labels: fields.labels } : {}),
    },
    {
      spec: {
        install: {
          strategy: fields.strategy ?? 'deployment',
          spec: {
            deployments: [{ name: deployment, spec: { selector: { matchLabels: { app: deployment } }, template } }],
            ...(fields.permissions.length > 0 ? { permissions: fields.permissions } : {}),
            ...(fields.clusterPermissions.length > 0 ? { clusterPermissions: fields.clusterPermissions } : {}),
          },
        },
        installModes: fields.installModes,
        customresourcedefinitions: {
          owned: [...fields.owned, ...(fields.malformed ? [{ name: 'nodot', version: 'v1', kind: 'NoDot' }] : [])],
          required: fields.required,
        },
        ...(served.length + wanted.length > 0 ? { apiservicedefinitions: { owned: served, required: wanted } } : {}),
        ...(fields.webhooks.length > 0 ? { webhookdefinitions: fields.webhooks.map((make) => make(deployment)) } : {}),
        ...(replaces === undefined ? {} : { replaces }),
      },
    },
  );
}

/** One operator or a chain of its versions, in a namespace. */
const installation = fc.record({
  namespace: fc.nat({ max: 3 }),
  packageName: fc.constantFrom(...PACKAGES),
  suffix: often<string>(
    [36, fc.constant('')],
    [1, fc.constant(`.${LONG}`)],
    [1, fc.constant('.0-alpha.1')],
    [1, fc.constant(`-${LONG}.${LONG}.${LONG}`)],
  ),
  versions: often<readonly Operator[]>(
    [9, operator.map((one) => [one])],
    [2, fc.tuple(operator, fc.boolean(), operator).map(([a, same, b]) => [a, same ? a : b])],
    [1, operator.map((one) => [one, one, one])],
    [1, fc.array(operator, { minLength: 3, maxLength: 4 })],
  ),
  /** A chain's start is not there. */
  headless: some(8),
});

const selector = often<Fields>(
  [6, fc.constantFrom('a', 'b').map((tenant) => ({ matchLabels: { tenant } }))],
  [2, fc.constant({ matchExpressions: [{ key: 'tenant', operator: 'Exists' }] })],
  [1, fc.constant({ matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['t1', 't2'] }] })],
  [1, fc.constant({ matchLabels: { tenant: 'nobody' } })],
  [1, fc.constant({ matchLabels: { 'bad key': 'a' } })],
  [1, fc.constant({ matchLabels: { tenant: 'no value!' } })],
  [1, fc.constant({})],
);
const targets = (own: string): fc.Arbitrary<Fields> =>
  often<Fields>(
    [6, fc.constant({ targetNamespaces: [own] })],
    [6, fc.constant({})],
    [6, fc.subarray(TENANTS, { minLength: 1 }).map((names) => ({ targetNamespaces: names }))],
    [2, fc.subarray(NAMESPACES, { minLength: 1, maxLength: 3 }).map((names) => ({ targetNamespaces: names }))],
    [1, fc.subarray(TENANTS).map((names) => ({ targetNamespaces: [...names, 'missing'] }))],
    [4, selector.map((chosen) => ({ selector: chosen }))],
  );
const provides = often<string | undefined>(
  [8, fc.constant(undefined)],
  [1, fc.subarray(['Foo.v1.example.com', 'Bar.v1.example.com', 'Baz.v1.example.com'], { minLength: 1 }).map((apis) => apis.join(','))],
);
const groupIn = (namespace: string): fc.Arbitrary<KubernetesObject> =>
  fc
    .record({
      name: often<string>([36, fc.constant('og')], [1, fc.constant(`og-${LONG}-${LONG}`)], [1, fc.constant('1.og')]),
      spec: targets(namespace),
      provides,
      isStatic: some(8),
      account: rarely(20, fc.constantFrom('absent', 'absent')),
      failForward: some(12),
    })
    .map(({ name, spec, provides: apis, isStatic, account, failForward }) =>
      object(
        'operators.coreos.com/v1',
        'OperatorGroup',
        { name, namespace, ...(apis === undefined ? {} : { annotations: { 'olm.providedAPIs': apis } }) },
        {
          spec: {
            ...spec,
            ...(isStatic ? { staticProvidedAPIs: true } : {}),
            ...(account ? { serviceAccountName: account } : {}),
            ...(failForward ? { upgradeStrategy: 'TechPreviewUnsafeFailForward' } : {}),
          },
        },
      ),
    );
const second = (namespace: string): fc.Arbitrary<KubernetesObject> =>
  groupIn(namespace).map((group) => ({ ...group, metadata: { ...group.metadata, name: 'second' } }));

/** The groups of a namespace: mostly one. */
const groupsIn = (namespace: string): fc.Arbitrary<readonly KubernetesObject[]> =>
  often<readonly KubernetesObject[]>(
    [20, groupIn(namespace).map((group) => [group])],
    [1, fc.constant([])],
    [1, fc.tuple(groupIn(namespace), second(namespace))],
  );

const RBAC = 'rbac.authorization.k8s.io';
const crdVersions = often<readonly { name: string; served: boolean }[]>(
  [4, fc.constant([{ name: 'v1', served: true }])],
  [
    2,
    fc.constant([
      { name: 'v1', served: true },
      { name: 'v1beta1', served: false },
    ]),
  ],
  [
    1,
    fc.constant([
      { name: 'v1', served: false },
      { name: 'v1beta1', served: true },
    ]),
  ],
  [
    1,
    fc.constant([
      { name: 'v1', served: true },
      { name: 'v1beta1', served: true },
    ]),
  ],
);
const definition = fc.tuple(kinds, crdVersions).map(([kind, all]) =>
  object(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    { name: `${kind.toLowerCase()}s.example.com` },
    {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind, plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), listKind: `${kind}List` },
        versions: all.map((version, index) => ({
          ...version,
          storage: index === 0,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        })),
      },
    },
  ),
);

/** Kubernetes brings it; the API server that OLM is tried with does not. */
const ADMIN = object(
  `${RBAC}/v1`,
  'ClusterRole',
  { name: 'cluster-admin' },
  {
    rules: [
      { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
      { nonResourceURLs: ['*'], verbs: ['*'] },
    ],
  },
);

/** Who has the permissions that were there before OLM came. */
const subject = fc
  .tuple(fc.constantFrom('op-a', 'op-b'), fc.constantFrom('sa', 'sa', 'other', 'default'), fc.nat({ max: 9 }))
  .map(([namespace, name, which]): Fields => {
    if (which === 0) return { apiGroup: RBAC, kind: 'Group', name: `system:serviceaccounts:${namespace}` };
    if (which === 1) return { apiGroup: RBAC, kind: 'User', name: `system:serviceaccount:${namespace}:${name}` };
    return { kind: 'ServiceAccount', name, namespace };
  });

/** All that an operator needs, some of it, or more. */
const covering = often<readonly Fields[]>(
  [4, fc.constant(RULES.slice(0, 2))],
  [4, fc.subarray([...RULES], { minLength: 1 })],
  [1, fc.constant([{ apiGroups: ['', 'apps'], resources: ['*'], verbs: ['*'] }])],
  [1, fc.constant([{ nonResourceURLs: ['/*'], verbs: ['get'] }])],
);

/** RBAC that was there before OLM came: in one namespace, by a ClusterRole there, in all, or an administrator's. */
const existingRbac = fc
  .tuple(subject, covering, fc.constantFrom(...NAMESPACES.slice(0, 2), ...TENANTS), fc.nat({ max: 3 }))
  .map(([who, granted, namespace, which]): KubernetesObject[] => {
    const ref = (kind: string, name: string): Fields => ({ roleRef: { apiGroup: RBAC, kind, name }, subjects: [who] });
    if (which === 0) return [ADMIN, object(`${RBAC}/v1`, 'ClusterRoleBinding', { name: 'admins' }, ref('ClusterRole', 'cluster-admin'))];
    if (which === 1) {
      return [
        object(`${RBAC}/v1`, 'Role', { name: 'reader', namespace }, { rules: granted }),
        object(`${RBAC}/v1`, 'RoleBinding', { name: 'reader', namespace }, ref('Role', 'reader')),
      ];
    }
    return [
      object(`${RBAC}/v1`, 'ClusterRole', { name: 'readers' }, { rules: granted }),
      which === 2
        ? object(`${RBAC}/v1`, 'RoleBinding', { name: 'readers', namespace }, ref('ClusterRole', 'readers'))
        : object(`${RBAC}/v1`, 'ClusterRoleBinding', { name: 'readers' }, ref('ClusterRole', 'readers')),
    ];
  });

const scaffold = fc
  .uniqueArray(fc.constantFrom(...NAMESPACES.slice(0, 4)), { minLength: 1, maxLength: 3, size: 'max' })
  .chain((homes) => fc.tuple(fc.constant(homes), fc.tuple(...homes.map(groupsIn))));

function timed(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return objects.map((item, minute) =>
    item.kind === 'OperatorGroup' || item.kind === 'ClusterServiceVersion'
      ? { ...item, metadata: { ...item.metadata, creationTimestamp: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z` } }
      : item,
  );
}

function uniqueObjects(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return [
    ...new Map(objects.map((item) => [`${item.kind} ${item.metadata.namespace ?? ''}/${item.metadata.name}`, item] as const)).values(),
  ];
}

/** A cluster, its documents in the order in which they are created. */
export const randomCluster: fc.Arbitrary<KubernetesObject[]> = fc
  .record({
    scaffold,
    installations: fc.array(installation, { minLength: 1, maxLength: 4, size: 'max' }),
    labels: fc.tuple(...NAMESPACES.map(() => fc.constantFrom('a', 'b', undefined))),
    definitions: fc.array(definition, { maxLength: 2 }),
    rbac: often<KubernetesObject[]>(
      [5, fc.constant([])],
      [1, existingRbac],
      [1, fc.tuple(existingRbac, existingRbac).map((two) => two.flat())],
    ),
    copiedDisabled: some(15),
    groupsLast: some(5),
  })
  .map(({ scaffold: [homes, groups], installations, labels, definitions, rbac, copiedDisabled, groupsLast }) => {
    const operators = installations.flatMap(({ namespace, packageName, suffix, versions: all, headless }, which) => {
      const home = homes[namespace % homes.length] as string;
      const nameOf = (index: number): string => `${packageName}.v${index + 1}${suffix}`;
      return all.flatMap((fields, index) =>
        headless && index === 0 && all.length > 1
          ? []
          : [csv(home, nameOf(index), fields, which * 10 + index, index > 0 ? nameOf(index - 1) : undefined)],
      );
    });
    const both = groupsLast ? [...operators, ...groups.flat()] : [...groups.flat(), ...operators];
    return timed(
      uniqueObjects([
        ...NAMESPACES.map((name, index) =>
          object('v1', 'Namespace', { name, ...(labels[index] ? { labels: { tenant: labels[index] } } : {}) }),
        ),
        ...homes.map((name) => object('v1', 'ServiceAccount', { name: 'scoped', namespace: name })),
        ...definitions,
        ...rbac,
        ...(copiedDisabled
          ? [object('operators.coreos.com/v1', 'OLMConfig', { name: 'cluster' }, { spec: { features: { disableCopiedCSVs: true } } })]
          : []),
        ...both,
      ]),
    );
  });
