/**
 * Shared API roles: OLM names the ClusterRoles of an APIService's API by plural and version alone, so those of several
 * API groups overwrite each other (OLM's ensureClusterRolesForAPI).
 */
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import { compareText } from '../../model/kubernetes-object.js';
import { enumeration } from '../../model/name-lists.js';
import { csvReference } from '../references.js';
import type { Resolution } from '../resolve.js';

/** A warning for each name that the APIs of several groups share, at the first of their CSVs. */
export function sharedApiRoles({ csvs }: Pick<Resolution, 'csvs'>): Finding[] {
  const provided = csvs
    .filter(({ verdict }) => verdict.phase === 'Succeeded' || verdict.phase === 'Replacing')
    .flatMap(({ csv }) => csv.ownedAPIServices.map(({ name, version, group }) => ({ csv, name: `${name}-${version}`, group })));
  return [...groupBy(provided, ({ name }) => name)].flatMap(([name, sharers]): Finding[] => {
    const groups = [...new Set(sharers.map(({ group }) => group))].sort(compareText);
    if (groups.length < 2) return [];
    const [first, ...more] = [...new Set<ClusterServiceVersion>(sharers.map(({ csv }) => csv))].map(csvReference);
    if (!first) return [];
    return [
      {
        id: 'api-roles-shared',
        severity: 'warning',
        subject: first,
        message: `under OLM, ${enumeration(groups)} share the ClusterRoles ${name}-admin, -edit and -view, whose names do not hold the API group: they grant the rights of the group that OLM looked at last`,
        fix: 'grant the rights on these APIs by ClusterRoles of your own, or keep one of the APIs',
        related: more,
        verdict: false,
      },
    ];
  });
}
