import { expect, it } from 'vitest';
import { manifestKinds } from '../../../src/rules/install/manifest-kinds.js';
import { registry } from '../../support/registry.js';

it('a bundle brings only kinds that OLM installs', () => {
  const [namespace, map] = ['Namespace', 'ConfigMap'].map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'n' } }));
  if (!namespace || !map) throw new Error('no manifests');
  expect(manifestKinds(registry({ others: [map, namespace] }))).toMatchObject([
    { code: 'UNKNOWN_KIND', found: 'Namespace', manifest: namespace, at: ['kind'] },
  ]);
});
