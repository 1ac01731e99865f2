import { describe, expect, it } from 'vitest';
import { installModeTypes } from '../../../../src/olm/read/csv-warnings.js';
import { warnings } from '../../../support/csv-warnings.js';

const modes = (...types: string[]) =>
  warnings(installModeTypes, { spec: { installModes: types.map((type) => ({ type, supported: true })) } });

describe('an install mode', () => {
  it('is misspelt when there is none of its type', () => {
    expect(modes('AllNamespaces', 'OwnNamespacejl')).toEqual([
      {
        code: 'CSV_INSTALL_MODE',
        at: ['spec', 'installModes', 1, 'type'],
        message: 'this install mode does not exist; OLM treats a mode that is not listed as unsupported',
        found: 'OwnNamespacejl',
        expected: 'OwnNamespace, SingleNamespace, MultiNamespace, AllNamespaces',
        fix: 'did you mean OwnNamespace?',
      },
    ]);
  });

  it('is looked at by its case, too', () => {
    expect(modes('ownnamespace').map(({ fix }) => fix)).toEqual(['did you mean OwnNamespace?']);
  });

  it('may be like no other', () => {
    expect(modes('Cluster').map(({ fix }) => fix)).toEqual(['remove the entry, or write one of these']);
  });

  it('is one of four', () => {
    expect(modes('OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces')).toEqual([]);
  });
});
