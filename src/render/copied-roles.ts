/** Copied Roles and RoleBindings: the operator's rights in each target namespace (design document, "RBAC"). */
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import type { Generator } from './context.js';
import { namespacedRoles } from './permissions.js';
import type { Rendered } from './rendered.js';

export const copiedRoles: Generator = ({ resolution, placements }) =>
  resolution.csvs.flatMap((csv) => {
    const namespaces = placements.get(csv)?.copiedTo ?? [];
    if (namespaces.length === 0) return [];
    return namespacedRoles(csv.csv)
      .flatMap(({ role, binding }) => [role, binding])
      .map((object): Rendered => {
        const { namespace: _, ...metadata } = object.metadata;
        const labels = { ...metadata.labels, [COPIED_FROM_LABEL]: csv.csv.namespace };
        // The binding still names the operator's account in the operator namespace.
        return {
          emitSet: 'rbac',
          object: { ...object, metadata: { ...metadata, labels } },
          copies: { namespaces, ownerNamespaceLabel: true },
        };
      });
  });
