import { expect, it } from 'vitest';
import { readTexts } from '../../../support/read-texts.js';

const document = (kind: string, spec: string): string =>
  `apiVersion: olm.operatorframework.io/v1\nkind: ${kind}\nmetadata: {name: e}\nspec: ${spec}\n`;

it.each<[string, string, string, string, string]>([
  [
    'a deadline below its minimum',
    'ClusterExtension',
    '{namespace: e, progressDeadlineMinutes: 5, SOURCE}',
    'spec.progressDeadlineMinutes',
    'at least 10',
  ],
  [
    'Off, which is false in YAML',
    'ClusterExtension',
    '{namespace: e, install: {preflight: {crdUpgradeSafety: {enforcement: Off}}}, SOURCE}',
    'spec.install.preflight.crdUpgradeSafety.enforcement',
    'text; YAML reads Off, On, Yes and No as true or false, so quote them',
  ],
  [
    'a policy that is none',
    'ClusterExtension',
    '{namespace: e, source: {sourceType: Catalog, catalog: {packageName: e, upgradeConstraintPolicy: Any}}}',
    'spec.source.catalog.upgradeConstraintPolicy',
    'CatalogProvided, SelfCertified',
  ],
  [
    'a package whose name is none',
    'ClusterExtension',
    '{namespace: e, source: {sourceType: Catalog, catalog: {packageName: E_}}}',
    'spec.source.catalog.packageName',
    'text like ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  ],
  [
    'a source without its type',
    'ClusterExtension',
    '{namespace: e, source: {catalog: {packageName: e}}}',
    'spec.source.sourceType',
    'text',
  ],
  [
    'settings without their type',
    'ClusterExtension',
    '{namespace: e, config: {inline: {watchNamespace: e}}, SOURCE}',
    'spec.config.configType',
    'text',
  ],
  [
    'a mode that is none',
    'ClusterCatalog',
    '{availabilityMode: Off, source: {type: Image, image: {ref: a/b:c}}}',
    'spec.availabilityMode',
    'text',
  ],
  [
    'a catalog that is asked every no minute',
    'ClusterCatalog',
    '{source: {type: Image, image: {ref: a/b:c, pollIntervalMinutes: 0}}}',
    'spec.source.image.pollIntervalMinutes',
    'at least 1',
  ],
])('the CRDs of OLM v1 refuse %s', (_, kind, spec, field, expected) => {
  const text = document(kind, spec.replace('SOURCE', 'source: {sourceType: Catalog, catalog: {packageName: e}}'));
  const { problems } = readTexts({ 'cluster.yaml': text });
  expect(problems.map((problem) => [problem.path, problem.expected])).toEqual([[field, expected]]);
});
