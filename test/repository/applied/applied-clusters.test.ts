import { describe, expect, it } from 'vitest';
import { unitsIn } from '../../../src/repository/units/units.js';
import { folderOf } from '../../support/files.js';
import { itWith, program } from '../../support/needs.js';

const OWN = 'server: https://kubernetes.default.svc';
const application = (name: string, path: string, destination = OWN) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec: {source: {repoURL: u, path: ${path}}, destination: {${destination}}}\n---\n`;
const flux = (name: string, path: string, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec: {path: ./${path}, sourceRef: {kind: GitRepository, name: flux-system}${more}}\n---\n`;
const list = (...resources: string[]) => `resources: [${resources.join(', ')}]\n`;
/** Two overlays of one base are alternatives. */
const repository = {
  '.git/HEAD': '',
  'base/kustomization.yaml': list('a.yaml'),
  'base/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n',
  'prod/kustomization.yaml': list('../base'),
  'test/kustomization.yaml': list('../base'),
};
const unitsOf = (files: Readonly<Record<string, string>>) => unitsIn(folderOf({ ...repository, ...files }));
const clustersOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    (unitsOf(files)?.units ?? []).flatMap(({ name, kind, parts = [] }) =>
      kind === 'cluster' ? [[name, parts.map((part) => part.name)]] : [],
    ),
  );

describe('units reach the cluster', () => {
  it('that the Application which names them is applied to, where it names its own', () => {
    const root = { 'root/kustomization.yaml': list('apps.yaml'), 'root/apps.yaml': application('x', 'prod') };
    expect(clustersOf(root)).toEqual({ root: ['prod', 'root'] });
    const found = unitsOf(root);
    expect(found?.reading).toBe('applications');
    expect(found?.units.map(({ name }) => name)).toEqual(['root', 'test']);
  });

  it('of each root, though all of them call it by one address', () => {
    const roots = ['prod', 'test'].flatMap((name) => [
      [`roots/${name}/kustomization.yaml`, list('apps.yaml', '../../shared')],
      [`roots/${name}/apps.yaml`, application('x', name, 'name: in-cluster')],
    ]);
    const shared = { 'shared/kustomization.yaml': list('apps.yaml'), 'shared/apps.yaml': application('y', 'base') };
    expect(clustersOf({ ...Object.fromEntries(roots), ...shared })).toEqual({
      'roots/prod': ['base', 'prod', 'roots/prod'],
      'roots/test': ['base', 'roots/test', 'test'],
    });
  });

  it('of a root through Applications that name Applications, also themselves', () => {
    const files = {
      'root/kustomization.yaml': list('apps.yaml'),
      'root/apps.yaml': application('x', 'more') + application('self', 'root'),
      'more/kustomization.yaml': list('apps.yaml'),
      'more/apps.yaml': application('y', 'prod'),
    };
    expect(clustersOf(files)).toEqual({ root: ['more', 'prod', 'root'] });
  });

  it('that a destination names, by the Secret of its address where there is one', () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {argocd.argoproj.io/secret-type: cluster}}\nstringData: {name: edge, server: "https://edge:6443"}\n';
    const apps = application('x', 'prod', 'server: "https://edge:6443/"') + application('y', 'test', 'name: far');
    const root = { 'root/kustomization.yaml': list('apps.yaml'), 'root/apps.yaml': apps };
    expect(clustersOf(root)).toEqual({ 'edge:6443': ['prod'], far: ['test'] });
    expect(clustersOf({ ...root, 'root/apps.yaml': apps + secret })).toEqual({ edge: ['prod'], far: ['test'] });
  });

  it('that a Kustomization of Flux is in, or that its kubeConfig is of', () => {
    const files = {
      'clusters/a/flux.yaml': flux('self', 'clusters/a') + flux('x', 'prod') + flux('y', 'test', ', kubeConfig: {secretRef: {name: far}}'),
    };
    expect(clustersOf(files)).toEqual({ 'clusters/a': ['clusters/a', 'prod'], far: ['test'] });
  });

  it('of no name where nobody says it', () => {
    const set =
      'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: s}\nspec: {generators: [{list: {elements: [{path: prod}]}}], template: {spec: {source: {repoURL: u, path: "{{path}}"}, destination: {server: "{{server}}"}}}}\n';
    const found = unitsOf({ 'root/kustomization.yaml': list('s.yaml'), 'root/s.yaml': set });
    expect(found?.reading).toBe('alternatives');
    expect(found?.units.find(({ name }) => name === 'prod')?.appliedBy).toEqual(['ApplicationSet s']);
  });

  it('together with all others, where no two of them are alternatives and it is the only one', () => {
    const { 'test/kustomization.yaml': _, ...plain } = repository;
    const root = { 'root/kustomization.yaml': list('apps.yaml'), 'root/apps.yaml': application('x', 'prod') };
    expect(unitsIn(folderOf({ ...plain, ...root }))?.reading).toBeUndefined();
  });

  itWith([program('kubectl')], 'by what is built: a patch says another path', () => {
    const patch = '[{"op":"replace","path":"/spec/source/path","value":"test"}]';
    expect(
      clustersOf({
        'apps/kustomization.yaml': list('apps.yaml'),
        'apps/apps.yaml': application('x', 'prod'),
        'root/kustomization.yaml': `${list('../apps')}patches: [{target: {kind: Application}, patch: '${patch}'}]\n`,
      }),
    ).toEqual({ root: ['root', 'test'] });
  });
});
