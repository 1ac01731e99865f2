import { expect, it } from 'vitest';
import { manifestKindsAreSupported } from '../../../src/rules/v1/manifests.js';
import { registry } from '../../support/registry.js';

it('OLM v1 refuses manifests of other kinds, in the bundle’s order', () => {
  const others = ['Namespace', 'ConfigMap', 'Job'].map((kind) => ({ apiVersion: 'v1', kind, metadata: { name: 'n' } }));
  expect(manifestKindsAreSupported(registry({ others }))).toEqual([
    'unsupported resource "n" with kind "Namespace"',
    'unsupported resource "n" with kind "Job"',
  ]);
});
