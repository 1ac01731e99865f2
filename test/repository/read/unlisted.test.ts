/** A file that a kustomization stops listing brings nothing, unless the change also decides anew what a tool applies. */

import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { committed, writeFiles } from '../../support/git.js';
import { type Files, NAMESPACE, reviewFolder } from '../../support/reviewed-files.js';

const START = process.cwd();
afterEach(() => process.chdir(START));

const deployment = (name: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}, namespace: ns}\nspec: {selector: {matchLabels: {a: a}}, template: {metadata: {labels: {a: a}}, spec: {containers: [{name: a, image: i}]}}}\n`;
const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: ns}\nspec: {replicas: 2}\n';
const application = (source: string, indent = '') =>
  [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: Application',
    'metadata: {name: app, namespace: argocd}',
    `spec: {project: default, destination: {namespace: ns, server: "https://kubernetes.default.svc"}, source: {repoURL: "https://github.com/o/r.git", ${source}}}`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');
const policy = (source: string) =>
  `apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nmetadata: {name: p, namespace: ns}\nspec:\n  disabled: false\n  policy-templates:\n    - objectDefinition:\n        apiVersion: policy.open-cluster-management.io/v1\n        kind: ConfigurationPolicy\n        metadata: {name: c}\n        spec:\n          remediationAction: enforce\n          object-templates:\n            - complianceType: musthave\n              objectDefinition:\n${application(source, ' '.repeat(16))}`;

const files = (second: string, apply: string): Record<string, string> => ({
  'one/kustomization.yaml': 'resources: [a.yaml, apply.yaml]\npatches: [{path: patch.yaml}]\n',
  'one/a.yaml': deployment('a'),
  'one/patch.yaml': patch,
  'one/apply.yaml': apply,
  'two/kustomization.yaml': 'resources: [a.yaml]\n',
  'two/a.yaml': deployment(second),
});
const WITHOUT_PATCH = { 'one/kustomization.yaml': 'resources: [a.yaml, apply.yaml]\n' };

function told(before: string, after: string): string[] {
  // The same names in two folders are two clusters, so that each unit is read apart.
  const clone = committed(files('a', before));
  process.chdir(clone);
  writeFiles(clone, { ...files('a', after), ...WITHOUT_PATCH });
  const { out } = cli(['review', 'git:HEAD', '.', '--format', 'json']);
  const { findings } = JSON.parse(out) as { findings: { new: readonly { id: string; subject: { name: string } }[] } };
  return findings.new.filter(({ id }) => id === 'unread-file').map(({ subject }) => subject.name);
}

const DELIVERIES: readonly (readonly [string, (source: string) => string])[] = [
  ['an Application', (source) => application(source)],
  ['an Application in a Policy', policy],
];

describe('a patch that a kustomization stops listing', () => {
  it.each(DELIVERIES)('is no unread file while %s stays as it is', (_, write) => {
    expect(told(write('path: one'), write('path: one'))).toEqual([]);
  });

  it.each(DELIVERIES)('is one where %s changes, whatever it applies then', (_, write) => {
    expect(told(write('path: two'), write('path: two, targetRevision: other'))).toEqual(['one/patch.yaml']);
  });
});

describe('a file that a unit no longer lists', () => {
  const { reviewFiles } = reviewFolder();
  const engine = (mark: string): string =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: s\n  namespace: op\n  annotations: {${mark}: "5"}\nspec: {ports: [{port: 80}]}\n`;
  const listed = (mark: string, resources: string): Files => ({
    'a/kustomization.yaml': `resources: [ns.yaml${resources}]\n`,
    'a/ns.yaml': NAMESPACE,
    'a/s.yaml': engine(mark),
    'b/kustomization.yaml': 'resources: [ns.yaml]\n',
    'b/ns.yaml': NAMESPACE,
  });
  const told = (mark: string): string => reviewFiles(listed(mark, ', s.yaml'), listed(mark, '')).text;

  it('is not new, whatever marks say how Argo CD syncs it', () => {
    expect(told('argocd.argoproj.io/sync-wave')).not.toContain('is new');
    expect(told('argocd.argoproj.io/sync-wave')).toContain('Service op/s: removed');
  });

  it('is told if something of Argo CD goes with it', () => {
    expect(told('argocd.argoproj.io/tracking-id')).toContain('a/s.yaml');
  });
});
