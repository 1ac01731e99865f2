import { describe, expect, it } from 'vitest';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { bind } from '../../support/rbac-in-short.js';
import { deployment } from '../../support/workloads.js';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  readonly [field: string]: unknown;
}
const object = (apiVersion: string, kind: string, more: object, metadata: object = {}): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'one', namespace: 'op', ...metadata },
  ...more,
});

/** Objects that stay and change, and what one sentence tells of the change. */
const CHANGED: Readonly<Record<string, readonly [before: Manifest, after: Manifest, told: string]>> = {
  'a project of Argo CD': [
    object('argoproj.io/v1alpha1', 'AppProject', { spec: { sourceRepos: ['https://a.example/x'] } }),
    object('argoproj.io/v1alpha1', 'AppProject', { spec: { sourceRepos: ['*'] } }),
    'outside-source spec.sourceRepos (["https://a.example/x"] → ["*"])',
  ],
  'the login settings of OpenShift': [
    object('config.openshift.io/v1', 'OAuth', { spec: { tokenConfig: { accessTokenMaxAgeSeconds: 60 } } }, { namespace: undefined }),
    object('config.openshift.io/v1', 'OAuth', { spec: { tokenConfig: { accessTokenMaxAgeSeconds: 0 } } }, { namespace: undefined }),
    'cluster-setting spec.tokenConfig.accessTokenMaxAgeSeconds (60 → 0)',
  ],
  'an object of an unknown kind': [
    object('example.com/v1', 'Gadget', { spec: { power: 1 } }),
    object('example.com/v1', 'Gadget', { spec: { power: 9 } }),
    'unknown-kind spec.power (1 → 9)',
  ],
  'a ConfigMap of somebody else': [
    object('v1', 'ConfigMap', { data: { level: 'info' } }),
    object('v1', 'ConfigMap', { data: { level: 'debug' } }),
    'foreign-configuration data.level ("info" → "debug")',
  ],
  'a NetworkPolicy': [
    object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ingress: [] } }),
    object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ingress: [{}] } }),
    'cluster-setting spec.ingress ([] → [{}])',
  ],
  'a powerful role that nobody has': [
    object(
      'rbac.authorization.k8s.io/v1',
      'ClusterRole',
      { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
      { namespace: undefined },
    ),
    object(
      'rbac.authorization.k8s.io/v1',
      'ClusterRole',
      { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
      { namespace: undefined },
    ),
    'unbound-role',
  ],
  'an annotation that nobody knows': [
    object('v1', 'Service', { spec: { ports: [] } }),
    object('v1', 'Service', { spec: { ports: [] } }, { annotations: { 'tool.example.com/do': 'it' } }),
    'unknown-metadata',
  ],
};

const reviewed = (format: string): string =>
  cli([
    'review',
    folderOf({ 'all.yaml': manifests(...Object.values(CHANGED).map(([before], index) => named(before, index))) }),
    folderOf({ 'all.yaml': manifests(...Object.values(CHANGED).map(([, after], index) => named(after, index))) }),
    '--format',
    format,
  ]).out;

/** Each has a name of its own. */
function named(manifest: Manifest, index: number): never {
  return { ...manifest, metadata: { ...manifest.metadata, name: `one-${index}` } } as never;
}

describe('an object that changes', () => {
  it.each(Object.entries(CHANGED))('is told in one line: %s', (_, [before, after, told]) => {
    const [base, head] = [before, after].map((manifest) => folderOf({ 'all.yaml': manifests(manifest as never) })) as [string, string];
    const { findings } = JSON.parse(cli(['review', base, head, '--format', 'json']).out) as {
      findings: { new: { id: string; message: string; claims?: unknown; differs?: unknown }[] };
    };
    const [id, text = ''] = told.split(/ (.*)/s);
    expect(findings.new.map((finding) => finding.id)).toEqual([id]);
    expect(findings.new[0]?.message).toContain(text);
    expect([findings.new[0]?.claims, findings.new[0]?.differs]).toEqual([undefined, undefined]);
  });

  it.each(['text', 'md', 'html'])('is not said to be reviewed and not covered at once: %s', (format) => {
    const out = reviewed(format);
    expect(out).toContain('cluster-setting');
    expect(out).not.toContain('the review does not cover this');
  });

  it('is told once where a variable of what a powerful account runs changes', () => {
    const binding = bind('ci', 'cluster-admin', 'ServiceAccount op/ci');
    const job = (value: string) => [
      binding,
      deployment('op/job', { serviceAccountName: 'ci', containers: [{ name: 'a', image: 'a', env: [{ name: 'DEBUG', value }] }] }),
    ];
    const [base, head] = ['no', 'yes'].map((value) => folderOf({ 'all.yaml': manifests(...job(value)) })) as [string, string];
    const { findings } = JSON.parse(cli(['review', base, head, '--format', 'json']).out) as {
      findings: { new: { id: string; before?: string; after?: string }[] };
    };
    expect(findings.new.map(({ id, before, after }) => [id, before, after])).toEqual([
      ['powerful-input', '{"name":"DEBUG","value":"no"}', '{"name":"DEBUG","value":"yes"}'],
    ]);
  });

  it('is told once more with the fields that no rule tells', () => {
    const policy = (spec: object, labels: object) =>
      object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {}, ...spec } }, { labels });
    const [base, head] = [policy({}, {}), policy({ ingress: [{}] }, { a: 'b' })].map((manifest) =>
      folderOf({ 'all.yaml': manifests(manifest as never) }),
    ) as [string, string];
    const { findings } = JSON.parse(cli(['review', base, head, '--format', 'json']).out) as {
      findings: { new: { id: string; message: string }[] };
    };
    expect(findings.new.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      expect.stringMatching(/^cluster-setting: .* spec\.ingress/),
      'fields-not-reviewed: also differs in metadata.labels.a; the review does not cover this',
    ]);
  });
});
