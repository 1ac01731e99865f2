/** clusterPermissions of an operator that watches a few namespaces: rights in all of them all the same. */
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { compareText, formatReference } from '../../model/kubernetes-object.js';
import { policyRule } from '../../model/policy-rule.js';
import { getsRoles } from '../../render/permissions.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { csvReference, groupReference } from '../../rules/references.js';
import { ownApiGroups } from './api-groups.js';
import { isClusterScoped } from './cluster-scoped.js';
import { NSA_NAMESPACES, NSA_RBAC, type RiskRule } from './rule.js';
import { shortList } from './wording.js';

export const clusterPermissions: RiskRule = {
  id: 'cluster-permissions',
  severity: 'warning',
  title: 'Holds rights in all namespaces though it watches a few',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      "An OperatorGroup names its target namespaces, but a CSV in it asks by `clusterPermissions` for rights on resources that live in namespaces. OLM gives those in the whole cluster, whatever the group targets. Resources without a namespace, and the operator's own APIs, do not count.",
    attack: 'The tenants of one namespace trust that the operator of another cannot reach them; it can, and so can whoever takes it over.',
    fix: 'Ask the author to move the rules to `permissions`, which OLM gives in the target namespaces. Until then treat the operator as one of the whole cluster.',
  },
  find: ({ side }) => {
    const own = ownApiGroups(side);
    return side.resolution.csvs.flatMap(({ csv, group }) => {
      if (!group?.namespaces || isAllNamespaces(group.namespaces) || !getsRoles(csv)) return [];
      const found = namespacedResources(csv, own);
      if (found.length === 0) return [];
      const resources = [...new Set(found.map(({ resource }) => resource))].sort(compareText);
      const [{ entry, rule }] = found as [FoundResource];
      const field = ['spec', 'install', 'spec', 'clusterPermissions', entry, 'rules', rule];
      const subject = csvReference(csv);
      const targets = shortList(group.namespaces, 'namespaces');
      return [
        {
          severity: 'warning' as const,
          subject,
          message: `${formatReference(subject)} watches ${targets}, yet its clusterPermissions give it rights to ${shortList(resources, 'resources')} in all namespaces`,
          path: `${formatReference(groupReference(group.group))} targets ${targets} → ${formatReference(subject)} → spec.install.spec.clusterPermissions → ${shortList(resources, 'resources')} in all namespaces`,
          fix: `move the rules on ${shortList(resources, 'resources')} from clusterPermissions to permissions, or treat the operator as one of the whole cluster: keep tenants out of ${csv.namespace}`,
          place: side.placeOf(subject, field),
          identity: [],
        },
      ];
    });
  },
};

interface FoundResource {
  readonly resource: string;
  readonly entry: number;
  readonly rule: number;
}

/** The resources of clusterPermissions that live in namespaces, with where they are asked for. */
function namespacedResources({ clusterPermissions }: ClusterServiceVersion, own: ReadonlySet<string>): FoundResource[] {
  return clusterPermissions.flatMap(({ rules }, entry) =>
    (rules ?? []).flatMap((raw, rule) => {
      const { apiGroups = [], resources = [] } = policyRule(raw);
      const foreign = apiGroups.filter((group) => !own.has(group));
      return (
        resources
          // Whoever may write Events anywhere can confuse people, but nobody gains a right.
          .filter((resource) => resource !== 'events' && foreign.some((group) => !isClusterScoped(group, resource)))
          .map((resource) => ({ resource: resource === '*' ? 'everything' : resource, entry, rule }))
      );
    }),
  );
}
