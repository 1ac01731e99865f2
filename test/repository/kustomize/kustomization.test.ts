import { describe, expect, it } from 'vitest';
import { kustomizationIn } from '../../../src/repository/kustomize/kustomization.js';
import { followKustomization } from '../../../src/repository/kustomize/kustomization-graph.js';
import { isRemote } from '../../../src/repository/kustomize/refused-kustomization.js';
import type { FileTree } from '../../../src/repository/trees/file-tree.js';

/** A tree of these files. */
function treeOf(files: Readonly<Record<string, string>>): FileTree {
  const encoder = new TextEncoder();
  return {
    nameOf: (path) => path,
    list: (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const names = new Map<string, 'file' | 'folder'>();
      for (const path of Object.keys(files)) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...rest] = path.slice(prefix.length).split('/');
        names.set(name, rest.length > 0 ? 'folder' : 'file');
      }
      return [...names].map(([name, kind]) => ({ name, kind }));
    },
    identityOf: (path) => path,
    read: (path) => (files[path] === undefined ? undefined : encoder.encode(files[path])),
  };
}
const listing = (...resources: readonly string[]): string =>
  `kind: Kustomization\nresources:\n${resources.map((entry) => `  - ${entry}\n`).join('')}`;

describe('a kustomization', () => {
  it('is found by the names that kustomize looks for', () => {
    expect(kustomizationIn(treeOf({ 'a/Kustomization': '' }), 'a')).toBe('a/Kustomization');
    expect(kustomizationIn(treeOf({ 'kustomization.yml': '' }), '')).toBe('kustomization.yml');
    expect(followKustomization(treeOf({ 'a.yaml': '' }), '')).toBeUndefined();
  });

  it('that only lists is followed, and what it does not list is not read', () => {
    const tree = treeOf({
      'kustomization.yaml': listing('groups.yaml', './operators', '../outside.yaml'),
      'groups.yaml': '',
      'unlisted.yaml': '',
      'operators/kustomization.yaml': listing('csv.yaml', '../groups.yaml'),
      'operators/csv.yaml': '',
    });
    expect(followKustomization(tree, '')).toEqual({
      isBuilt: false,
      files: ['groups.yaml', 'operators/csv.yaml'],
      refused: [{ file: 'kustomization.yaml', entry: '../outside.yaml', reason: 'outside' }],
      parts: [],
    });
  });

  it('beside another one is refused, as kustomize refuses both', () => {
    const tree = treeOf({ 'kustomization.yaml': listing('a.yaml'), Kustomization: listing('b.yaml'), 'a.yaml': '', 'b.yaml': '' });
    expect(followKustomization(tree, '')).toEqual({
      isBuilt: false,
      files: ['a.yaml'],
      refused: [{ file: 'kustomization.yaml', entry: 'Kustomization', reason: 'several' }],
      parts: [],
    });
  });

  it('that does more has to be built', () => {
    const tree = treeOf({
      'kustomization.yaml': listing('base'),
      'base/kustomization.yaml': `${listing('a.yaml')}namePrefix: x-\npatches: [{path: p.yaml}]\nimages: []\n`,
      'base/a.yaml': '',
    });
    expect(followKustomization(tree, '')).toEqual({ isBuilt: true, files: [], refused: [], parts: [] });
  });

  it('cannot be followed to another host, to nothing, or where it is no kustomization', () => {
    const tree = treeOf({
      'kustomization.yaml': listing('https://example.com/x.yaml', 'gone.yaml', 'empty', 'bad'),
      'empty/a.yaml': '',
      'bad/kustomization.yaml': '- a\n',
    });
    expect(followKustomization(tree, '')?.refused.map(({ entry, reason }) => [entry, reason])).toEqual([
      ['https://example.com/x.yaml', 'remote'],
      ['gone.yaml', 'missing'],
      ['empty', 'missing'],
      ['bad/kustomization.yaml', 'unreadable'],
    ]);
  });

  it('that lists itself ends', () => {
    expect(
      followKustomization(treeOf({ 'a/kustomization.yaml': listing('../b'), 'b/kustomization.yaml': listing('../a', '.') }), 'a')?.files,
    ).toEqual([]);
  });

  it.each(['github.com/a/b', 'git@github.com:a/b', 'https://example.com/a', 'example.com/a//b?ref=v1', 'git::ssh://x/y'])(
    'is remote: %s',
    (entry) => {
      expect(isRemote(entry)).toBe(true);
    },
  );

  it.each(['a.yaml', '../base', './github', 'x/github.com.yaml'])('is not remote: %s', (entry) => {
    expect(isRemote(entry)).toBe(false);
  });
});
