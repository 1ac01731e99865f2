/** Uncertain replacement: a CSV that OLM removes in one order of events, and keeps in another. */

import { namespacedName } from '../../kubernetes/object.js';
import { csvReference } from '../../model/references.js';
import { listed } from '../../wording/phrases.js';
import type { ResolutionRule } from './rule.js';

/** A warning about each of them. */
export const uncertainReplacement: ResolutionRule = {
  id: 'uncertain-replacement',
  severity: 'warning',
  title: 'OLM replaces a CSV only in some orders',
  references: [],
  documentation: {
    meaning:
      'Several CSVs of a chain of replacements are in the input at once. In some orders OLM removes the older ones, and in others one of them stays, with its Deployment and its permissions.',
    fix: 'Apply the versions one after the other, or remove the replaced CSVs from the input.',
  },
  find: ({ replaced }) =>
    replaced
      .filter(({ certainty }) => certainty !== 'certain')
      .map(({ csv, by, rivals }) => ({
        subject: csvReference(csv),
        message: `whether OLM removes this CSV depends on whether OLM processes it or ${listed(rivals.map(namespacedName), 'CSVs')} first; this report assumes that ${by.name} replaces it`,
        fix: `apply ${by.name} only after OLM has installed ${csv.name}, one version at a time, or remove ${csv.name} from the input`,
        related: rivals.map(csvReference),
        verdict: true,
      })),
};
