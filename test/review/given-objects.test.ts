import { expect, it } from 'vitest';
import type { ParsedDocument } from '../../src/manifest/parse.js';
import { givenObjects } from '../../src/review/given-objects.js';

const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'a' }, stringData: { key: 'x' } };
const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.com' } };

const documentOf = (value: unknown, document: number): ParsedDocument => ({ value, source: { file: 'a.yaml', document, path: [] } });

it('what a review looks at besides is the Secrets and CRDs of the input, also those of Lists', () => {
  const documents = [
    CRD,
    { apiVersion: 'v1', kind: 'List', items: [SECRET, null, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }] },
  ].map(documentOf);
  expect(givenObjects(documents)).toEqual([CRD, SECRET]);
});

it('is nothing that cannot be named, and no kind of the same name in another group', () => {
  const odd = [null, 'text', [], { ...SECRET, metadata: null }, { ...SECRET, apiVersion: 'example.com/v1' }, { ...CRD, apiVersion: 'v1' }];
  expect(givenObjects(odd.map(documentOf))).toEqual([]);
});
