/** An Application with `directory` applies plain files, even where there is a kustomization (argo-cd, ExplicitType of a source). */
import { expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const application = (source: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, namespace: argocd}\nspec:\n  project: default\n  source: {repoURL: https://git.example.com/a, path: shop, ${source}}\n  destination: {server: https://kubernetes.default.svc, namespace: shop}\n`;
const binding = (role: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: shop}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}\nsubjects: [{kind: ServiceAccount, name: shop, namespace: shop}]\n`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';

/** `b.yaml` is next to a kustomization that does not list it. */
const repository = (source: string, more: Readonly<Record<string, string>>): string =>
  folderOf({
    'apps/shop.yaml': application(source),
    'shop/kustomization.yaml': 'resources: [a.yaml]\n',
    'shop/a.yaml': NAMESPACE,
    'other/kustomization.yaml': 'resources: [c.yaml]\n',
    'other/c.yaml': NAMESPACE.replace('name: shop', 'name: other'),
    ...more,
  });

const DIRECTORY = {
  recurse: 'directory: {recurse: true}',
  exclude: 'directory: {exclude: kustomization.yaml}',
  include: 'directory: {include: "*.yaml"}',
  jsonnet: 'directory: {jsonnet: {libs: [vendor]}}',
};

it.each(Object.entries(DIRECTORY))('applies files that the kustomization does not list: %s', (_, source) => {
  const { out, code } = cli(['review', repository(source, {}), repository(source, { 'shop/b.yaml': binding('cluster-admin') })]);
  expect(out).toMatch(/^Grants more: .*ServiceAccount shop\/shop/m);
  expect(code).toBe(1);
});

it.each(Object.entries(DIRECTORY))('is told where it begins to apply such files: %s', (_, source) => {
  const files = { 'shop/b.yaml': binding('cluster-admin') };
  const { out, code } = cli(['review', repository('directory: {}', files), repository(source, files)]);
  expect(out).toMatch(/^Grants more: .*ServiceAccount shop\/shop/m);
  expect(code).toBe(1);
});

it('applies the files below as well', () => {
  const files = { 'shop/sub/kustomization.yaml': 'resources: []\n', 'shop/sub/b.yaml': binding('cluster-admin') };
  const { out } = cli(['review', repository(DIRECTORY.recurse, {}), repository(DIRECTORY.recurse, files)]);
  expect(out).toMatch(/^Grants more: .*ServiceAccount shop\/shop/m);
});

it('builds the kustomization where the field says nothing', () => {
  const { out } = cli([
    'review',
    repository('directory: {recurse: false}', {}),
    repository('directory: {recurse: false}', { 'shop/b.yaml': binding('view') }),
  ]);
  expect(out).not.toMatch(/^Grants more/m);
});
