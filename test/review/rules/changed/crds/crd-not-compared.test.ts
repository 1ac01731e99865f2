/** CRDs of a lock: of their schemas it has the digests alone. */
import { expect, it } from 'vitest';
import { withoutSchemas } from '../../../../../src/olm/lock/judged-content.js';
import { readState } from '../../../../../src/repository/read/read-state.js';
import { review } from '../../../../../src/review/compare/compare.js';
import { reported } from '../../../../../src/review/compare/review.js';
import { manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';

type Crd = Parameters<typeof withoutSchemas>[0];

function crd(type: string): Crd {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'kettles.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Kettle', listKind: 'KettleList', plural: 'kettles', singular: 'kettle' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type } } } } },
      ],
    },
  } as unknown as Crd;
}

function changes(base: Crd, head: Crd): string[] {
  const [before, after] = [base, head].map((one) => readState([folderOf({ 'crd.yaml': manifests(one) })]).state);
  if (!before || !after) throw new Error('not read');
  return reported(review(before, after), 'new', 'change').map(({ id }) => id);
}

it('says that schemas differ which nobody can compare, also against a whole one', () => {
  const [old, now] = [crd('string'), crd('integer')];
  expect(changes(withoutSchemas(old), withoutSchemas(now))).toEqual(['crd-not-compared']);
  expect(changes(old, withoutSchemas(now))).toEqual(['crd-not-compared']);
  expect(changes(old, now)).toEqual(['crd-changed']);
});

it('says nothing of the same schema', () => {
  expect(changes(withoutSchemas(crd('string')), withoutSchemas(crd('string')))).toEqual([]);
});
