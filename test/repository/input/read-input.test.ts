import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EMPTY_CLUSTER } from '../../../src/olm/model/cluster-of-parts.js';
import { isWhole } from '../../../src/olm/model/whole-bundle.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { subscription } from '../../support/build.js';
import { bundleFiles, catalogBlobs, catalogText } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { lines } from '../../support/lines.js';

const NAMESPACE = lines('apiVersion: v1', 'kind: Namespace', 'metadata:', '  name: team-a');
const GROUP = lines('apiVersion: operators.coreos.com/v1', 'kind: OperatorGroup', 'metadata:', '  name: group', '  namespace: team-a');

/** Problems with their place: file within the folder, line, column, code. */
function problemsOf(folder: string, inputs: string[] = [folder]): [string, number | undefined, number | undefined, string][] {
  return readInput(inputs).problems.map(({ file, line, column, code }) => [relative(folder, file), line, column, code]);
}

describe('an input', () => {
  it('is a cluster of all files', () => {
    const folder = folderOf({ 'z/namespace.yaml': NAMESPACE, 'group.yaml': GROUP });
    const { cluster, problems } = readInput([folder]);
    expect(problems).toEqual([]);
    expect(cluster.namespaces.map(({ name }) => name)).toEqual(['team-a']);
    expect(cluster.operatorGroups).toMatchObject([
      { name: 'group', namespace: 'team-a', source: { file: join(folder, 'group.yaml'), document: 0, path: [] } },
    ]);
  });

  it('is the same in whatever order its files are named', () => {
    const folder = folderOf({ 'namespace.yaml': NAMESPACE, 'group.yaml': GROUP });
    const files = [join(folder, 'namespace.yaml'), join(folder, 'group.yaml')];
    expect(readInput(files).cluster).toEqual(readInput(files.toReversed()).cluster);
  });

  it('finds the place of whatever was read', () => {
    const folder = folderOf({ 'all.yaml': `${NAMESPACE}---\n${GROUP}` });
    const { cluster, locator } = readInput([folder]);
    const source = cluster.operatorGroups[0]?.source as NonNullable<(typeof cluster.operatorGroups)[0]['source']>;
    const file = join(folder, 'all.yaml');
    expect(locator.place(source, ['metadata', 'name'])).toEqual({ file, line: 9, column: 9, excerpt: '  name: group', caret: 9 });
  });
});

describe('problems of several files', () => {
  it('come in one go: of reading, of parsing, of checking', () => {
    const folder = folderOf({
      'a.yaml': lines('kind: A', 'kind: B'),
      'b.yaml': GROUP.replace('team-a', 'Team'),
      'd.yaml': lines('a: [', '---', 'b: @'),
      'e.yaml': NAMESPACE,
    });
    writeFileSync(join(folder, 'c.yaml'), new Uint8Array([0x0a, 0xff]));
    expect(problemsOf(folder, [folder, join(folder, 'nowhere')])).toEqual([
      ['c.yaml', 2, 1, 'FILE_NOT_TEXT'],
      ['nowhere', undefined, undefined, 'FILE_UNREADABLE'],
      ['a.yaml', 2, 1, 'DUPLICATE_KEY'],
      ['d.yaml', 1, 4, 'NOT_YAML'],
      ['d.yaml', 3, 4, 'NOT_YAML'],
      ['b.yaml', 5, 14, 'INVALID_NAME'],
    ]);
  });

  it('are not those that follow from a file that could not be read', () => {
    const folder = folderOf({ 'group.yaml': GROUP, 'namespace.yaml': `${NAMESPACE}  name: team-a\n` });
    expect(problemsOf(folder)).toEqual([['namespace.yaml', 5, 3, 'DUPLICATE_KEY']]);
  });

  it('are those of a missing namespace when everything could be read', () => {
    expect(problemsOf(folderOf({ 'group.yaml': GROUP }))).toEqual([['group.yaml', 5, 14, 'NAMESPACE_NOT_FOUND']]);
    // operator-controller's api/v1/clusterextension_types.go: "This namespace must exist."
    const extension = `apiVersion: olm.operatorframework.io/v1
kind: ClusterExtension
metadata: {name: etcd}
spec: {namespace: etcd, source: {sourceType: Catalog, catalog: {packageName: etcd}}}
`;
    expect(problemsOf(folderOf({ 'extension.yaml': extension }))).toEqual([['extension.yaml', 4, 19, 'NAMESPACE_NOT_FOUND']]);
    const own = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: etcd}\n';
    expect(problemsOf(folderOf({ 'extension.yaml': extension, 'own.yaml': own }))).toEqual([]);
  });
});

it('more than ten thousand problems are counted beyond that', () => {
  const file = join(folderOf({ 'a.yaml': 'text\n---\n'.repeat(10_005) }), 'a.yaml');
  const { problems } = readInput([file]);
  expect(problems).toHaveLength(10_001);
  expect(problems.at(-2)).toMatchObject({ code: 'NOT_A_MANIFEST', line: 19_999 });
  expect(problems.at(-1)).toEqual({
    code: 'TOO_MANY_PROBLEMS',
    message: 'there are too many problems to show all of them',
    file,
    found: '5 more',
    expected: 'none',
    fix: 'correct the shown ones first',
  });
});

/**
 * Runs a function where a call has no room for this many arguments, but hardly less: that deep in the stack. At its top,
 * it would take more than 100,000.
 */
function withoutRoomFor<T>(count: number, run: () => T): T {
  const hasRoom = (): boolean => {
    try {
      [].push(...new Array<never>(count));
      return true;
    } catch {
      return false;
    }
  };
  const fill = (next: () => T, ..._room: undefined[]): T => next();
  return hasRoom() ? fill(() => withoutRoomFor(count, run), ...new Array<undefined>(count / 10)) : run();
}

it('a file may hold more documents than a call has room for', () => {
  const count = 20_000;
  const file = join(folderOf({ 'a.yaml': `kind: Pod\napiVersion: v1\n---\n`.repeat(count) }), 'a.yaml');
  expect(withoutRoomFor(count, () => readInput([file])).problems.map(({ code }) => code)).toEqual(['NO_MANIFESTS']);
});

describe('an input with nothing to render', () => {
  it.each<[string, string, string, string]>([
    ['no documents', lines('# nothing', '---'), 'no documents', 'name files or folders that contain manifests'],
    [
      'no OperatorGroup and no CSV',
      NAMESPACE,
      'neither an OperatorGroup nor a ClusterServiceVersion',
      'name the files or folders that contain them',
    ],
  ])('is a problem: %s', (_, text, found, fix) => {
    const folder = folderOf({ 'a.yaml': text, 'b.yaml': '' });
    const inputs = [join(folder, 'a.yaml'), join(folder, 'b.yaml')];
    expect(readInput(inputs).problems).toEqual([
      {
        code: 'NO_MANIFESTS',
        message: 'there is nothing to render',
        file: inputs.join(' '),
        found,
        expected: 'OperatorGroups and ClusterServiceVersions',
        fix,
      },
    ]);
  });

  it('has no other problem: an empty folder is told once', () => {
    const folder = folderOf();
    const { cluster, problems } = readInput([folder]);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([['NO_MANIFESTS', 'the folder contains no manifests']]);
    expect(cluster).toEqual(EMPTY_CLUSTER);
  });

  it('is not one with a CSV alone', () => {
    const csv = GROUP.replace('/v1', '/v1alpha1').replace('OperatorGroup', 'ClusterServiceVersion').replace('team-a', 'default');
    expect(problemsOf(folderOf({ 'csv.yaml': `${csv}spec: {install: {strategy: deployment}}\n` }))).toEqual([]);
  });
});

describe('an input with bundles and catalogs', () => {
  const REPOSITORY = {
    'clusters/prod/namespace.yaml': NAMESPACE,
    'clusters/prod/group.yaml': GROUP,
    'clusters/prod/subscription.yaml': manifests(subscription('team-a/etcd', { channel: 'stable' })),
  };
  const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'etcd' }, rules: [] };

  it('is the repository that people have', () => {
    const folder = folderOf({ ...REPOSITORY, ...bundleFiles('etcd/0.9.4', { others: [ROLE] }), ...bundleFiles('etcd/0.9.2') });
    const { cluster, problems } = readInput([folder]);
    expect(problems.map(({ code, fix }) => [code, fix])).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ namespace, name, source }) => [namespace, name, source?.file])).toEqual([
      ['team-a', 'etcd.v0.9.4', join(folder, 'etcd/0.9.4/manifests/csv.yaml')],
    ]);
    expect(cluster.roles).toEqual([]);
    expect(cluster.bundles.map((bundle) => [bundle.name, isWhole(bundle) && bundle.others.length])).toEqual([
      ['etcd.v0.9.2', false],
      ['etcd.v0.9.4', 1],
    ]);
  });

  it('may hold a catalog in one file, or in a tree of which .indexignore leaves out a part', () => {
    const blobs = catalogBlobs('etcd', { stable: [{ name: 'etcd.v1.0.0' }] });
    const whole = folderOf({ ...REPOSITORY, 'catalog.json': catalogText(blobs) });
    const [first, ...rest] = blobs.map((blob) => JSON.stringify(blob));
    const tree = folderOf({
      ...REPOSITORY,
      'catalog/.indexignore': 'objects/\n',
      'catalog/etcd/package.yaml': `${first}\n`,
      'catalog/etcd/channels.yaml': rest.join('\n---\n'),
      'catalog/etcd/objects/csv.yaml': 'no: [manifest',
    });
    for (const folder of [whole, tree]) {
      const { cluster, problems } = readInput([folder]);
      expect(problems).toEqual([]);
      expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['etcd.v1.0.0']);
    }
  });

  it('names the place of a problem in a bundle', () => {
    const folder = folderOf({ ...REPOSITORY, ...bundleFiles('etcd/0.9.4', { spec: { install: {} } }) });
    expect(problemsOf(folder)).toEqual([['etcd/0.9.4/manifests/csv.yaml', 11, 3, 'FIELD_MISSING']]);
  });

  it('does not miss a bundle that could not be read', () => {
    const folder = folderOf({ ...REPOSITORY, ...bundleFiles('etcd/0.9.4'), 'etcd/0.9.4/metadata/dependencies.yaml': 'a: 1\na: 2\n' });
    expect(problemsOf(folder)).toEqual([['etcd/0.9.4/metadata/dependencies.yaml', 2, 1, 'DUPLICATE_KEY']]);
  });

  it('asks for a Subscription where there is none', () => {
    const { 'clusters/prod/subscription.yaml': _, ...others } = REPOSITORY;
    const { problems } = readInput([folderOf({ ...others, ...bundleFiles('etcd/0.9.4') })]);
    expect(problems).toMatchObject([{ code: 'NO_MANIFESTS', fix: expect.stringContaining('startingCSV: etcd.v0.9.4') }]);
  });

  it('takes a folder without annotations for a bundle when its CSV stands nowhere', () => {
    const { 'etcd/0.9.4/metadata/annotations.yaml': _, ...files } = bundleFiles('etcd/0.9.4', { others: [ROLE] });
    const pinned = manifests(subscription('team-a/etcd', { startingCSV: 'etcd.v0.9.4' }));
    const { cluster, problems } = readInput([folderOf({ ...REPOSITORY, 'clusters/prod/subscription.yaml': pinned, ...files })]);
    expect(problems).toEqual([]);
    expect(cluster.clusterServiceVersions.map(({ name }) => name)).toEqual(['etcd.v0.9.4']);
  });
});
