import { describe, expect, it } from 'vitest';
import { appliedPaths } from '../../../src/repository/applied/applied-paths.js';

const here = { folders: new Set(['', 'apps', 'apps/a', 'apps/b', 'manifests']), files: [], contentOf: () => [] };
const URL = 'https://example.com/org/config.git';
const application = (name: string, ...sources: object[]) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: sources.length === 1 ? { source: sources[0] } : { sources },
});
const set = (name: string, spec: object, namespace?: string) => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  spec,
});
const kustomization = (path: string | undefined) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'k', namespace: 'flux-system' },
  spec: { ...(path === undefined ? {} : { path }), sourceRef: { kind: 'GitRepository', name: 'flux-system' } },
});
const pathsOf = (...objects: object[]) => appliedPaths(objects, here).paths.map(({ path, by }) => `${path}: ${by}`);

describe('the paths that a repository applies', () => {
  it('are those of the sources of Applications', () => {
    const several = application('y', { repoURL: URL, path: 'apps/b/' }, { repoURL: URL, chart: 'c', path: 'apps' });
    expect(pathsOf(application('x', { repoURL: URL, path: './apps/a' }), several)).toEqual([
      'apps/a: Application argocd/x',
      'apps/b: Application argocd/y',
    ]);
  });

  it('are those of Flux, which goes into the folders below', () => {
    expect(appliedPaths([kustomization('./apps')], here).paths).toEqual([
      { path: 'apps', by: 'Kustomization flux-system/k', recurses: true },
    ]);
    expect(appliedPaths([application('x', { path: 'apps' })], here).paths[0]?.recurses).toBe(false);
    expect(appliedPaths([application('x', { path: 'apps', directory: { recurse: true } })], here).paths[0]?.recurses).toBe(true);
  });

  it('are of this repository if most of those with its address are here, however the address is written', () => {
    const other = 'https://example.com/org/other';
    const elsewhere = ['manifests', 'gone', 'lost'].map((path) => application(path, { repoURL: other, path }));
    expect(pathsOf(...elsewhere)).toEqual([]);
    expect(
      pathsOf(
        application('a', { repoURL: URL, path: 'apps/a' }),
        application('b', { repoURL: 'git@example.com:org/config', path: 'apps/b' }),
        application('c', { repoURL: 'ssh://git@Example.com/org/config/', path: 'gone' }),
      ),
    ).toHaveLength(2);
    // The top is in every repository.
    expect(pathsOf(kustomization(undefined))).toEqual([]);
    expect(pathsOf(application('x', { path: '../apps' }))).toEqual([]);
  });

  it('are those that ApplicationSets make, and what a patch of one lacks has the one of its name', () => {
    const template = { spec: { source: { repoURL: 'patched', path: '{{values.path}}' } } };
    const base = set('s', { generators: [{ list: { elements: ['patched'] } }], template }, 'argocd');
    const patch = set('s', { generators: [{ list: { elements: [{ values: { path: 'apps/a' } }] } }] });
    expect(pathsOf(base, patch)).toEqual(['apps/a: ApplicationSet argocd/s']);
    expect(pathsOf(base)).toEqual([]);
    const go = { generators: [{ git: { directories: [{ path: 'apps/*' }] } }], goTemplate: true };
    expect(pathsOf(set('g', { ...go, template: { spec: { source: { path: '{{ .path.path }}' } } } }))).toHaveLength(2);
  });

  it('name what cannot be expanded, once', () => {
    const one = set('s', { generators: [{ clusters: {} }], template: { spec: { source: { path: 'clusters/{{name}}' } } } });
    expect(appliedPaths([one, one], here)).toEqual({ paths: [], unexpanded: ['ApplicationSet s'] });
    const open = set('t', { generators: [{ list: { elements: [{ a: 'b' }] } }], template: { spec: { source: { path: '{{c}}' } } } });
    expect(appliedPaths([open], here).unexpanded).toEqual(['ApplicationSet t']);
  });

  it('stay the same whatever is written in the place of an object', () => {
    expect(appliedPaths([null, 'a', [], { kind: 'Application', apiVersion: 1 }, application('x', { path: 7 })], here)).toEqual({
      paths: [],
      unexpanded: [],
    });
  });
});
