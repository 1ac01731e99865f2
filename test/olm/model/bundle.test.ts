import { expect, it } from 'vitest';
import { sourceOf } from '../../../src/olm/model/whole-bundle.js';

const at = (file: string) => ({ file, document: 0, path: [] });
const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'cups.example.com' } };
const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cups' } };

it('a manifest of a bundle is where it was read, else where its bundle is; a bundle without a place has its name', () => {
  const bundle = { name: 'kettle.v1', source: at('csv.yaml'), sources: new Map([[crd, at('crd.yaml')]]) };
  expect([sourceOf(bundle, crd), sourceOf(bundle, other), sourceOf(bundle)].map(({ file }) => file)).toEqual([
    'crd.yaml',
    'csv.yaml',
    'csv.yaml',
  ]);
  expect(sourceOf({ name: 'kettle.v1' }, crd)).toEqual(at('kettle.v1'));
});
