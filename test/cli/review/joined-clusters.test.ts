/** A change that joins clusters, or parts them: each is compared with the cluster that it goes to. */
import { expect, it } from 'vitest';
import { cli, inFolder } from '../../support/command-line.js';
import { history } from '../../support/git.js';

const application = (name: string, server: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  project: default
  destination: {server: "${server}", namespace: pond}
  source: {repoURL: https://git.example.com/ops.git, targetRevision: main, path: ops/${name}}
`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: pond}\n';
const ADMIN = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: x}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: ServiceAccount, name: heron, namespace: pond}]
`;
const files = (devServer: string): Record<string, string> => ({
  'apps/a.yaml': application('prod', 'https://kubernetes.default.svc'),
  'apps/b.yaml': application('dev', devServer),
  'ops/prod/a.yaml': NAMESPACE,
  'ops/dev/a.yaml': NAMESPACE,
  'ops/dev/rbac.yaml': ADMIN,
});

it('what another cluster had is new where an Application brings it to this one', () => {
  const folder = history(files('https://dev.example.com'), files('https://kubernetes.default.svc'));
  const { out, code } = inFolder(folder, () => cli(['review', 'git:main~1', 'git:main']));
  expect(out).toMatch(/^Grants more: ServiceAccount pond\/heron can do everything in all namespaces \(in apps\)$/m);
  expect(code).toBe(1);
});

it('and not where nothing moves', () => {
  const there = files('https://dev.example.com');
  const folder = history(there, { ...there, 'ops/dev/b.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n' });
  expect(inFolder(folder, () => cli(['review', 'git:main~1', 'git:main'])).out).not.toContain('heron');
});

const stage = { ...files('https://dev.example.com'), 'ops/stage/rbac.yaml': ADMIN };

it('what no cluster had is new on a cluster that an Application sends it to', () => {
  const folder = history(stage, { ...stage, 'apps/c.yaml': application('stage', 'https://stage.example.com') });
  const { out, code } = inFolder(folder, () => cli(['review', 'git:main~1', 'git:main']));
  expect(out).toMatch(/^Grants more: ServiceAccount pond\/heron can do everything in all namespaces \(in ops\/stage\)$/m);
  expect(code).toBe(1);
});

it('a destination that nothing named before gets all that moves there', () => {
  const folder = history(files('https://dev.example.com'), files('https://other.example.com'));
  const { out } = inFolder(folder, () => cli(['review', 'git:main~1', 'git:main']));
  expect(out).toMatch(/^Grants more: ServiceAccount pond\/heron can do everything in all namespaces \(in ops\/dev\)$/m);
});
