import { expect, it } from 'vitest';
import { givenObjects } from '../../../src/base/kubernetes/given-objects.js';
import { isSecretOrCrd } from '../../../src/base/kubernetes/secret-or-crd.js';
import type { ParsedDocument } from '../../../src/base/manifest/parse.js';

const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'a' }, stringData: { key: 'x' } };
const CRD = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.com' } };

const documentOf = (value: unknown, document: number): ParsedDocument => ({ value, source: { file: 'a.yaml', document, path: [] } });

it('what the input gives are its objects', () => {
  const documents = [CRD, SECRET, null, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }].map(documentOf);
  expect(givenObjects(documents).map(({ kind }) => kind)).toEqual(['CustomResourceDefinition', 'Secret', 'ConfigMap']);
  expect(givenObjects(documents).filter(isSecretOrCrd)).toEqual([CRD, SECRET]);
});

it('is nothing that cannot be named, and risk rules look at no kind of the same name in another group', () => {
  const odd = [null, 'text', [], { ...SECRET, metadata: null }, { ...SECRET, apiVersion: 'example.com/v1' }, { ...CRD, apiVersion: 'v1' }];
  expect(givenObjects(odd.slice(0, 4).map(documentOf))).toEqual([]);
  expect(givenObjects(odd.map(documentOf)).filter(isSecretOrCrd)).toEqual([]);
});
