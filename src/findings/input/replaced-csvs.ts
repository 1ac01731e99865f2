/** Replaced CSVs: OLM deletes them, so they are not rendered. */
import { csvReference } from '../../model/references.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import type { ResolutionRule } from './rule.js';

/** A note for each of them. */
export const replacedCsvs: ResolutionRule = {
  id: 'csv-replaced',
  severity: 'info',
  title: 'A CSV is replaced',
  references: [],
  documentation: {
    meaning: 'Another CSV replaces a CSV, which is not rendered.',
    fix: 'Remove the replaced CSV from the input once the cluster runs the new one.',
  },
  find: ({ csvs, replaced }) => {
    const resolved = new Map(csvs.map((successor) => [successor.csv, successor]));
    return replaced.map(({ csv, by }) => {
      // OLM copies no Roles while the old copies grant the permissions, and it deletes those with the old CSV.
      const gap = hasCopies(resolved.get(by))
        ? `; after OLM replaces it, ${by.name} has no Roles in the other target namespaces for some minutes, until OLM syncs the group again`
        : '';
      return {
        subject: csvReference(csv),
        message: `${csv.name} is replaced by ${by.name} and is not rendered${gap}`,
        fix: `remove ${csv.name} from the input once the cluster runs ${by.name}`,
        related: [csvReference(by)],
      };
    });
  },
};

/** Whether the Roles of a CSV are copied into other namespaces. */
function hasCopies(resolved: ResolvedCsv | undefined): boolean {
  const targets = resolved?.group?.namespaces ?? [];
  if (!resolved || isAllNamespaces(targets)) return false;
  const { namespace, permissions } = resolved.csv;
  return permissions.some(({ rules }) => rules?.length) && targets.some((target) => target !== namespace);
}
