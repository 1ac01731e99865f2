import { expect, it } from 'vitest';
import { registryV1 } from '../../../src/olm/model/registry-v1-of-bundle.js';

it('OLM v1 writes the properties of a bundle with sorted keys, behind those of the CSV as they were written', () => {
  const annotations = { 'olm.properties': '[{"value":{"z":"<","a":1},"type":"own"}]' };
  const csv = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'db.v1', annotations } };
  const properties = [
    {
      type: 'olm.constraint',
      value: { failureMessage: 'needs A & B', all: { constraints: [{ package: { versionRange: '>1', packageName: 'a' } }] } },
    },
    { type: 'olm.nothing' },
  ];
  const { bundle } = registryV1({ csv, customResourceDefinitions: [], others: [], properties });
  expect(bundle.csv.annotations['olm.properties']).toBe(
    '[{"type":"own","value":{"z":"\\u003c","a":1}},' +
      '{"type":"olm.constraint","value":{"all":{"constraints":[{"package":{"packageName":"a","versionRange":"\\u003e1"}}]},"failureMessage":"needs A \\u0026 B"}},' +
      '{"type":"olm.nothing","value":null}]',
  );
});

it('a bundle has misfits where OLM v1 reads: fields of a wrong type, and unknown ones of what it installs', () => {
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'db.v1' },
    spec: {
      installModes: [{ type: 'AllNamespaces', supported: true, since: 'v1' }],
      customresourcedefinitions: { owned: [{ name: 5, kind: 'Database', specDescriptors: [{ path: 'size' }], unknown: true }] },
    },
  };
  const { misfits } = registryV1({ csv, customResourceDefinitions: [], others: [] });
  expect(misfits.map(({ at }) => at.join('.'))).toEqual(['spec.installModes.0.since', 'spec.customresourcedefinitions.owned.0.name']);
});
