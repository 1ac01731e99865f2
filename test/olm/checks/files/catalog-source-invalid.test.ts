import { expect, it } from 'vitest';
import { catalogSourceInvalid, configMapsAbsent } from '../../../../src/olm/checks/files/catalog-source-invalid.js';
import { clusterOf } from '../../../support/build.js';

const told = (spec: object): string[] => {
  const metadata = { name: 'hub', namespace: 'olm' };
  const cluster = clusterOf({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata, spec });
  return (catalogSourceInvalid.find?.(cluster) ?? []).map(({ message }) => message);
};

const FIELDS = [{}, { image: 'i' }, { address: 'a:1' }, { configMap: 'c' }];
const TYPES: readonly (readonly [string | undefined, readonly string[]])[] = [
  ['grpc', ['image', 'address']],
  ['configmap', ['configMap']],
  ['internal', ['configMap']],
  ['Grpc', []],
  ['', []],
  [undefined, []],
];

// validateSourceType of OLM's catalog/operator.go, type by field.
it.each(TYPES.flatMap(([sourceType, needs]) => FIELDS.map((fields) => ({ sourceType, fields, needs }))))(
  'refuses what OLM refuses: $sourceType with $fields',
  ({ sourceType, fields, needs }) => {
    const found = told({ ...(sourceType === undefined ? {} : { sourceType }), ...fields });
    expect(found).toHaveLength(Object.keys(fields).some((field) => needs.includes(field)) ? 0 : 1);
  },
);

// UpdateStrategy.UnmarshalJSON of OLM's API, with Go's time.ParseDuration.
it.each<[unknown, boolean]>([
  ['45m', true],
  ['1h30m', true],
  ['1.5h', true],
  ['.5s', true],
  ['0', true],
  ['10us', true],
  ['', false],
  ['45', false],
  ['45 m', false],
  ['45mError.code', false],
  ['1d', false],
  [undefined, false],
])('reads an interval as Go does: %s', (interval, isDuration) => {
  const registryPoll = interval === undefined ? {} : { interval };
  expect(told({ sourceType: 'grpc', image: 'i', updateStrategy: { registryPoll } })).toHaveLength(isDuration ? 0 : 1);
});

// OLM's registry/reconciler/configmap.go asks for the ConfigMap in the namespace of the CatalogSource.
it.each<[string, object, object[], number]>([
  ['is not there', { sourceType: 'configmap', configMap: 'c' }, [], 1],
  ['is not there, by the old name of the type', { sourceType: 'internal', configMap: 'c' }, [], 1],
  ['is in another namespace', { sourceType: 'configmap', configMap: 'c' }, [{ name: 'c', namespace: 'other' }], 1],
  ['is there', { sourceType: 'configmap', configMap: 'c' }, [{ name: 'c', namespace: 'olm' }], 0],
  ['has no name, which is another finding', { sourceType: 'configmap' }, [], 0],
  ['does not count', { sourceType: 'grpc', image: 'i', configMap: 'c' }, [], 0],
])('reports a ConfigMap that %s', (_, spec, configMaps, count) => {
  const source = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'hub', namespace: 'olm' }, spec };
  const given = [source, ...configMaps.map((metadata) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))];
  expect(configMapsAbsent(given).map(({ severity }) => severity)).toEqual(Array.from({ length: count }, () => 'warning'));
});
