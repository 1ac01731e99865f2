import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { bundleFolders, undescribedBundles } from '../../../src/repository/bundles/bundle-folders.js';

/** How files are parted: of each bundle folder its files, and the others. */
function parted(...files: string[]): { folders: unknown[]; others: string[] } {
  const { folders, others } = bundleFolders(files.map((file) => ({ file, text: '' })));
  return {
    folders: folders.map(({ folder, manifests, annotations, dependencies }) => [
      folder,
      ...[...manifests, annotations, dependencies].flatMap((text) => text?.file ?? []),
    ]),
    others: others.map(({ file }) => file),
  };
}

const inFolder = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}`);

describe('a bundle folder', () => {
  it('is what has metadata/annotations.yaml, wherever it lies', () => {
    const bundle = ['manifests/a.yaml', 'manifests/b.yaml', 'metadata/annotations.yaml', 'metadata/dependencies.yaml'];
    expect(parted('clusters/prod/namespace.yaml', ...inFolder('catalog/etcd/0.9.4', ...bundle), 'catalog/index.yaml')).toEqual({
      folders: [['catalog/etcd/0.9.4', ...inFolder('catalog/etcd/0.9.4', ...bundle)]],
      others: ['clusters/prod/namespace.yaml', 'catalog/index.yaml'],
    });
  });

  it.each(['.', '/', '..', '/abs/olute'])('may be the input itself: %s', (folder) => {
    const prefix = folder === '.' ? '' : folder === '/' ? '/' : `${folder}/`;
    const files = [`${prefix}manifests/a.yaml`, `${prefix}metadata/annotations.yml`];
    expect(parted(...files)).toEqual({ folders: [[folder, ...files]], others: [] });
  });

  it('is none with its CSV beside metadata/ and without manifests/: these files are manifests', () => {
    const flat = inFolder('etcd/0.9.4', 'etcd.v0.9.4.clusterserviceversion.yaml', 'crd.yaml', 'metadata/annotations.yaml');
    expect(parted(...flat)).toEqual({ folders: [], others: flat });
    expect(parted('etcd/0.9.4/manifests/crd.yaml', ...flat).folders).toHaveLength(1);
    expect(parted('etcd/0.9.4/crd.yaml', 'etcd/0.9.4/metadata/annotations.yaml').folders).toHaveLength(1);
  });

  it('is read flat: second copies, tests and the settings of community catalogs are left out', () => {
    const files = ['metadata/annotations.yaml', 'metadata/properties.yaml', 'tests/scorecard/config.yaml', 'release-config.yaml'];
    const copy = ['manifests/etcd/csv.yaml', '0.9.4/manifests/csv.yaml', '0.9.4/metadata/annotations.yaml'];
    expect(parted('etcd/ci.yaml', 'etcd/etcd.package.yaml', ...inFolder('etcd/0.9.4', 'manifests/csv.yaml', ...files, ...copy))).toEqual({
      folders: [['etcd/0.9.4', 'etcd/0.9.4/manifests/csv.yaml', 'etcd/0.9.4/metadata/annotations.yaml']],
      others: [],
    });
  });

  it.each(['etcd/ci.yml', 'etcd/ci/ci.yaml', 'etcd/0.9.4/ci/ci.yml', 'etcd/0.9.4/release-config.yml', 'etcd/etcd.package.yml'])(
    'comes with settings of its catalog, in either extension: %s',
    (setting) => {
      expect(parted(setting, 'etcd/0.9.4/manifests/csv.yaml', 'etcd/0.9.4/metadata/annotations.yaml').others).toEqual([]);
    },
  );

  it.each(['etcd/ci/group.yaml', 'etcd/prod/release-config.yaml', 'prod/ci.yaml', 'ci/ci.yaml'])('is not beside this: %s', (file) => {
    expect(parted(file, 'etcd/0.9.4/manifests/csv.yaml', 'etcd/0.9.4/metadata/annotations.yaml').others).toEqual([file]);
  });

  it('leaves what else lies beside it to be read as manifests', () => {
    expect(parted('a/metadata/annotations.yaml', 'a/group.yaml', 'a/prod/namespace.yaml', 'ci.yaml').others).toEqual([
      'a/group.yaml',
      'a/prod/namespace.yaml',
    ]);
  });

  it('is none without annotations', () => {
    const files = ['a/manifests/a.yaml', 'a/metadata/dependencies.yaml', 'b/annotations.yaml'];
    expect(parted(...files)).toEqual({ folders: [], others: files });
  });

  it('is found in time that grows with the files', () => {
    const files = Array.from({ length: 5000 }, (_, index) =>
      inFolder(`c/p${index}/1`, 'manifests/a.yaml', 'metadata/annotations.yaml'),
    ).flat();
    const start = performance.now();
    expect(parted(...files).folders).toHaveLength(5000);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('a bundle without annotations', () => {
  /** The folders that are found, and the files that remain. */
  function found(files: Readonly<Record<string, string>>): [string, string[]][] | string[] {
    const documents = Object.entries(files).flatMap(([file, text]) => parseDocuments({ file, text }).documents);
    const { folders, others } = undescribedBundles(documents);
    return folders.size === 0
      ? others.map(({ source }) => source.file)
      : [...folders].map(([folder, members]): [string, string[]] => [folder, members.map(({ source }) => source.file)]);
  }

  const csv = (namespace: string): string => `kind: ClusterServiceVersion\nmetadata: {name: a${namespace}}\n`;

  it.each([', namespace: placeholder', ', namespace: ""', ''])('is a folder manifests/ with a CSV that stands nowhere: %j', (namespace) => {
    const files = { 'a/manifests/crd.yaml': 'kind: A', 'a/manifests/csv.yaml': csv(namespace), 'a/metadata/dependencies.yaml': 'a: b' };
    expect(found(files)).toEqual([['a', ['a/manifests/crd.yaml', 'a/manifests/csv.yaml']]]);
  });

  it.each<[string, string, string]>([
    ['with a CSV that stands somewhere', 'a/manifests/csv.yaml', csv(', namespace: team')],
    ['of another name', 'a/operators/csv.yaml', csv('')],
    ['with anything else', 'a/manifests/list.yaml', '- 1'],
  ])('is no folder %s', (_, file, text) => {
    expect(found({ [file]: text })).toEqual([file]);
  });
});
