import { describe, expect, it } from 'vitest';
import { type ParsedDocument, parseDocuments } from '../../../src/base/manifest/parse.js';
import type { Problem } from '../../../src/base/manifest/problem.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { readBundle } from '../../../src/olm/read/read-bundle.js';
import { crd, serviceAccount } from '../../support/build.js';
import { annotations, bundleCsv } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { lines } from '../../support/lines.js';
import { locateProblems } from '../../support/read-texts.js';

const CSV = manifests(bundleCsv('etcd/0.9.4'));
const ANNOTATIONS = annotations('etcd', 'stable, alpha,', 'stable');

/** What the files of a bundle come to. */
function read(files: Readonly<Record<string, string>>): { bundle?: Bundle; problems: Problem[] } {
  const parse = (file: string): ParsedDocument | undefined =>
    files[file] === undefined ? undefined : parseDocuments({ file, text: files[file] }).documents[0];
  const [described, needed] = [parse('metadata/annotations.yaml'), parse('metadata/dependencies.yaml')];
  const { bundle, problems } = readBundle({
    folder: 'etcd/0.9.4',
    manifests: Object.entries(files)
      .filter(([file]) => file.startsWith('manifests/'))
      .flatMap(([file, text]) => parseDocuments({ file, text }).documents),
    ...(described ? { annotations: described } : {}),
    ...(needed ? { dependencies: needed } : {}),
  });
  return { ...(bundle ? { bundle } : {}), problems: locateProblems(files, problems) };
}

describe('a bundle', () => {
  it('has its CSV, its CRDs, and everything else as it is', () => {
    const [definition, account] = [crd('EtcdCluster.v1.example.com'), serviceAccount('placeholder/etcd')];
    const { bundle, problems } = read({
      'manifests/a.yaml': CSV,
      'manifests/b.yaml': manifests(account, definition),
      'metadata/annotations.yaml': ANNOTATIONS,
      'metadata/dependencies.yaml': 'dependencies: [{type: olm.package, value: {packageName: vault, version: ">1"}}]',
    });
    expect(problems).toEqual([]);
    expect(bundle).toEqual({
      name: 'etcd.v0.9.4',
      packageName: 'etcd',
      version: '0.9.4',
      channels: ['stable', 'alpha'],
      defaultChannel: 'stable',
      csv: bundleCsv('etcd/0.9.4'),
      customResourceDefinitions: [definition],
      others: [account],
      dependencies: [{ type: 'olm.package', value: { packageName: 'vault', version: '>1' } }],
      source: { file: 'manifests/a.yaml', document: 0, path: [] },
      sources: new Map([
        [bundle?.csv, { file: 'manifests/a.yaml', document: 0, path: [] }],
        [bundle?.others[0], { file: 'manifests/b.yaml', document: 0, path: [] }],
        [bundle?.customResourceDefinitions[0], { file: 'manifests/b.yaml', document: 1, path: [] }],
      ]),
    });
  });

  it('need not say its package, nor its version', () => {
    const { bundle, problems } = read({
      'manifests/a.yaml': 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: etcd}\n',
    });
    expect(problems).toEqual([]);
    expect(bundle).toMatchObject({ name: 'etcd', channels: [], dependencies: [], others: [] });
    expect([bundle?.packageName, bundle?.version]).toEqual([undefined, undefined]);
  });

  it.each(['operators.coreos.com/v1alpha1', 'operators.coreos.com/v1', 'v1alpha1'])(
    'may spell the apiVersion of its CSV %s',
    (apiVersion) => {
      expect(read({ 'manifests/a.yaml': manifests({ ...bundleCsv('etcd/1.0.0'), apiVersion }) }).bundle?.name).toBe('etcd.v1.0.0');
    },
  );

  it('keeps what only looks like a CSV or a CRD among the others', () => {
    const [csv, definition] = [
      { ...bundleCsv('etcd/1.0.0'), apiVersion: 'example.com/v1' },
      { ...crd('A.v1.b'), apiVersion: 'example.com/v1' },
    ];
    const { bundle } = read({ 'manifests/a.yaml': CSV, 'manifests/b.yaml': manifests(csv, definition) });
    expect(bundle?.others).toEqual([csv, definition]);
  });

  it('has the CSV of another group for its own, as for operator-registry, where there is no other', () => {
    const csv = { ...bundleCsv('etcd/1.0.0'), apiVersion: 'example.com/v1' };
    expect(read({ 'manifests/a.yaml': manifests(csv) }).bundle?.csv).toEqual(csv);
  });

  it('keeps its text: dates, leading zeros and words that YAML 1.1 takes for something else', () => {
    const text = lines(...CSV.trimEnd().split('\n').slice(0, -1), ', "extra": {"date": 2026-01-01, "mode": 0640, "on": on} }');
    expect(read({ 'manifests/a.yaml': text }).bundle?.csv.extra).toEqual({ date: '2026-01-01', mode: 416, on: true });
  });

  it('is read with a warning where a manifest has no apiVersion, as OLM reads it', () => {
    const { bundle, problems } = read({ 'manifests/a.yaml': CSV, 'manifests/b.yaml': 'kind: ClusterRole\nmetadata: {name: a}\n' });
    expect(bundle?.others).toEqual([{ kind: 'ClusterRole', metadata: { name: 'a' } }]);
    expect(problems.map(({ code, file, line }) => [code, file, line])).toEqual([['API_VERSION_MISSING', 'manifests/b.yaml', 1]]);
  });
});

describe('what is no bundle', () => {
  it.each<[string, Record<string, string>, [string, string, number | undefined, string | undefined][]]>([
    ['has no manifests', {}, [['INVALID_BUNDLE', 'etcd/0.9.4', undefined, undefined]]],
    ['has no CSV', { 'manifests/a.yaml': manifests(serviceAccount('a/b')) }, [['INVALID_BUNDLE', 'etcd/0.9.4', undefined, undefined]]],
    [
      'has two CSVs',
      { 'manifests/a.yaml': CSV, 'manifests/b.yaml': `# another\n${CSV}` },
      [['INVALID_BUNDLE', 'manifests/b.yaml', 4, 'kind']],
    ],
    [
      'has a CSV without a name',
      { 'manifests/a.yaml': 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {}\n' },
      [['FIELD_MISSING', 'manifests/a.yaml', 3, 'metadata.name']],
    ],
    [
      'has a document without a kind',
      { 'manifests/a.yaml': CSV, 'manifests/b.yaml': 'apiVersion: v1\nmetadata: {name: a}\n' },
      [['NOT_A_MANIFEST', 'manifests/b.yaml', 1, 'kind']],
    ],
    [
      'has a CSV without an apiVersion',
      { 'manifests/a.yaml': 'kind: ClusterServiceVersion\n' },
      [
        ['NOT_A_MANIFEST', 'manifests/a.yaml', 1, 'apiVersion'],
        ['INVALID_BUNDLE', 'etcd/0.9.4', undefined, undefined],
      ],
    ],
    [
      'is of another media type',
      { 'manifests/a.yaml': CSV, 'metadata/annotations.yaml': ANNOTATIONS.replace('registry+v1', 'plain+v0') },
      [['INVALID_BUNDLE', 'metadata/annotations.yaml', 2, 'annotations["operators.operatorframework.io.bundle.mediatype.v1"]']],
    ],
    [
      'has annotations that are no text',
      { 'manifests/a.yaml': CSV, 'metadata/annotations.yaml': ANNOTATIONS.replace(': etcd', ': [etcd]') },
      [['WRONG_TYPE', 'metadata/annotations.yaml', 3, 'annotations["operators.operatorframework.io.bundle.package.v1"]']],
    ],
    [
      'has a dependency on nothing',
      { 'manifests/a.yaml': CSV, 'metadata/dependencies.yaml': 'dependencies:\n  - type: olm.gvk\n' },
      [['FIELD_MISSING', 'metadata/dependencies.yaml', 2, 'dependencies[0].value']],
    ],
    [
      'has dependencies of no type',
      { 'manifests/a.yaml': CSV, 'metadata/dependencies.yaml': 'dependencies:\n  - value: {}\n' },
      [['FIELD_MISSING', 'metadata/dependencies.yaml', 2, 'dependencies[0].type']],
    ],
  ])('%s', (_, files, expected) => {
    const { bundle, problems } = read(files);
    expect(bundle).toBeUndefined();
    expect(problems.map(({ code, file, line, path }) => [code, file, line, path])).toEqual(expected);
  });
});
