/** A cluster to measure with: operators of a realistic size, in one group that targets many namespaces. */

const CRDS_PER_OPERATOR = 2;
const DESCRIPTION = 'What the operator does, for whom, and what it needs, at the length that bundles have it. '.repeat(40);

/** Manifests of `operators` CSVs in one operator namespace, with a group over `namespaces` target namespaces. */
export function fleet(operators, namespaces) {
  const targets = Array.from({ length: namespaces }, (_, index) => `tenant-${String(index).padStart(5, '0')}`);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'operators' } },
    ...targets.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { tenant: 'yes' } } })),
    {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'tenants', namespace: 'operators' },
      spec: { selector: { matchLabels: { tenant: 'yes' } } },
    },
    ...Array.from({ length: operators }, (_, index) => csv(`operator-${String(index).padStart(2, '0')}`)),
  ];
}

function csv(name) {
  const group = `${name}.example.com`;
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `${name}.v1.0.0`, namespace: 'operators', annotations: { capabilities: 'Full Lifecycle', createdAt: '2026-01-01' } },
    spec: {
      displayName: name,
      description: DESCRIPTION,
      version: '1.0.0',
      maturity: 'stable',
      icon: [{ base64data: Buffer.alloc(3000, name).toString('base64'), mediatype: 'image/png' }],
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      customresourcedefinitions: {
        owned: Array.from({ length: CRDS_PER_OPERATOR }, (_, index) => ({
          name: `things${index}.${group}`,
          version: 'v1',
          kind: `Thing${index}`,
          description: 'A thing',
        })),
      },
      install: {
        strategy: 'deployment',
        spec: {
          permissions: [
            {
              serviceAccountName: name,
              rules: [
                { apiGroups: [''], resources: ['pods', 'services', 'configmaps', 'secrets'], verbs: ['*'] },
                { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: ['*'] },
                { apiGroups: [group], resources: ['*'], verbs: ['*'] },
              ],
            },
          ],
          clusterPermissions: [
            { serviceAccountName: name, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] }] },
          ],
          deployments: [
            {
              name,
              spec: {
                replicas: 1,
                selector: { matchLabels: { app: name } },
                template: {
                  metadata: { labels: { app: name } },
                  spec: { serviceAccountName: name, containers: [{ name: 'operator', image: `registry.example.com/${name}:1.0.0` }] },
                },
              },
            },
          ],
        },
      },
    },
  };
}
