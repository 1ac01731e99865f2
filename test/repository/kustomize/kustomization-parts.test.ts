import { describe, expect, it } from 'vitest';
import { givenText } from '../../../src/repository/kustomize/kustomization-parts.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const left = (text: string, entries: readonly string[], files: Readonly<Record<string, string>> = {}) => {
  const file = 'prod/kustomization.yaml';
  const tree = diskTree(folderOf({ ...files, [file]: text }));
  return JSON.parse(givenText(tree, file, { parts: entries.map((entry) => ({ file, entry, reason: 'remote' })) }) ?? 'null');
};

describe('a kustomization without what is not here', () => {
  it('keeps everything else', () => {
    expect(left('resources: [a.yaml, "https://example.com/b"]\nnamespace: prod\n', ['https://example.com/b'])).toEqual({
      metadata: { name: 'rest' },
      resources: ['a.yaml'],
      namespace: 'prod',
    });
    expect(left('openapi: {path: "https://example.com/b"}\n', ['https://example.com/b'])).toEqual({ metadata: { name: 'rest' } });
  });

  it('gives each patch the target that it names, and leaves those with a target alone', () => {
    const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a.b, namespace: c}\n';
    const files = { 'prod/p.yaml': `${patch}---\n${patch.replace('apps/', '')}` };
    const own = { target: { kind: 'Role' }, patch: '[]' };
    const target = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'a\\.b', namespace: 'c' };
    const { group: _, ...core } = target;
    expect(left(JSON.stringify({ patches: [{ path: 'p.yaml' }, { patch }, own] }), [], files).patches).toEqual([
      { target, patch: expect.any(String) },
      { target: core, patch: expect.any(String) },
      { target, patch: expect.any(String) },
      own,
    ]);
  });

  it('is nothing where it cannot be read', () => {
    expect(left('- a', [])).toBeNull();
  });
});
