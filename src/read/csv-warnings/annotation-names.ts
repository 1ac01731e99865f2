/** Misspelt names of the annotations that OLM, catalogs and consoles read. No tool reports them. */
import { nearest } from '../../model/nearest.js';
import type { CsvCheck } from './csv-check.js';

/** Known annotations of a CSV. */
const KNOWN = [
  'olm.properties',
  'olm.skipRange',
  'olm.substitutesFor',
  'alm-examples',
  'capabilities',
  'categories',
  'certified',
  'containerImage',
  'createdAt',
  'description',
  'repository',
  'support',
  'operatorframework.io/bundle-unpack-min-retry-interval',
  'operatorframework.io/cluster-monitoring',
  'operatorframework.io/initialization-resource',
  'operatorframework.io/suggested-namespace',
  'operatorframework.io/suggested-namespace-template',
  'operators.openshift.io/infrastructure-features',
  'operators.openshift.io/must-gather-image',
  'operators.openshift.io/valid-subscription',
  'operators.operatorframework.io/builder',
  'operators.operatorframework.io/internal-objects',
  'operators.operatorframework.io/project_layout',
];

/** Shorter names are often similar by chance. */
const SHORT = 8;

export const annotationNames: CsvCheck = ({ annotations }) =>
  Object.keys(annotations).flatMap((key) => {
    if (KNOWN.includes(key)) return [];
    const meant = nearest(key, KNOWN, key.length < SHORT ? 1 : 2);
    if (meant === undefined) return [];
    return [
      {
        code: 'CSV_ANNOTATION_NAME',
        at: ['metadata', 'annotations', key],
        message: 'no tool reads an annotation with this name',
        found: key,
        expected: meant,
        fix: `did you mean ${meant}?`,
      },
    ];
  });
