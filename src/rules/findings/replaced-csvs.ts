/** Replaced CSVs: they are gone on the cluster, and so are not rendered. */
import type { Finding } from '../../model/finding.js';
import { isAllNamespaces } from '../namespace-set.js';
import { csvReference } from '../references.js';
import type { Resolution, ResolvedCsv } from '../resolve.js';

/** A note for each of them. */
export function replacedCsvs({ csvs, replaced }: Pick<Resolution, 'csvs' | 'replaced'>): Finding[] {
  const resolved = new Map(csvs.map((successor) => [successor.csv, successor]));
  return replaced.map(({ csv, by }) => {
    // OLM copies no Roles while the old copies grant the rights, and those go with the old CSV.
    const gap = hasCopies(resolved.get(by))
      ? `; when OLM replaces it, ${by.name} has no Roles in the other target namespaces until OLM syncs the group again, some minutes later`
      : '';
    return {
      id: 'csv-replaced',
      severity: 'info',
      subject: csvReference(csv),
      message: `${csv.name} is replaced by ${by.name} and is not rendered${gap}`,
      fix: `remove ${csv.name} from the input once the cluster runs ${by.name}`,
      related: [csvReference(by)],
      verdict: false,
    };
  });
}

/** Whether the Roles of a CSV are copied into other namespaces. */
function hasCopies(resolved: ResolvedCsv | undefined): boolean {
  const targets = resolved?.group?.namespaces ?? [];
  if (!resolved || isAllNamespaces(targets)) return false;
  const { namespace, permissions } = resolved.csv;
  return permissions.some(({ rules }) => rules?.length) && targets.some((target) => target !== namespace);
}
