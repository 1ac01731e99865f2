import { describe, expect, it } from 'vitest';
import { annotationNames } from '../../../../src/olm/read/csv-warnings.js';
import { warnings } from '../../../support/csv-warnings.js';

const meant = (key: string) => warnings(annotationNames, { annotations: { [key]: 'x' } }).map(({ expected }) => expected);

describe('the name of an annotation', () => {
  it('is misspelt when it is nearly one with a meaning', () => {
    expect(warnings(annotationNames, { annotations: { 'olm.skipsRange': '<1.0.0' } })).toEqual([
      {
        code: 'CSV_ANNOTATION_NAME',
        at: ['metadata', 'annotations', 'olm.skipsRange'],
        message: 'no tool reads an annotation with this name',
        found: 'olm.skipsRange',
        expected: 'olm.skipRange',
        fix: 'did you mean olm.skipRange?',
      },
    ]);
  });

  it.each([
    ['olm.skiprange', 'olm.skipRange'],
    ['olm.substituteFor', 'olm.substitutesFor'],
    ['alm-example', 'alm-examples'],
    ['containerimage', 'containerImage'],
    ['Support', 'support'],
    ['operatorframework.io/suggested-namspace', 'operatorframework.io/suggested-namespace'],
  ])('%s is meant to be %s', (key, expected) => {
    expect(meant(key)).toEqual([expected]);
  });

  it.each([
    'olm.skipRange',
    'capabilities',
    'supplier',
    'import',
    'olm.operatorGroup',
    'example.com/categories',
    'features.operators.openshift.io/cnf',
  ])('is left alone: %s', (key) => {
    expect(meant(key)).toEqual([]);
  });
});
