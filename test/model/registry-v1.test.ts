import { expect, it } from 'vitest';
import { registryV1 } from '../../src/model/registry-v1.js';

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
