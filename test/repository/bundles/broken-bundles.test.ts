import { describe, expect, it } from 'vitest';
import { isError, stops } from '../../../src/base/manifest/problem.js';
import { readForReview } from '../../../src/repository/input/read-for-review.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { group, namespace, subscription } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

/** A bundle of which a key stands twice. */
function withDuplicateKey(id: string, fields: Parameters<typeof bundleFiles>[1] = {}): Record<string, string> {
  const files = bundleFiles(id, fields);
  const csv = `${id}/manifests/csv.yaml`;
  return { ...files, [csv]: `${files[csv]}`.replace('"kind":', '"kind":"ClusterServiceVersion","kind":') };
}

const overlay = (...subscriptions: Parameters<typeof subscription>[]): Record<string, string> => ({
  'overlay.yaml': manifests(namespace('op'), group('op/group'), ...subscriptions.map((one) => subscription(...one))),
});

describe.each([
  ['of any command', readInput],
  ['of a review', readForReview],
])('a bundle folder with an error, in the input %s', (_, read) => {
  it('refuses the Subscription that needs it, and no other', () => {
    const { cluster, problems } = read([
      folderOf({ ...overlay(['op/kettle'], ['op/tray']), ...bundleFiles('tray/1.0.0'), ...withDuplicateKey('kettle/1.0.0') }),
    ]);
    expect(problems).toMatchObject([{ code: 'DUPLICATE_KEY', isAlone: true, fix: expect.stringContaining('op/kettle') }]);
    expect(problems.filter(stops)).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['tray.v1.0.0']);
    expect(cluster.unknownOperators).toMatchObject([{ why: 'refused', packageName: 'kettle', bundle: 'kettle.v1.0.0' }]);
  });

  it('refuses nothing where another version is installed', () => {
    const files = { ...withDuplicateKey('kettle/1.0.0'), ...bundleFiles('kettle/2.0.0', { replaces: 'kettle.v1.0.0' }) };
    const { cluster, problems } = read([folderOf({ ...overlay(['op/kettle']), ...files })]);
    expect(problems.filter(isError)).toEqual([]);
    expect(problems).toMatchObject([{ code: 'DUPLICATE_KEY', tolerated: true }]);
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['kettle.v2.0.0']);
  });

  it('may be the version that OLM takes where nothing of it is certain, unless the Subscription names another', () => {
    const files = {
      ...bundleFiles('kettle/1.0.0'),
      ...bundleFiles('kettle/2.0.0'),
      'kettle/2.0.0/manifests/csv.yaml': 'kind: ClusterServiceVersion\n{',
    };
    const free = read([folderOf({ ...overlay(['op/kettle']), ...files })]);
    expect(free.problems).toMatchObject([{ code: 'NOT_YAML', isAlone: true }]);
    expect(free.cluster.clusterServiceVersions).toEqual([]);
    const pinned = read([folderOf({ ...overlay(['op/kettle', { startingCSV: 'kettle.v1.0.0' }]), ...files })]);
    expect(pinned.problems).toMatchObject([{ code: 'NOT_YAML', tolerated: true }]);
    expect(pinned.cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['kettle.v1.0.0']);
  });

  it('is unknown as a whole where nothing is asked for', () => {
    const folder = folderOf(withDuplicateKey('kettle/1.0.0'));
    const { problems, unjudged = [] } = read([folder]);
    expect([...problems, ...unjudged.flatMap(({ problems: own }) => own)]).toMatchObject([{ code: 'DUPLICATE_KEY' }]);
  });
});

it('a chosen bundle of which a file cannot be read refuses its Subscription alone', () => {
  const files = { ...bundleFiles('kettle/1.0.0'), 'kettle/1.0.0/manifests/crd.yaml': '{', ...bundleFiles('tray/1.0.0') };
  const { cluster, problems } = readInput([folderOf({ ...overlay(['op/kettle'], ['op/tray']), ...files })]);
  expect(problems).toMatchObject([{ code: 'NOT_YAML', isAlone: true }]);
  expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['tray.v1.0.0']);
});
