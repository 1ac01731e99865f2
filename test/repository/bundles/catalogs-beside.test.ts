import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogsOfSide } from '../../../src/repository/bundles/catalogs-beside.js';
import { readForReview } from '../../../src/repository/input/read-for-review.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundleFiles, catalogBlobs, catalogText } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const OVERLAY = manifests(namespace('op'), group('op/group'), subscription('op/kettle'), subscription('op/tray'));

describe('a catalog beside the input', () => {
  it.each([
    ['of any command', readInput],
    ['of a review', readForReview],
  ])('makes operators known, and adds nothing else: %s', (_, read) => {
    const overlay = join(folderOf({ 'overlay.yaml': OVERLAY }), 'overlay.yaml');
    const kettle = folderOf({ ...bundleFiles('kettle/1.0.0'), 'other.yaml': manifests(namespace('not-applied')) });
    const tray = folderOf({ 'index.json': catalogText(catalogBlobs('tray', { stable: [{ name: 'tray.v1.0.0' }] })) });
    const { cluster, problems } = read([overlay], { catalog: [kettle, tray] });
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['kettle.v1.0.0', 'tray.v1.0.0']);
    expect(cluster.namespaces.map(({ name }) => name)).toEqual(['op']);
    expect(read([overlay]).cluster.unknownOperators).toHaveLength(2);
  });

  it('may be part of the input as well', () => {
    const folder = folderOf({ 'overlay.yaml': OVERLAY, ...bundleFiles('kettle/1.0.0') });
    expect(readInput([folder], { catalog: [folder] }).problems).toEqual([]);
  });
});

describe('the catalogs of a side of a review', () => {
  it('are of its revision where they are in the repository, and the same for both where they are not', () => {
    const outside = folderOf({ 'a.yaml': '' });
    expect(catalogsOfSide(['docs', outside], 'clusters/prod')).toEqual(['docs', outside]);
    expect(catalogsOfSide([outside, 'git:main:catalogs'], 'git:HEAD:clusters/prod')).toEqual([outside, 'git:main:catalogs']);
  });
});
