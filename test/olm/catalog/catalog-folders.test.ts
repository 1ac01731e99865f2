import { describe, expect, it } from 'vitest';
import { catalogFolders } from '../../../src/olm/catalog/catalog-folders.js';

const blob = (file: string, value: object) => ({ value, source: { file, document: 0, path: [] } });
const packageAt = (file: string, name = 'op') => blob(file, { schema: 'olm.package', name });
const bundleAt = (file: string, name = 'op') => blob(file, { schema: 'olm.bundle', package: name, name: `${name}.v1.0.0` });
const files = (...blobs: ReturnType<typeof blob>[]): Record<string, string[]> =>
  Object.fromEntries([...catalogFolders(blobs)].map(([folder, members]) => [folder, members.map(({ source }) => source.file)]));

describe('blobs of different packages are one catalog', () => {
  it.each([
    ['in one file', ['catalog.yaml', 'catalog.yaml']],
    ['in a folder for each package', ['op/catalog.yaml', 'db/catalog.yaml']],
  ])('%s', (_, [one = '', other = '']) => {
    expect(files(packageAt(one), packageAt(other, 'db'), bundleAt(other, 'db'))).toEqual({ '': [one, other, other] });
  });
});

describe('a package in several places is in several catalogs', () => {
  it.each([
    ['a folder for each catalog', 'v1/catalog.yaml', 'v2/catalog.yaml', ['v1', 'v2']],
    ['a folder for each package in each catalog', 'v1/op/catalog.yaml', 'v2/op/catalog.yaml', ['v1', 'v2']],
    [
      'a folder for each of them, further down',
      'catalogs/v1/configs/op/op.yaml',
      'catalogs/v2/configs/op/op.yaml',
      ['catalogs/v1/configs', 'catalogs/v2/configs'],
    ],
    ['a file for each catalog', 'op-v1.yaml', 'op-v2.yaml', ['op-v1.yaml', 'op-v2.yaml']],
    ['folders on Windows', 'v1\\op\\catalog.yaml', 'v2\\op\\catalog.yaml', ['v1', 'v2']],
  ])('with %s', (_, one, other, roots) => {
    expect(files(packageAt(one), bundleAt(one), packageAt(other), bundleAt(other))).toEqual({
      [roots[0] ?? '']: [one, one],
      [roots[1] ?? '']: [other, other],
    });
  });

  it('with the blobs of a package in several files', () => {
    const all = ['v1', 'v2'].flatMap((root) => [packageAt(`${root}/package.yaml`), bundleAt(`${root}/bundles/a.yaml`)]);
    expect(Object.keys(files(...all))).toEqual(['v1', 'v2']);
  });

  it('but one file that has the package twice is one wrong catalog', () => {
    expect(Object.keys(files(packageAt('catalog.yaml'), packageAt('catalog.yaml')))).toEqual(['']);
  });
});
