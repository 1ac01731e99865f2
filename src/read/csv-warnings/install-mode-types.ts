/** Install modes with an unknown type: OLM ignores them, and the intended mode counts as unsupported. */
import { nearest } from '../../model/nearest.js';
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
        message: 'this install mode does not exist; OLM treats a mode that is not listed as unsupported',
        found: type,
        expected: TYPES.join(', '),
        fix: meant ? `did you mean ${meant}?` : 'remove the entry, or write one of these',
      },
    ];
  });
