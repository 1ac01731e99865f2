import { describe, expect, it } from 'vitest';
import { unitsIn } from '../../../src/repository/units/units.js';
import { folderOf } from '../../support/files.js';

const application = (path: string, more = '') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: x, namespace: argocd}\nspec: {source: {repoURL: u, path: ${path}${more}}}\n`;
const repository = {
  '.git/HEAD': '',
  'base/kustomization.yaml': 'resources: [a.yaml]\n',
  'base/a.yaml': 'kind: A\n',
  'parts/b.yaml': 'kind: B\n',
  'parts/deep/c.yaml': 'kind: C\n',
  'overlays/prod/kustomization.yaml': 'resources: [../../base, ../../parts/b.yaml]\n',
  'overlays/test/kustomization.yaml': 'resources: [../../base]\n',
};
const unitsOf = (files: Readonly<Record<string, string>>) => unitsIn(folderOf({ ...repository, ...files }));
const unitOf = (name: string, files: Readonly<Record<string, string>>) => unitsOf(files)?.units.find((unit) => unit.name === name);

describe('what an Application names is a unit', () => {
  it('where another kustomization loads it', () => {
    expect(unitOf('base', {})).toBeUndefined();
    expect(unitOf('base', { 'apps/x.yaml': application('base') })).toEqual({
      name: 'base',
      kind: 'kustomization',
      files: ['base/kustomization.yaml', 'base/a.yaml'],
      appliedBy: ['Application argocd/x'],
    });
  });

  it('where it is a folder that a kustomization loads from, with the files that are applied', () => {
    const files = { 'parts/deep/kustomization.yaml': 'resources: [c.yaml]\n' };
    expect(unitOf('parts', files)).toBeUndefined();
    const named = { ...files, 'apps/x.yaml': application('parts') };
    expect(unitOf('parts', named)).toMatchObject({ kind: 'folder', files: ['parts/b.yaml'], appliedBy: ['Application argocd/x'] });
    expect(unitOf('parts', { 'apps/x.yaml': application('parts', ', directory: {recurse: true}') })?.files.toSorted()).toEqual([
      'parts/b.yaml',
      'parts/deep/c.yaml',
    ]);
  });

  it('and a folder that is read as it stands stays one', () => {
    const files = { 'plain/a.yaml': 'kind: A\n', 'plain/deep/b.yaml': 'kind: B\n', 'apps/x.yaml': application('plain/deep') };
    expect(unitOf('plain/deep', files)).toBeUndefined();
    expect(unitOf('plain', files)).toMatchObject({ files: ['plain/a.yaml', 'plain/deep/b.yaml'], appliedBy: ['Application argocd/x'] });
  });

  it('but not where it is another repository that has the path', () => {
    expect(unitsOf({ 'apps/x.yaml': application('gone') })?.units.some(({ appliedBy }) => appliedBy)).toBe(false);
  });

  it('and what cannot be expanded is named', () => {
    const text =
      'apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: s}\nspec: {generators: [{clusters: {}}], template: {spec: {source: {path: "{{name}}"}}}}\n';
    expect(unitsOf({ 'apps/s.yaml': text })?.unexpanded).toEqual(['ApplicationSet s']);
  });
});
