import { describe, expect, it } from 'vitest';
import { readPackages } from '../../../src/olm/catalog/read-packages.js';
import type { Property } from '../../../src/olm/model/catalog.js';
import { decodeBundle } from '../../../src/olm/read/decode-bundle.js';
import { crd } from '../../support/build.js';
import { bundleCsv, encoded } from '../../support/bundle-files.js';

const SOURCE = { file: 'index.yaml', document: 3, path: [] };
const CHANNELS = {
  channels: [
    { name: 'stable', entries: [{ name: 'etcd.v0.9.4', skips: [] }] },
    { name: 'alpha', entries: [] },
  ],
  defaultChannel: 'alpha',
};

function decode(...properties: Property[]): ReturnType<typeof decodeBundle> {
  const blob = { schema: 'olm.bundle', package: 'etcd', name: 'etcd.v0.9.4', properties };
  const [read] = readPackages([{ value: blob, source: SOURCE }]).packages;
  const bundle = read?.bundles.get('etcd.v0.9.4');
  if (!bundle) throw new Error('not read');
  return decodeBundle(bundle, CHANNELS);
}

const dataOf = (text: string): Property => ({
  type: 'olm.bundle.object',
  value: { data: Buffer.from(text).toString('base64') },
});

describe('a bundle of a catalog', () => {
  it('is what its properties hold', () => {
    const [csv, definition] = [bundleCsv('etcd/0.9.4'), crd('EtcdCluster.v1.example.com')];
    const gvk = { group: 'vault.example.com', version: 'v1', kind: 'Vault' };
    const stated = [
      { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'EtcdCluster' } },
      { type: 'olm.gvk.required', value: gvk },
      { type: 'olm.package.required', value: { packageName: 'vault', versionRange: '>1' } },
      { type: 'olm.constraint', value: { failureMessage: 'needs it', gvk } },
    ];
    const { bundle, problems } = decode(...stated, encoded(csv), encoded(definition));
    expect(problems).toEqual([]);
    const at = (index: number) => ({ ...SOURCE, path: ['properties', index, 'value', 'data'] });
    expect(bundle).toEqual({
      name: 'etcd.v0.9.4',
      packageName: 'etcd',
      version: '0.9.4',
      channels: ['stable'],
      defaultChannel: 'alpha',
      csv,
      customResourceDefinitions: [definition],
      others: [],
      dependencies: [],
      catalogProperties: stated,
      source: at(4),
      sources: new Map([
        [bundle?.csv, at(4)],
        [bundle?.customResourceDefinitions[0], at(5)],
      ]),
    });
  });

  it.each<[string, Property[]]>([
    ['no manifests', []],
    ['only a description', [{ type: 'olm.csv.metadata', value: { displayName: 'etcd' } }]],
    ['only a CRD', [encoded(crd('A.v1.example.com'))]],
    ['references to files', [{ type: 'olm.bundle.object', value: { ref: 'objects/csv.yaml' } }]],
    ['no value', [{ type: 'olm.bundle.object', value: null }]],
  ])('is nothing, and no problem, where the catalog has %s', (_, properties) => {
    expect(decode(...properties)).toEqual({ problems: [] });
  });

  it.each<[string, Property, string, string]>([
    ['is no base64', { type: 'olm.bundle.object', value: { data: '%%%' } }, 'INVALID_VALUE', 'a manifest of the bundle cannot be decoded'],
    [
      'is no text',
      { type: 'olm.bundle.object', value: { data: Buffer.from([0xff]).toString('base64') } },
      'INVALID_VALUE',
      'a manifest of the bundle cannot be decoded',
    ],
    ['is no YAML', dataOf('{"a": 1, "a": 2}'), 'DUPLICATE_KEY', 'in a manifest of the bundle: the mapping has the key "a" twice'],
    [
      'has a key that is not kept',
      dataOf('{"__proto__": 1}'),
      'FORBIDDEN_KEY',
      'in a manifest of the bundle: the key "__proto__" is not safe to use',
    ],
  ])('is a problem where a manifest %s', (_, property, code, message) => {
    const { bundle, problems } = decode(encoded(bundleCsv('etcd/0.9.4')), property);
    expect(bundle).toBeUndefined();
    expect(problems).toMatchObject([{ code, message, source: { ...SOURCE, path: ['properties', 1, 'value', 'data'] }, at: [] }]);
  });

  it('is a problem where it has two CSVs', () => {
    const { problems } = decode(encoded(bundleCsv('etcd/0.9.4')), encoded(bundleCsv('etcd/0.9.5')));
    expect(problems.map(({ code }) => code)).toEqual(['INVALID_BUNDLE']);
  });
});
