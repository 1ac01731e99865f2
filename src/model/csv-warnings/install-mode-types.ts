/** Install modes of a type that there is not: OLM passes them over, and the mode that was meant counts as unsupported. */
import { nearest } from '../nearest.js';
import type { CsvCheck } from './csv-check.js';

const TYPES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

export const installModeTypes: CsvCheck = ({ installModes }) =>
  installModes.flatMap(({ type }, index) => {
    if (TYPES.includes(type)) return [];
    const meant = nearest(type, TYPES);
    return [
      {
        code: 'CSV_INSTALL_MODE',
        at: ['spec', 'installModes', index, 'type'],
        message: 'there is no such install mode; OLM takes one that is not listed for unsupported',
        found: type,
        expected: TYPES.join(', '),
        fix: meant ? `did you mean ${meant}?` : 'remove the entry, or write one of these',
      },
    ];
  });
