/** Each way to freeze what a delivery applies, for each kind of Flux and Argo CD that has it. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { cli } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';

type Fields = Readonly<Record<string, unknown>>;
interface Way {
  readonly spec?: Fields;
  readonly labels?: Fields;
  readonly annotations?: Fields;
}

const SOURCE = { repoURL: 'https://git.example.com/a/b.git', path: 'z', targetRevision: 'v1.0.0' };
const APPLICATION = { project: 'p', source: SOURCE, destination: { server: 'https://kubernetes.default.svc', namespace: 'op' } };

const FLUX: Readonly<Record<string, Way>> = {
  suspend: { spec: { suspend: true } },
  'an interval of years': { spec: { interval: '90000h' } },
  'the shard of no controller': { labels: { 'sharding.fluxcd.io/key': 'none' } },
};
const DEPENDING: Readonly<Record<string, Way>> = {
  ...FLUX,
  'dependsOn to nothing': { spec: { dependsOn: [{ name: 'nothing' }] } },
  'dependsOn to itself': { spec: { dependsOn: [{ name: 'x' }] } },
  'a retry after years': { spec: { retryInterval: '90000h' } },
  'no time to apply': { spec: { timeout: '1s' } },
};
const ARGO_CD: Readonly<Record<string, Way>> = {
  'paths that never change': { annotations: { 'argocd.argoproj.io/manifest-generate-paths': '/nowhere' } },
  'no reconciliation': { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } },
};

const KINDS: readonly (readonly [apiVersion: string, kind: string, spec: Fields, ways: Readonly<Record<string, Way>>])[] = [
  [
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    { interval: '10m', path: './a', prune: true, sourceRef: { kind: 'GitRepository', name: 'g' } },
    {
      ...DEPENDING,
      'a health check that never passes': {
        spec: { healthChecks: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'none', namespace: 'op' }] },
      },
      'a health expression that never passes': { spec: { healthCheckExprs: [{ apiVersion: 'a.io/v1', kind: 'A', current: 'false' }] } },
      'no reconciliation': { annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' } },
      'nothing removed': { spec: { prune: false } },
    },
  ],
  [
    'helm.toolkit.fluxcd.io/v2',
    'HelmRelease',
    {
      interval: '10m',
      driftDetection: { mode: 'enabled' },
      chart: { spec: { chart: 'a', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'h' } } },
    },
    {
      ...DEPENDING,
      'no drift detection': { spec: { driftDetection: { mode: 'disabled' } } },
      'drift of all that is ignored': { spec: { driftDetection: { mode: 'enabled', ignore: [{ paths: [''] }] } } },
    },
  ],
  [
    'source.toolkit.fluxcd.io/v1',
    'GitRepository',
    { interval: '10m', url: SOURCE.repoURL, ref: { tag: 'v1' } },
    { ...FLUX, 'all files ignored': { spec: { ignore: '/*' } } },
  ],
  ['source.toolkit.fluxcd.io/v1', 'HelmRepository', { interval: '10m', url: 'https://charts.example.com' }, FLUX],
  ['source.toolkit.fluxcd.io/v1', 'OCIRepository', { interval: '10m', url: 'oci://quay.io/a/b', ref: { tag: 'v1' } }, FLUX],
  ['source.toolkit.fluxcd.io/v1', 'Bucket', { interval: '10m', endpoint: 's3.example.com', bucketName: 'b' }, FLUX],
  [
    'argoproj.io/v1alpha1',
    'Application',
    { ...APPLICATION, syncPolicy: { automated: { selfHeal: true, prune: true } } },
    {
      ...ARGO_CD,
      'no healing': { spec: { syncPolicy: { automated: { prune: true } } } },
      'no automatic sync': { spec: { syncPolicy: {} } },
      'a disabled sync': { spec: { syncPolicy: { automated: { selfHeal: true, prune: true, enabled: false } } } },
      'ignored differences': { spec: { ignoreDifferences: [{ group: '*', kind: '*', jsonPointers: ['/spec'] }] } },
    },
  ],
  [
    'argoproj.io/v1alpha1',
    'ApplicationSet',
    {
      generators: [{ list: { elements: [{ n: 'a' }] } }],
      template: { metadata: { name: '{{n}}' }, spec: APPLICATION },
    },
    {
      ...ARGO_CD,
      'created only': { spec: { syncPolicy: { applicationsSync: 'create-only' } } },
      'ignored differences': { spec: { ignoreApplicationDifferences: [{ jsonPointers: ['/spec'] }] } },
      'steps that none passes': { spec: { strategy: { type: 'RollingSync', rollingSync: { steps: [{ maxUpdate: 0 }] } } } },
    },
  ],
];

const ROWS = KINDS.flatMap(([apiVersion, kind, spec, ways]) =>
  Object.entries(ways).map(([name, way]) => [kind, name, apiVersion, spec, way] as const),
);

describe('a frozen delivery', () => {
  it.each(ROWS)('is a warning: %s with %s', (kind, _, apiVersion, spec, { spec: more = {}, ...metadata }) => {
    const input = (own: Fields, marks: Fields): string =>
      folderOf({
        'ns.yaml': stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'op' } }),
        'x.yaml': stringify({ apiVersion, kind, metadata: { name: 'x', namespace: 'tools', ...marks }, spec: own }),
      });
    const { out } = cli(['review', input(spec, {}), input({ ...spec, ...more }, metadata)]);
    expect(out).toMatch(/^(?:error|warning)\[(?:guard-undone|outside-source|applied-now)\]/m);
  });
});
