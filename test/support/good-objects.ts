/** One good object of each kind whose structure is known, with many of its fields. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

const labels = { app: 'x' };
const podSpec = {
  serviceAccountName: 'x',
  hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
  imagePullSecrets: [{ name: 's' }],
  nodeSelector: { disk: 'fast' },
  securityContext: { runAsUser: 1000, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }],
      },
    },
  },
  containers: [
    {
      name: 'c',
      image: 'example.com/c:1',
      imagePullPolicy: 'Always',
      command: ['/c'],
      args: ['--x', '1'],
      env: [
        { name: 'A', value: 'a' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
      ],
      ports: [
        { name: 'http', containerPort: 80, protocol: 'TCP' },
        { name: 'dns', containerPort: 53, protocol: 'UDP' },
      ],
      resources: { limits: { cpu: 2, memory: '1Gi' }, requests: { cpu: '100m' } },
      livenessProbe: { httpGet: { path: '/', port: 'http' }, initialDelaySeconds: 5 },
      readinessProbe: { tcpSocket: { port: 80 } },
      securityContext: { privileged: false, capabilities: { drop: ['ALL'] }, allowPrivilegeEscalation: false },
      volumeMounts: [{ name: 'v', mountPath: '/v', readOnly: true }],
    },
  ],
  volumes: [
    { name: 'v', secret: { secretName: 's', items: [{ key: 'k', path: 'p' }] } },
    { name: 'w', configMap: { name: 'c', defaultMode: 420 } },
    { name: 'e', emptyDir: { sizeLimit: '1Gi' } },
  ],
};
const workload = { selector: { matchLabels: labels }, template: { metadata: { labels, annotations: { note: 'n' } }, spec: podSpec } };
const deployment = {
  replicas: 2,
  ...workload,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
};
const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'], resourceNames: ['a'] }];
const subjects = [
  { kind: 'ServiceAccount', name: 'x', namespace: 'default' },
  { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'g' },
];
const webhook = {
  name: 'w.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  failurePolicy: 'Fail',
  timeoutSeconds: 5,
  clientConfig: { service: { name: 's', namespace: 'default', path: '/w', port: 443 } },
  rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'], scope: 'Namespaced' }],
  namespaceSelector: { matchExpressions: [{ key: 'k', operator: 'Exists' }] },
};
const meta = (more: object = {}) => ({ name: 'good', namespace: 'default', labels, annotations: { note: 'n' }, ...more });
const clusterMeta = () => ({ name: 'good.example.com', labels, annotations: { note: 'n' } });
const rbac = 'rbac.authorization.k8s.io/v1';
const olm = 'operators.coreos.com/v1alpha1';
const crd = {
  name: 'goods.example.com',
  version: 'v1',
  kind: 'Good',
  displayName: 'Good',
  description: 'Good.',
  resources: [{ kind: 'Deployment', name: 'd', version: 'v1' }],
  specDescriptors: [{ path: 'size', displayName: 'Size', 'x-descriptors': ['urn:x'] }],
  statusDescriptors: [{ path: 'phase' }],
};

export const GOOD_OBJECTS: readonly KubernetesObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'good', labels }, spec: { finalizers: ['kubernetes'] } },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: meta(),
    imagePullSecrets: [{ name: 's' }],
    secrets: [{ name: 't' }],
    automountServiceAccountToken: false,
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta(), data: { a: 'b' }, binaryData: { c: 'ZA==' }, immutable: false },
  { apiVersion: 'v1', kind: 'Secret', metadata: meta(), type: 'Opaque', stringData: { a: 'b' }, data: { c: 'ZA==' } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(),
    spec: {
      type: 'ClusterIP',
      selector: labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
      sessionAffinity: 'None',
    },
  },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta(), spec: deployment },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: meta(), spec: workload },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: meta(), spec: { ...workload, serviceName: 's' } },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta(),
    spec: { backoffLimit: 1, template: { spec: { ...podSpec, restartPolicy: 'Never' } } },
  },
  { apiVersion: 'v1', kind: 'Pod', metadata: meta(), spec: { containers: podSpec.containers, volumes: podSpec.volumes } },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta(),
    spec: {
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 80, protocol: 'TCP' }] }],
    },
  },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: meta(), spec: { minAvailable: 1, selector: { matchLabels: labels } } },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'good' },
    value: 10,
    description: 'd',
    globalDefault: false,
  },
  { apiVersion: rbac, kind: 'Role', metadata: meta(), rules },
  { apiVersion: rbac, kind: 'ClusterRole', metadata: clusterMeta(), rules: [...rules, { nonResourceURLs: ['/metrics'], verbs: ['get'] }] },
  {
    apiVersion: rbac,
    kind: 'ClusterRole',
    metadata: { name: 'sum' },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
  },
  {
    apiVersion: rbac,
    kind: 'RoleBinding',
    metadata: meta(),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
    subjects,
  },
  {
    apiVersion: rbac,
    kind: 'ClusterRoleBinding',
    metadata: clusterMeta(),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
    subjects,
  },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: clusterMeta(), webhooks: [webhook] },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: clusterMeta(),
    webhooks: [{ ...webhook, reinvocationPolicy: 'Never' }],
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.good.example.com' },
    spec: {
      group: 'good.example.com',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { name: 's', namespace: 'default', port: 443 },
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'goods.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'goods', singular: 'good', kind: 'Good', listKind: 'GoodList', shortNames: ['gd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 3 } } } },
            },
          },
        },
      ],
    },
  },
  {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: meta(),
    spec: {
      targetNamespaces: ['a', 'b'],
      selector: { matchLabels: labels, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] },
      serviceAccountName: 'x',
      staticProvidedAPIs: true,
      upgradeStrategy: 'Default',
    },
    status: { lastUpdated: '2024-01-01T00:00:00Z', namespaces: ['a'] },
  },
  {
    apiVersion: olm,
    kind: 'Subscription',
    metadata: meta(),
    spec: {
      name: 'p',
      channel: 'c',
      source: 's',
      sourceNamespace: 'olm',
      startingCSV: 'p.v1',
      installPlanApproval: 'Manual',
      config: { env: [{ name: 'A', value: 'a' }], resources: { limits: { cpu: '1' } }, nodeSelector: labels },
    },
  },
  {
    apiVersion: olm,
    kind: 'CatalogSource',
    metadata: meta(),
    spec: {
      sourceType: 'grpc',
      image: 'i',
      displayName: 'd',
      updateStrategy: { registryPoll: { interval: '10m' } },
      grpcPodConfig: { securityContextConfig: 'restricted' },
    },
  },
  {
    apiVersion: 'operators.coreos.com/v2',
    kind: 'OperatorCondition',
    metadata: meta(),
    spec: { serviceAccounts: ['x'], deployments: ['d'], overrides: [{ type: 'Upgradeable', status: 'True', reason: 'R', message: 'm' }] },
  },
  {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OLMConfig',
    metadata: { name: 'cluster' },
    spec: { features: { disableCopiedCSVs: true } },
  },
  {
    apiVersion: olm,
    kind: 'ClusterServiceVersion',
    metadata: meta({ name: 'good.v1.0.0' }),
    spec: {
      displayName: 'Good',
      description: 'Good.',
      version: '1.0.0',
      minKubeVersion: '1.20.0',
      replaces: 'good.v0.9.0',
      skips: ['good.v0.8.0'],
      keywords: ['good'],
      labels: { a: 'b' },
      maturity: 'alpha',
      selector: { matchLabels: labels },
      maintainers: [{ name: 'n', email: 'e@example.com' }],
      provider: { name: 'p', url: 'https://example.com' },
      links: [{ name: 'n', url: 'https://example.com' }],
      icon: [{ base64data: 'ZA==', mediatype: 'image/png' }],
      installModes: [{ type: 'OwnNamespace', supported: true }],
      relatedImages: [{ name: 'n', image: 'i' }],
      cleanup: { enabled: false },
      nativeAPIs: [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      customresourcedefinitions: { owned: [crd], required: [{ name: 'bads.example.com', version: 'v1', kind: 'Bad' }] },
      apiservicedefinitions: {
        owned: [{ name: 'xs', group: 'x.example.com', version: 'v1', kind: 'X', deploymentName: 'd', containerPort: 443 }],
      },
      webhookdefinitions: [
        {
          generateName: 'w.example.com',
          type: 'ValidatingAdmissionWebhook',
          deploymentName: 'd',
          containerPort: 443,
          targetPort: 4343,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          webhookPath: '/w',
          rules: webhook.rules,
        },
      ],
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{ name: 'd', label: { a: 'b' }, spec: deployment }],
          permissions: [{ serviceAccountName: 'x', rules }],
          clusterPermissions: [{ serviceAccountName: 'x', rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }],
        },
      },
    },
    status: { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'm' },
  },
];
