/**
 * Shared API roles: OLM names the ClusterRoles of an APIService's API by plural and version only, so those of several
 * API groups overwrite each other (OLM's ensureClusterRolesForAPI).
 */

import { groupBy } from '../../kubernetes/group-by.js';
import { compareText } from '../../kubernetes/object.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { csvReference } from '../../model/references.js';
import { listed } from '../../wording/phrases.js';
import type { ResolutionRule } from './rule.js';

/** A warning for each name that the APIs of several groups share, at the first of their CSVs. */
export const sharedApiRoles: ResolutionRule = {
  id: 'api-roles-shared',
  severity: 'warning',
  title: 'APIs of several groups share ClusterRoles',
  references: [],
  documentation: {
    meaning: 'OLM creates ClusterRoles of the same name for APIs of several groups.',
    fix: 'Grant the permissions on these APIs with ClusterRoles of your own, or keep one of the APIs.',
  },
  find: ({ csvs }) => {
    const provided = csvs
      .filter(({ verdict }) => verdict.phase === 'Succeeded' || verdict.phase === 'Replacing')
      .flatMap(({ csv }) => csv.ownedAPIServices.map(({ name, version, group }) => ({ csv, name: `${name}-${version}`, group })));
    return [...groupBy(provided, ({ name }) => name)].flatMap(([name, sharers]) => {
      const groups = [...new Set(sharers.map(({ group }) => group))].sort(compareText);
      if (groups.length < 2) return [];
      const [first, ...more] = [...new Set<ClusterServiceVersion>(sharers.map(({ csv }) => csv))].map(csvReference);
      if (!first) return [];
      return [
        {
          subject: first,
          message: `OLM creates the ClusterRoles ${name}-admin, -edit and -view for ${listed(groups, 'API groups')}, because the names do not contain the API group; they grant permissions on the group that OLM processes last`,
          fix: 'grant the permissions on these APIs with ClusterRoles of your own, or keep one of the APIs',
          related: more,
        },
      ];
    });
  },
};
