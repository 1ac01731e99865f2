import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { isError } from '../../../src/base/manifest/problem.js';
import { isCatalogBlob } from '../../../src/olm/catalog/blob.js';
import { catalogOf } from '../../../src/olm/catalog/catalogs.js';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import { catalogProblems, isBroken } from '../../../src/olm/model/broken-catalog.js';
import type { Package } from '../../../src/olm/model/catalog.js';
import { catalogBlobs, catalogText } from '../../support/bundle-files.js';
import { locateProblems } from '../../support/read-texts.js';

type Blob = Record<string, unknown>;

/** What catalogs come to: the packages, and the problems as code, file, line and path. */
function read(files: Readonly<Record<string, readonly Blob[]>>) {
  const texts = Object.fromEntries(Object.entries(files).map(([file, blobs]) => [file, catalogText(blobs)]));
  const documents = Object.entries(texts).flatMap(([file, text]) => parseDocuments({ file, text }).documents);
  const offered = readPackages(documents);
  const problems = catalogProblems({ namespace: '', name: '', known: true, ...offered });
  return { ...offered, problems: locateProblems(texts, problems) };
}

const brief = (blobs: readonly Blob[]): unknown[] =>
  read({ 'index.json': blobs }).problems.map(({ code, path, found }) => [code, path, found]);

const ETCD = catalogBlobs('etcd', {
  stable: [
    { name: 'etcd.v0.9.2', skips: ['etcd.v0.9.1'] },
    { name: 'etcd.v0.9.4', replaces: 'etcd.v0.9.2' },
  ],
  alpha: [{ name: 'etcd.v0.9.4' }],
});

/** The catalog with one kind of blob changed. */
function changed(schema: string, change: (blob: Blob) => Blob): Blob[] {
  return ETCD.map((blob) => (blob.schema === schema ? change(blob) : blob));
}

describe('a file-based catalog', () => {
  it('is a package with its channels and bundles', () => {
    const { packages, problems } = read({ 'index.json': ETCD });
    const at = (document: number) => ({ file: 'index.json', document, path: [] });
    expect(problems).toEqual([]);
    expect(packages).toEqual([
      {
        name: 'etcd',
        defaultChannel: 'stable',
        channels: [
          {
            name: 'stable',
            entries: [
              { name: 'etcd.v0.9.2', skips: ['etcd.v0.9.1'] },
              { name: 'etcd.v0.9.4', replaces: 'etcd.v0.9.2', skips: [] },
            ],
            source: at(1),
          },
          { name: 'alpha', entries: [{ name: 'etcd.v0.9.4', skips: [] }], source: at(2) },
        ],
        bundles: expect.any(Map),
        deprecations: [],
        source: at(0),
      },
    ]);
    expect(packages[0]?.bundles.get('etcd.v0.9.4')).toMatchObject({ packageName: 'etcd', source: { document: 4 } });
  });

  it('may be spread over files, in any order', () => {
    const graphs = (packages: readonly Package[]) =>
      packages.map(({ channels }) => channels.map(({ name, entries }) => ({ name, entries })));
    const whole = read({ 'index.json': ETCD });
    const spread = read({ 'b/3.json': ETCD.slice(3), 'a/1.json': ETCD.slice(1, 3), 'c.json': ETCD.slice(0, 1) });
    expect(spread.problems).toEqual([]);
    expect(graphs(spread.packages)).toEqual(graphs(whole.packages));
  });

  it('may hold blobs of other schemas', () => {
    expect(brief([...ETCD, { schema: 'olm.deprecations', package: 'etcd' }, { schema: 'example.com/notes', entries: 1 }])).toEqual([]);
  });
});

describe('a document', () => {
  it.each<[boolean, string, unknown]>([
    [true, 'has a schema and no kind', { schema: 'olm.package' }],
    [true, 'is a template of one', { Schema: 'olm.semver', Stable: {} }],
    [false, 'has a misspelt schema', { Schema: 'olm.package' }],
    [false, 'is a manifest', { kind: 'Notes', schema: 'a' }],
    [false, 'has a schema that is no text', { schema: {} }],
    [false, 'is a list', [{ schema: 'olm.package' }]],
    [false, 'is nothing', null],
  ])('is part of a catalog: %s, when it %s', (expected, _, value) => {
    expect(isCatalogBlob(value)).toBe(expected);
  });
});

describe('a catalog is known by', () => {
  const NAMES = new Set(['community', 'certified']);

  it.each<[string, string, string]>([
    ['the name of its folder', 'prod/catalogs/community/etcd/index.yaml', 'community'],
    ['the name of its file', 'catalogs/certified.json', 'certified'],
    ['the nearest of such names', 'community/certified/index.yaml', 'certified'],
    ['no name where nothing is called so', 'catalogs/etcd/index.yaml', ''],
    ['a name on Windows too', 'catalogs\\community\\index.yaml', 'community'],
  ])('%s', (_, file, expected) => {
    expect(catalogOf(file, NAMES)).toBe(expected);
  });
});

describe('a catalog that opm would refuse', () => {
  it.each<[string, Blob[], unknown[]]>([
    [
      'has a blob without a name',
      [...ETCD, { schema: 'olm.channel', package: 'etcd', entries: [] }],
      [['FIELD_MISSING', 'name', 'nothing']],
    ],
    ['has bundles without a package', ETCD.slice(1), [['INVALID_CATALOG', 'package', 'no olm.package']]],
    ['has a package twice', [...ETCD, ...ETCD.slice(0, 1)], [['DUPLICATE_OBJECT', 'name', 'also in index.json, document 1']]],
    ['has a channel twice', [...ETCD, ...ETCD.slice(1, 2)], [['DUPLICATE_OBJECT', 'name', 'also in index.json, document 2']]],
    ['has a bundle twice', [...ETCD, ...ETCD.slice(3, 4)], [['DUPLICATE_OBJECT', 'name', 'also in index.json, document 4']]],
    [
      'has a default channel that is not there',
      changed('olm.package', (blob) => ({ ...blob, defaultChannel: 'stabel' })),
      [['CHANNEL_NOT_FOUND', 'defaultChannel', 'stabel']],
    ],
    [
      'has no default channel',
      changed('olm.package', ({ schema, name }) => ({ schema, name })),
      [['CHANNEL_NOT_FOUND', 'defaultChannel', 'nothing']],
    ],
    [
      'has entries without bundles',
      ETCD.slice(0, -1),
      [
        ['BUNDLE_NOT_FOUND', 'entries[1].name', 'etcd.v0.9.4'],
        ['BUNDLE_NOT_FOUND', 'entries[0].name', 'etcd.v0.9.4'],
      ],
    ],
    [
      'has a channel with two heads',
      catalogBlobs('etcd', { stable: [{ name: 'etcd.v2.0.0' }, { name: 'etcd.v1.0.0' }] }),
      [['INVALID_CATALOG', 'entries', 'the heads etcd.v1.0.0, etcd.v2.0.0']],
    ],
    [
      'has a channel with an empty list',
      catalogBlobs('etcd', { stable: [] }),
      [['INVALID_CATALOG', 'entries', 'no entry that no other entry replaces or skips']],
    ],
    [
      'has a channel that has a cycle',
      catalogBlobs('etcd', {
        stable: [
          { name: 'a.v1.0.0', replaces: 'b.v1.0.0' },
          { name: 'b.v1.0.0', replaces: 'a.v1.0.0' },
        ],
      }),
      [['INVALID_CATALOG', 'entries', 'a cycle: a.v1.0.0 replaces b.v1.0.0 replaces a.v1.0.0']],
    ],
    [
      'has a channel whose head does not lead to all of it',
      catalogBlobs('etcd', {
        stable: [
          { name: 'a.v1.0.0', replaces: 'a.v0.1.0' },
          { name: 'a.v2.0.0', replaces: 'a.v1.0.0', skips: ['a.v1.1.0'] },
          { name: 'a.v1.1.0', replaces: 'a.v1.0.1' },
          { name: 'a.v1.0.1' },
        ],
      }),
      [['INVALID_CATALOG', 'entries', 'entries that the head does not lead to: a.v1.0.1']],
    ],
    [
      'has a bundle in no channel',
      [...ETCD, ...catalogBlobs('etcd', { other: [{ name: 'etcd.v9.0.0' }] }).slice(2)],
      [['INVALID_CATALOG', 'name', 'etcd.v9.0.0']],
    ],
    [
      'has a bundle without a version',
      changed('olm.bundle', (blob) => (blob.name === 'etcd.v0.9.4' ? { ...blob, properties: [] } : blob)),
      [['INVALID_CATALOG', 'properties', 'no property olm.package']],
    ],
    [
      'has an entry twice',
      catalogBlobs('etcd', { stable: [{ name: 'a.v1.0.0' }, { name: 'a.v2.0.0', replaces: 'a.v1.0.0' }, { name: 'a.v1.0.0' }] }),
      [['DUPLICATE_OBJECT', 'entries[2].name', 'a.v1.0.0']],
    ],
  ])('%s', (_, blobs, expected) => {
    expect(brief(blobs)).toEqual(expected);
  });

  it('is refused by the package or channel that is wrong, and not as a whole', () => {
    const vault = catalogBlobs('vault', { stable: [{ name: 'vault.v1.0.0' }], beta: [{ name: 'vault.v1.0.0' }, { name: 'vault.v2.0.0' }] });
    const unread = [
      { schema: 'olm.channel', package: 'etcd', name: 'other', entries: 'none' },
      { schema: 'olm.bundle', name: 'a' },
    ];
    const { packages, problems, strayProblems } = read({ 'index.json': [...ETCD, ...vault, ...unread] });
    expect(
      packages.map(({ name, channels, ...one }) => [name, isBroken(one), channels.filter(isBroken).map((channel) => channel.name)]),
    ).toEqual([
      ['etcd', true, []],
      ['vault', false, ['beta']],
    ]);
    expect(strayProblems).toMatchObject([{ at: ['package'] }]);
    expect(problems.map(({ isAlone }) => isAlone)).toEqual([true, true, true]);
  });

  it('is served by catalogd of OLM v1 where its blobs can be read', () => {
    const blobs = [
      ...catalogBlobs('vault', { beta: [{ name: 'vault.v1.0.0' }, { name: 'vault.v2.0.0' }] }).slice(1),
      { schema: 'olm.package' },
    ];
    const documents = parseDocuments({ file: 'index.json', text: catalogText(blobs) }).documents;
    const { packages, strayProblems } = readPackages(documents, { isBuiltByOpm: false });
    const [{ problems = [], channels: [{ problems: ofChannel = [] } = {}] = [] } = {}] = packages;
    expect([...problems, ...ofChannel].map(({ code, tolerated }) => [code, tolerated])).toEqual([
      ['INVALID_CATALOG', true],
      ['INVALID_CATALOG', true],
    ]);
    expect(strayProblems?.map(isError)).toEqual([true]);
  });

  it('says where', () => {
    const { problems } = read({ 'index.json': changed('olm.package', (blob) => ({ ...blob, defaultChannel: 'beta' })) });
    expect(problems).toEqual([
      {
        code: 'CHANNEL_NOT_FOUND',
        message: 'the default channel is not in the catalog',
        file: 'index.json',
        line: 4,
        column: 23,
        path: 'defaultChannel',
        found: 'beta',
        expected: 'one of alpha, stable',
        fix: 'correct defaultChannel, or add the olm.channel',
        isAlone: true,
        excerpt: '    "defaultChannel": "beta"',
        caret: 23,
      },
    ]);
  });
});
