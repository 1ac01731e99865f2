import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { describe, expect } from 'vitest';
import { buildFault } from '../../../src/repository/kustomize/build-fault.js';
import { buildKustomizations } from '../../../src/repository/kustomize/kustomize-build.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';
import { itWith, program } from '../../support/needs.js';

const ROLE = lines('apiVersion: v1', 'kind: Role', 'metadata: {name: a}');
const BASE = { 'base/kustomization.yaml': 'resources: [role.yaml]\n', 'base/role.yaml': ROLE };

/** Where kubectl fails to build `prod`, as `file:line message: what was found`; what it says itself where that is all. */
function faultOf(files: Readonly<Record<string, string>>): string {
  const folder = folderOf({ ...BASE, ...files });
  const tree = diskTree(folder);
  const surroundings = { path: process.env.PATH ?? '', temporary: tmpdir() };
  const outcome = buildKustomizations(tree, ['prod'], surroundings).get('prod');
  if (!outcome || !('failure' in outcome)) throw new Error(JSON.stringify(outcome));
  const fault = buildFault(tree, 'prod/kustomization.yaml', outcome.message);
  return fault ? `${relative(folder, fault.file)}:${fault.line} ${fault.message}: ${fault.found}` : outcome.message;
}

const prod = (...more: readonly string[]) => ({ 'prod/kustomization.yaml': lines('resources: [../base]', ...more) });

describe('a kustomization that is not built is told at the line that is at fault', () => {
  const needs = [program('kubectl')];

  itWith(needs, 'where a file does not exist', () => {
    const message = 'this kustomization names a file that does not exist: nothing at prod/gone';
    expect(faultOf(prod('patches:', '  - path: gone.yaml'))).toBe(`prod/kustomization.yaml:3 ${message}.yaml`);
    expect(faultOf(prod('configMapGenerator:', '  - name: a', '    files:', '      - key=gone.txt'))).toBe(
      `prod/kustomization.yaml:5 ${message}.txt`,
    );
  });

  itWith(needs, 'where a file is not YAML', () => {
    const files = { ...prod('namespace: a'), 'base/role.yaml': lines('apiVersion: v1', 'kind: Role', '  metadata: {name: a}') };
    expect(faultOf(files)).toMatch(/^base\/role\.yaml:3 found a second colon/);
  });

  itWith(needs, 'where a field is not known, or has another type', () => {
    // It is refused before kubectl is asked, which says it so.
    const folder = folderOf({ ...BASE, ...prod('patchez: []') });
    expect(buildFault(diskTree(folder), 'prod/kustomization.yaml', 'invalid Kustomization: json: unknown field "patchez"')).toMatchObject({
      line: 2,
      message: 'kustomize does not know a field of this kustomization',
      found: 'patchez',
    });
    expect(faultOf(prod('images: [{name: a, newTag: 1}]'))).toBe(
      'prod/kustomization.yaml:2 a field of this kustomization has the wrong type: a value of the type number: 1',
    );
  });

  itWith(needs, 'where a generator merges into an object of what is remote', () => {
    const url = 'https://git.example/a/b?ref=1';
    const remote = { 'remote/kustomization.yaml': lines('resources:', '  - role.yaml', `  - ${url}`), 'remote/role.yaml': ROLE };
    const of = (...more: readonly string[]): string =>
      faultOf({ ...remote, 'prod/kustomization.yaml': lines('resources: [../remote]', ...more) });
    const message = 'remote/kustomization.yaml:3 this kustomization merges into an object that only a remote part of it can have';
    expect(of('configMapGenerator:', '  - {name: c, behavior: merge, literals: [a=b]}')).toBe(
      `${message}: ConfigMap c, and ${url}, which is not available`,
    );
    const own = {
      'prod/kustomization.yaml': lines('resources: [../base]', 'configMapGenerator: [{name: c, behavior: merge, literals: [a=b]}]'),
    };
    expect(faultOf(own)).toMatch(/does not exist; cannot merge or replace/);
  });

  itWith(needs, 'where an object is there twice, or is none', () => {
    const twice = {
      'prod/kustomization.yaml': 'resources: [../base, again.yaml]\nnamePrefix: a-\n',
      'prod/again.yaml': `# again\n${ROLE}`,
    };
    expect(faultOf(twice)).toMatch(/^prod\/again\.yaml:2 two files .* have the same object: Role a-a, also in .*base\/role\.yaml$/);
    expect(faultOf({ ...prod('namePrefix: a-'), 'base/role.yaml': 'metadata: {name: a}\n' })).toBe(
      'base/role.yaml:1 this kustomization loads a document that is not a Kubernetes object: no kind',
    );
  });

  itWith(needs, 'where a patch finds nothing', () => {
    const patch = ['patches:', '  - patch: |-', '      apiVersion: v1', '      kind: Secret', '      metadata: {name: my.s}'];
    expect(faultOf(prod(...patch))).toBe(
      'prod/kustomization.yaml:4 a patch names an object that this kustomization does not load: Secret my.s',
    );
    const operation = ['patches:', '  - target: {kind: Role}', '    patch: |-', '      - {op: replace, path: /spec/a, value: 1}'];
    expect(faultOf(prod(...operation))).toBe('prod/kustomization.yaml:5 a patch changes a field that the object does not have: /spec/a');
  });

  itWith(needs, 'or as kustomize says it', () => {
    expect(faultOf(prod('replacements:', '  - source: {kind: Pod}', '    targets: [{select: {kind: Role}}]'))).toContain(
      'nothing selected',
    );
  });
});
