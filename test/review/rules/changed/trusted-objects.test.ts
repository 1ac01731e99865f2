/** Each kind of object that takes a key, an authority, a credential or settings from a Secret or ConfigMap, with each change of that one. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { NAMESPACE, reviewFolder } from '../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
type Fields = Readonly<Record<string, unknown>>;

/** An object that names the Secret or ConfigMap `named`. */
interface Referrer {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly reader: readonly [apiVersion: string, kind: string, spec: Fields, namespace?: string];
  /** Where the Secret is. */
  readonly namespace?: string;
}

const SOURCE = 'source.toolkit.fluxcd.io/v1';
const REFERRERS: Readonly<Record<string, Referrer>> = {
  'a credential of a GitRepository': {
    kind: 'Secret',
    reader: [SOURCE, 'GitRepository', { url: 'https://a', secretRef: { name: 'named' } }],
  },
  'the keys of a GitRepository': {
    kind: 'Secret',
    reader: [SOURCE, 'GitRepository', { url: 'https://a', verify: { mode: 'HEAD', secretRef: { name: 'named' } } }],
  },
  'the keys of an OCIRepository': {
    kind: 'Secret',
    reader: [SOURCE, 'OCIRepository', { url: 'oci://a/b', verify: { provider: 'cosign', secretRef: { name: 'named' } } }],
  },
  'the authority of a HelmRepository': {
    kind: 'Secret',
    reader: [SOURCE, 'HelmRepository', { url: 'https://a', certSecretRef: { name: 'named' } }],
  },
  'a credential of a Bucket': {
    kind: 'Secret',
    reader: [SOURCE, 'Bucket', { endpoint: 'a', bucketName: 'b', secretRef: { name: 'named' } }],
  },
  'a kubeconfig of a Kustomization': {
    kind: 'Secret',
    reader: [
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      { path: './x', sourceRef: { kind: 'GitRepository', name: 'g' }, kubeConfig: { secretRef: { name: 'named' } } },
    ],
  },
  'the decryption of a Kustomization': {
    kind: 'Secret',
    reader: [
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      { path: './x', sourceRef: { kind: 'GitRepository', name: 'g' }, decryption: { provider: 'sops', secretRef: { name: 'named' } } },
    ],
  },
  'the variables of a Kustomization': {
    kind: 'ConfigMap',
    reader: [
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      {
        path: './x',
        sourceRef: { kind: 'GitRepository', name: 'g' },
        postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'named' }] },
      },
    ],
  },
  'the values of a HelmRelease': {
    kind: 'ConfigMap',
    reader: [
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      { chartRef: { kind: 'OCIRepository', name: 'o' }, valuesFrom: [{ kind: 'ConfigMap', name: 'named' }] },
    ],
  },
  'a kubeconfig of a HelmRelease': {
    kind: 'Secret',
    reader: [
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      { chartRef: { kind: 'OCIRepository', name: 'o' }, kubeConfig: { secretRef: { name: 'named' } } },
    ],
  },
  'the authority of an Issuer': { kind: 'Secret', reader: ['cert-manager.io/v1', 'Issuer', { ca: { secretName: 'named' } }] },
  'a token of an Issuer': {
    kind: 'Secret',
    reader: [
      'cert-manager.io/v1',
      'Issuer',
      { vault: { server: 'https://a', path: 'b', auth: { tokenSecretRef: { name: 'named', key: 'a' } } } },
    ],
  },
  'a credential of a SecretStore': {
    kind: 'Secret',
    reader: [
      'external-secrets.io/v1',
      'SecretStore',
      { provider: { vault: { server: 'https://a', auth: { tokenSecretRef: { name: 'named', key: 'a' } } } } },
    ],
  },
  'the authority of a SecretStore': {
    kind: 'ConfigMap',
    reader: [
      'external-secrets.io/v1',
      'SecretStore',
      { provider: { vault: { server: 'https://a', caProvider: { type: 'ConfigMap', name: 'named', key: 'a' } } } },
    ],
  },
  'the keys of a policy of Kyverno': {
    kind: 'Secret',
    reader: [
      'kyverno.io/v1',
      'Policy',
      {
        rules: [
          {
            name: 'a',
            match: { any: [{ resources: { kinds: ['Pod'] } }] },
            verifyImages: [
              { imageReferences: ['*'], attestors: [{ entries: [{ keys: { secret: { name: 'named', namespace: 'op' } } }] }] },
            ],
          },
        ],
      },
    ],
  },
  'the settings of Prometheus': {
    kind: 'Secret',
    reader: ['monitoring.coreos.com/v1', 'Prometheus', { additionalScrapeConfigs: { name: 'named', key: 'a' } }],
  },
  'the settings of Alertmanager': { kind: 'Secret', reader: ['monitoring.coreos.com/v1', 'Alertmanager', { configSecret: 'named' }] },
  'the certificate of an IngressController': {
    kind: 'Secret',
    namespace: 'openshift-ingress',
    reader: ['operator.openshift.io/v1', 'IngressController', { defaultCertificate: { name: 'named' } }, 'openshift-ingress-operator'],
  },
  'the client of OAuth': {
    kind: 'Secret',
    namespace: 'openshift-config',
    reader: [
      'config.openshift.io/v1',
      'OAuth',
      {
        identityProviders: [{ name: 'a', type: 'OpenID', openID: { clientID: 'a', clientSecret: { name: 'named' }, issuer: 'https://a' } }],
      },
      '',
    ],
  },
  'the passwords of OAuth': {
    kind: 'Secret',
    namespace: 'openshift-config',
    reader: [
      'config.openshift.io/v1',
      'OAuth',
      { identityProviders: [{ name: 'a', type: 'HTPasswd', htpasswd: { fileData: { name: 'named' } } }] },
      '',
    ],
  },
  'the authority of a server of OAuth': {
    kind: 'ConfigMap',
    namespace: 'openshift-config',
    reader: [
      'config.openshift.io/v1',
      'OAuth',
      { identityProviders: [{ name: 'a', type: 'OpenID', openID: { clientID: 'a', ca: { name: 'named' }, issuer: 'https://a' } }] },
      '',
    ],
  },
  'the certificate of the API server': {
    kind: 'Secret',
    namespace: 'openshift-config',
    reader: [
      'config.openshift.io/v1',
      'APIServer',
      { servingCerts: { namedCertificates: [{ names: ['a'], servingCertificate: { name: 'named' } }] } },
      '',
    ],
  },
  'the authority of clients of the API server': {
    kind: 'ConfigMap',
    namespace: 'openshift-config',
    reader: ['config.openshift.io/v1', 'APIServer', { clientCA: { name: 'named' } }, ''],
  },
  'the certificate of a route of OpenShift itself': {
    kind: 'Secret',
    namespace: 'openshift-config',
    reader: [
      'config.openshift.io/v1',
      'Ingress',
      { componentRoutes: [{ name: 'a', namespace: 'b', hostname: 'c', servingCertKeyPairSecret: { name: 'named' } }] },
      '',
    ],
  },
  'the authority of clients of a router': {
    kind: 'ConfigMap',
    namespace: 'openshift-config',
    reader: [
      'operator.openshift.io/v1',
      'IngressController',
      { clientTLS: { clientCertificatePolicy: 'Required', clientCA: { name: 'named' } } },
      'openshift-ingress-operator',
    ],
  },
  'the authorities of a Proxy': {
    kind: 'ConfigMap',
    namespace: 'openshift-config',
    reader: ['config.openshift.io/v1', 'Proxy', { trustedCA: { name: 'named' } }, ''],
  },
  'the authorities of images': {
    kind: 'ConfigMap',
    namespace: 'openshift-config',
    reader: ['config.openshift.io/v1', 'Image', { additionalTrustedCA: { name: 'named' } }, ''],
  },
  'the certificate of a Gateway': {
    kind: 'Secret',
    reader: [
      'gateway.networking.k8s.io/v1',
      'Gateway',
      { gatewayClassName: 'a', listeners: [{ name: 'a', port: 443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'named' }] } }] },
    ],
  },
  'the authority of a BackendTLSPolicy': {
    kind: 'ConfigMap',
    reader: [
      'gateway.networking.k8s.io/v1',
      'BackendTLSPolicy',
      {
        targetRefs: [{ group: '', kind: 'Service', name: 'a' }],
        validation: { hostname: 'a', caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'named' }] },
      },
    ],
  },
  'a credential of Crossplane': {
    kind: 'Secret',
    reader: [
      'aws.upbound.io/v1beta1',
      'ProviderConfig',
      { credentials: { source: 'Secret', secretRef: { name: 'named', namespace: 'op', key: 'a' } } },
      '',
    ],
  },
  'a credential of KEDA': {
    kind: 'Secret',
    reader: ['keda.sh/v1alpha1', 'TriggerAuthentication', { secretTargetRef: [{ parameter: 'a', name: 'named', key: 'a' }] }],
  },
  'the certificate of an Ingress': {
    kind: 'Secret',
    reader: ['networking.k8s.io/v1', 'Ingress', { tls: [{ hosts: ['a'], secretName: 'named' }], rules: [] }],
  },
};

const objectOf = ([apiVersion, kind, spec, namespace = 'op']: Referrer['reader']): Fields => ({
  apiVersion,
  kind,
  metadata: {
    name: apiVersion.startsWith('config.openshift.io/') ? 'cluster' : 'reader',
    ...(namespace === '' ? {} : { namespace }),
  },
  spec,
});
const holderOf = ({ kind, namespace = 'op' }: Referrer, value: string, name = 'named'): Fields => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace },
  ...(kind === 'Secret' ? { stringData: { a: value } } : { data: { a: value } }),
});
const told = (before: readonly Fields[], after: readonly Fields[]): string => {
  const input = (objects: readonly Fields[]) => ({ 'a.yaml': NAMESPACE, 'b.yaml': objects.map((one) => stringify(one)).join('---\n') });
  return reviewFiles(input(before), input(after)).text;
};

describe.each(Object.entries(REFERRERS))('%s', (_, referrer) => {
  const reader = objectOf(referrer.reader);
  const warned = new RegExp(`^(?:error|warning)\\[.*${referrer.kind} \\S*named`, 'm');

  const changes: [string, readonly Fields[], readonly Fields[]][] = [
    ['changes', [reader, holderOf(referrer, 'old')], [reader, holderOf(referrer, 'new')]],
    ['is new', [reader], [reader, holderOf(referrer, 'new')]],
    ['is removed', [reader, holderOf(referrer, 'old')], [reader]],
  ];
  it.each(changes)('is told if it %s', (__, before, after) => {
    expect(told(before, after)).toMatch(warned);
  });

  it('is told with who trusts it', () => {
    const [[, before, after] = ['', [], []]] = changes;
    expect(told(before, after)).toMatch(new RegExp(`^(?:error|warning)\\[.*${referrer.kind} \\S*named.* ${referrer.reader[1]} `, 'm'));
  });

  it('is not told if it stays', () => {
    expect(
      told(
        [reader, holderOf(referrer, 'old')],
        [reader, holderOf(referrer, 'old'), holderOf({ ...referrer, namespace: 'op' }, 'x', 'else')],
      ),
    ).not.toMatch(warned);
  });
});

/** Secrets and ConfigMaps that a tool finds by a fixed name or a label, and the words for what they decide. */
const FOUND: Readonly<Record<string, readonly [kind: 'Secret' | 'ConfigMap', metadata: Fields, decides: string]>> = {
  'argo-rollouts-config': ['ConfigMap', { name: 'argo-rollouts-config', namespace: 'rollouts' }, 'Argo Rollouts'],
  'amazon-vpc-cni': ['ConfigMap', { name: 'amazon-vpc-cni', namespace: 'kube-system' }, 'the network of EKS'],
  'workflow-controller-configmap': ['ConfigMap', { name: 'workflow-controller-configmap', namespace: 'argo' }, 'Argo Workflows'],
  'configuration of Jenkins': ['ConfigMap', { name: 'a', namespace: 'op', labels: { 'jenkins-jenkins-config': 'true' } }, 'Jenkins'],
  'configuration of Jenkins in a Secret': [
    'Secret',
    { name: 'a', namespace: 'op', labels: { 'jenkins-jenkins-config': 'true' } },
    'Jenkins',
  ],
  'Pods of Jenkins': ['ConfigMap', { name: 'a', namespace: 'op', labels: { role: 'jenkins-agent' } }, 'Jenkins'],
  'old Pods of Jenkins': ['ConfigMap', { name: 'a', namespace: 'op', labels: { role: 'jenkins-slave' } }, 'Jenkins'],
  'credentials of Jenkins': [
    'Secret',
    { name: 'a', namespace: 'op', labels: { 'jenkins.io/credentials-type': 'usernamePassword' } },
    'Jenkins',
  ],
  'credentials of Jenkins on OpenShift': [
    'Secret',
    { name: 'a', namespace: 'op', labels: { 'credential.sync.jenkins.openshift.io': 'true' } },
    'Jenkins',
  ],
  ...Object.fromEntries(
    (
      [
        ['grafana_datasource', '1', 'Grafana'],
        ['grafana_alert', '1', 'Grafana'],
        ['grafana_notifier', '1', 'Grafana'],
        ['grafana_plugin', '1', 'which plugins Grafana runs'],
        ['loki_rule', '', 'Loki'],
        ['ci-jenkins-config', 'true', 'Jenkins'],
        ['velero.io/plugin-config', '', 'Velero'],
        ['config.openshift.io/inject-trusted-cabundle', 'true', 'CAs'],
        ['workflows.argoproj.io/configmap-type', 'Parameter', 'parameters'],
        ['workflows.argoproj.io/configmap-type', 'Cache', 'results'],
        ['external-secrets.io/type', 'webhook', 'External Secrets'],
        ['istio/multiCluster', 'true', 'Istio'],
        ['kiali.io/multiCluster', 'true', 'Kiali'],
      ] as const
    ).flatMap(([label, value, decides]) =>
      (['Secret', 'ConfigMap'] as const).map((kind) => [
        `${label} ${value} in a ${kind}`,
        [kind, { name: 'a', namespace: 'op', labels: { [label]: value } }, decides] as const,
      ]),
    ),
  ),
};

describe.each(Object.entries(FOUND))('what a tool finds by itself: %s', (_, [kind, metadata, decides]) => {
  const object = (value: string): Fields => ({
    apiVersion: 'v1',
    kind,
    metadata,
    ...(kind === 'Secret' ? { stringData: { a: value } } : { data: { a: value } }),
  });
  const named = new RegExp(`^(?:error|warning)\\[cluster-setting\\].*${kind} \\S+ is (?:changed|new) and decides .*${decides}`, 'm');

  it('is told with who takes it if it changes or is new', () => {
    expect(told([object('old')], [object('new')])).toMatch(named);
    expect(told([], [object('new')])).toMatch(named);
  });

  it('is told if only the label by which it is found is new', () => {
    if (!('labels' in metadata)) return;
    const { labels: _, ...rest } = metadata;
    expect(told([{ ...object('old'), metadata: rest }], [object('old')])).toMatch(named);
  });

  it('is not told if it stays', () => {
    expect(told([object('old')], [object('old')])).not.toContain(decides);
  });
});

it('is told that the network of EKS has no settings any more', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'amazon-vpc-cni', namespace: 'kube-system' }, data: { a: 'b' } };
  expect(told([object], [])).toMatch(/^warning\[cluster-setting\].*amazon-vpc-cni was removed; it decided whether the network of EKS/m);
});

it('is no setting of Jenkins if a role is called otherwise', () => {
  const object = (value: string): Fields => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'op', labels: { role: 'web' } },
    data: { a: value },
  });
  expect(told([object('old')], [object('new')])).not.toContain('Jenkins');
});
