/**
 * Roles in target namespaces: the operator's permissions outside of its own namespace. Its Roles and RoleBindings are copied to
 * each target; for a global group they are lifted: each becomes a ClusterRole or ClusterRoleBinding of the same name
 * (design document, "RBAC"; OLM's ensureRBACInTargetNamespace and ensureSingletonRBAC).
 */
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import { COPIED_FROM_LABEL } from '../model/csv-labels.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { RenderContext } from './context.js';
import { madeOf, namespacedRoles, type RoleAndBinding } from './permissions.js';
import type { Era } from './profile/conventions.js';
import type { Made } from './rendered.js';

/** The permissions of one operator outside of its namespace. */
export interface RolePlacement {
  /** The namespaces with copies of its Roles and RoleBindings. */
  readonly copiedTo: readonly string[];
  /** Whether OLM makes the copies only in some orders of its work. @default false */
  readonly isUncertain?: boolean;
  /** Whether the Roles become ClusterRoles and ClusterRoleBindings. */
  readonly lifted: boolean;
}

/** Placements by CSV; a missing CSV has none. */
export type RolePlacements = ReadonlyMap<ResolvedCsv, RolePlacement>;

/** The copied Roles of all operators, then the lifted ones. */
export function rolesInTargets({ resolution: { csvs }, conventions }: RenderContext, placements: RolePlacements): Made[] {
  return [
    ...csvs.flatMap((csv) => copiedRoles(csv, placements.get(csv), conventions)),
    ...csvs.flatMap((csv) => (placements.get(csv)?.lifted ? liftedRoles(csv, conventions) : [])),
  ];
}

function copiedRoles(
  { csv }: ResolvedCsv,
  { copiedTo: namespaces = [], isUncertain = false }: Partial<RolePlacement> = {},
  era: Era,
): Made[] {
  if (namespaces.length === 0) return [];
  return namespacedRoles(csv, era)
    .flatMap((roles) => madeOf(csv, roles))
    .map(({ object, ...made }) => {
      const { namespace: _, ...metadata } = object.metadata;
      const labels = { ...metadata.labels, [COPIED_FROM_LABEL]: csv.namespace };
      // The binding still names the operator's account in the operator namespace.
      return {
        ...made,
        object: { ...object, metadata: { ...metadata, labels } },
        copies: { namespaces, ownerNamespaceLabel: true },
        isUncertain,
      };
    });
}

function liftedRoles({ csv }: ResolvedCsv, era: Era): Made[] {
  return namespacedRoles(csv, era).flatMap((roles) => madeOf(csv, lift(roles)));
}

/** The rule with which an operator that watches all namespaces can list them. */
const SEE_NAMESPACES: PolicyRule = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };

/** A Role and its RoleBinding as ClusterRole and ClusterRoleBinding. */
export function lift({ role, binding, field }: RoleAndBinding): RoleAndBinding {
  return {
    role: { ...clusterScoped(role), rules: [...(role.rules as PolicyRule[]), SEE_NAMESPACES] },
    binding: { ...clusterScoped(binding), roleRef: { ...(binding.roleRef as object), kind: 'ClusterRole' } },
    field,
  };
}

/** The same object for the whole cluster; its labels stay, including the hash of the rules. */
function clusterScoped(object: KubernetesObject): KubernetesObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, kind: `Cluster${object.kind}`, metadata };
}
