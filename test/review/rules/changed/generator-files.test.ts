/** Files that a git-files generator reads are judged by the Applications that they make. */
import { expect, it } from 'vitest';
import { reviewFolder } from '../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const SET = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: s, namespace: argocd }
spec:
  goTemplate: true
  generators: [{ git: { repoURL: https://git.example.com/a/b.git, revision: HEAD, files: [{ path: envs/*/config.json }] } }]
  template:
    metadata: { name: '{{.name}}' }
    spec:
      project: '{{.project}}'
      source: { repoURL: '{{.repo}}', path: '{{.folder}}', targetRevision: '{{.rev}}' }
      destination: { server: '{{.server}}', namespace: '{{.namespace}}' }
`;
const DEV = {
  name: 'dev',
  project: 'dev',
  repo: 'https://git.example.com/a/apps.git',
  folder: 'apps/dev',
  rev: 'v1.0.0',
  server: 'https://kubernetes.default.svc',
  namespace: 'dev',
};
const files = (values: object, more: object = {}) => ({ 'set.yaml': SET, 'envs/dev/config.json': JSON.stringify(values), ...more });

it.each([
  ['project', 'admin'],
  ['repo', 'https://git.evil.example.com/a/b.git'],
  ['folder', 'apps/../admin'],
  ['server', 'https://prod.example.com'],
  ['namespace', 'kube-system'],
])('is told if the %s changes', (key, value) => {
  expect(reviewFiles(files(DEV), files({ ...DEV, [key]: value })).text).toMatch(
    /^(?:error|warning)\[outside-source\].*Application argocd\/dev/m,
  );
});

it('is told if a file makes one more Application, or no longer makes one', () => {
  const evil = { 'envs/evil/config.json': JSON.stringify({ ...DEV, name: 'evil', repo: 'https://git.evil.example.com/a.git' }) };
  expect(reviewFiles(files(DEV), files(DEV, evil)).text).toMatch(/^error\[outside-source\].*Application argocd\/evil/m);
  expect(reviewFiles(files(DEV, evil), files(DEV)).text).toMatch(/^warning\[guard-undone\].*Application argocd\/evil/m);
});

it.each([
  ['rev', 'v1.1.0'],
  ['note', 'a'],
])('is no warning if the %s changes', (key, value) => {
  expect(reviewFiles(files(DEV), files({ ...DEV, [key]: value })).text).not.toMatch(/^(?:error|warning)\[/m);
});
