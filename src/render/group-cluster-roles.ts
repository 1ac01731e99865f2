/** Group ClusterRoles: admin, edit and view of each OperatorGroup, filled by aggregation (design document, "RBAC"). */

import { isLabelValue } from '../kubernetes/names.js';
import { groupBy } from '../kubernetes/object.js';
import { apiKey } from '../model/cluster-service-version.js';
import { groupReference } from '../model/finding.js';
import type { Generator } from './context.js';
import { ownerLabels } from './owner-labels.js';
import { GROUP_ROLES } from './profile/conventions.js';
import type { Made } from './rendered.js';

export const groupClusterRoles: Generator = ({ resolution, conventions }) => {
  const csvsByNamespace = groupBy(resolution.csvs, ({ csv }) => csv.namespace);
  return (
    resolution.groups
      // The API server refuses the label olm.owner of a longer name, so OLM never makes these roles.
      .filter(({ group, blocked }) => isLabelValue(group.name) && !blocked)
      // The platform has those of its own groups.
      .filter(({ group }) => !group.isPlatforms || csvsByNamespace.has(group.namespace))
      .flatMap((group) => {
        const csvs = csvsByNamespace.get(group.group.namespace) ?? [];
        const apis = new Set([...csvs.flatMap(({ providedApis }) => providedApis.map(apiKey)), ...group.providedApis]);
        return GROUP_ROLES.map((role): Made => {
          const selectors = conventions.groupRoleSelectors(group, role, apis);
          return {
            owner: groupReference(group.group),
            object: {
              apiVersion: 'rbac.authorization.k8s.io/v1',
              kind: 'ClusterRole',
              metadata: { name: conventions.groupRole(group.group, role), labels: ownerLabels(group.group, 'OperatorGroup', conventions) },
              // No rules: the controller fills them in, and a GitOps tool would fight it over them.
              ...(selectors.length > 0
                ? { aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) } }
                : {}),
            },
          };
        });
      })
  );
};
