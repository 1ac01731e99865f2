import { describe, expect, it } from 'vitest';
import { filled, generated, isClusterSecret } from '../../../src/repository/applied/application-set.js';

const here = {
  folders: new Set(['', 'apps', 'apps/a', 'apps/b', 'apps/old', 'clusters', 'clusters/east']),
  files: ['clusters/east/config.yaml', 'apps/a/x.yaml'],
  contentOf: (file: string) => (file === 'clusters/east/config.yaml' ? [{ cluster: { overlay: 'overlays/east' } }] : []),
};
const secret = {
  kind: 'Secret',
  metadata: { name: 's', labels: { 'argocd.argoproj.io/secret-type': 'cluster', env: 'prod' } },
  stringData: { name: 'east', server: 'https://east' },
};
const paths = (generator: object, name: string, secrets: object[] = []) =>
  generated([generator as Record<string, unknown>], { here, secrets: secrets as Record<string, unknown>[], isGo: false })?.map((set) =>
    set.get(name),
  );

describe('generators of an ApplicationSet', () => {
  it('list what stands in them', () => {
    expect(paths({ list: { elements: [{ values: { path: 'a' } }, { values: { path: 'b' } }, 'none'] } }, 'values.path')).toEqual([
      'a',
      'b',
    ]);
    const selected = { list: { elements: [{ env: 'prod' }, { env: 'test' }] }, selector: { matchLabels: { env: 'test' } } };
    expect(paths(selected, 'env')).toEqual(['test']);
  });

  it('find folders but those that are excluded, and files with what they say', () => {
    expect(paths({ git: { directories: [{ path: 'apps/*' }, { path: 'apps/old', exclude: true }] } }, 'path')).toEqual([
      'apps/a',
      'apps/b',
    ]);
    expect(paths({ git: { files: [{ path: '**/config.yaml' }] } }, 'cluster.overlay')).toEqual(['overlays/east']);
    expect(paths({ git: { files: [{ path: '**/config.yaml' }] } }, 'path.basename')).toEqual(['east']);
    expect(paths({ git: { directories: [{ path: 'apps/*' }], pathParamPrefix: 'app' } }, 'app.path[1]')).toEqual(['a', 'b', 'old']);
  });

  it('combine two, the second with what the first gave', () => {
    const matrix = { matrix: { generators: [{ list: { elements: [{ of: 'apps' }] } }, { git: { directories: [{ path: '{{of}}/*' }] } }] } };
    expect(paths(matrix, 'path')).toEqual(['apps/a', 'apps/b', 'apps/old']);
    expect(paths({ matrix: { generators: [matrix, matrix] } }, 'path')).toBeUndefined();
    const many = { list: { elements: Array.from({ length: 100 }, (_, index) => ({ index })) } };
    expect(paths({ matrix: { generators: [many, many] } }, 'index')).toBeUndefined();
  });

  it('merge sets of the same keys, with those of the first and no others', () => {
    const first = {
      list: {
        elements: [
          { name: 'a', path: 'x' },
          { name: 'b', path: 'y' },
        ],
      },
    };
    const second = {
      list: {
        elements: [
          { name: 'b', path: 'z' },
          { name: 'c', path: 'z' },
        ],
      },
    };
    const merge = (...generators: object[]) => paths({ merge: { generators, mergeKeys: ['name'] } }, 'path');
    expect(merge(first, second)).toEqual(['x', 'z']);
    expect(merge(first, { clusters: {} })).toBeUndefined();
    expect(merge({ list: { elements: [{ name: 'a' }, { name: 'a' }] } }, second)).toBeUndefined();
    expect(merge({ merge: { generators: [first], mergeKeys: ['name'] } }, second)).toBeUndefined();
  });

  it('go through the clusters whose Secrets are there', () => {
    expect(paths({ clusters: { selector: { matchLabels: { env: 'prod' } } } }, 'name', [secret])).toEqual(['east']);
    expect(paths({ clusters: { selector: { matchLabels: { env: 'test' } } } }, 'name', [secret])).toEqual([]);
    expect(paths({ clusters: {} }, 'name')).toBeUndefined();
    expect(isClusterSecret(secret)).toBe(true);
    expect(isClusterSecret({ kind: 'Secret' })).toBe(false);
  });

  it('are not expanded where the repository does not say what they make', () => {
    expect(paths({ pullRequest: {} }, 'path')).toBeUndefined();
    expect(paths({ merge: { generators: [] } }, 'path')).toBeUndefined();
    expect(paths({ git: { directories: [{ path: 'apps/[ab]' }] } }, 'path')).toBeUndefined();
    expect(paths({ list: { elements: [], template: {} } }, 'path')).toBeUndefined();
  });

  it('fill templates, and nothing but names', () => {
    const parameters = new Map([['path.basename', 'a']]);
    expect(filled('x/{{path.basename}}', parameters, false)).toBe('x/a');
    expect(filled('x/{{ .path.basename }}', parameters, true)).toBe('x/a');
    expect(filled('{{ .path.basename | upper }}', parameters, true)).toBeUndefined();
    expect(filled('{{constructor}}', parameters, false)).toBeUndefined();
  });
});
