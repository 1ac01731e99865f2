import { expect, it } from 'vitest';
import { misfitRefusals } from '../../../../src/olm/rules/install/misfits.js';
import { crd } from '../../../support/registry.js';

it('fields that Kubernetes does not know, and values that it does not take, are refused with their place', () => {
  const manifest = crd('a');
  const at = ['spec', 'template', 'imagePullPolcy'];
  expect(misfitRefusals([{ manifest, at, found: 'x' }])).toEqual([
    {
      code: 'UNKNOWN_FIELD',
      message: 'Kubernetes does not know the field imagePullPolcy',
      found: 'imagePullPolcy',
      expected: 'a field of Kubernetes 1.32 in spec.template',
      fix: 'correct its spelling or its indentation, or remove it: OLM drops it, and --lenient does so too',
      manifest,
      at,
    },
  ]);
  expect(misfitRefusals([{ manifest, at, expected: 'a whole number', found: '1' }])).toMatchObject([
    { code: 'WRONG_TYPE', found: 'text: 1', expected: 'a whole number' },
  ]);
  expect(misfitRefusals([[], {}, true].map((found) => ({ manifest, at, expected: 'text', found }))).map(({ found }) => found)).toEqual([
    'a list',
    'a mapping',
    'boolean: true',
  ]);
});
