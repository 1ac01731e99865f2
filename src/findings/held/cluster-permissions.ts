/** clusterPermissions of an operator with target namespaces: they apply in all namespaces anyway. */

import { isClusterScoped } from '../../kubernetes/kinds.js';
import { compareText, formatReference } from '../../kubernetes/object.js';
import { policyRule } from '../../kubernetes/policy-rule.js';
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import { csvReference, groupReference } from '../../model/references.js';
import { effect, permissionsStep } from '../../rbac/step.js';
import { getsRoles } from '../../render/permissions.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { listed, objectText, targetsText } from '../../wording/phrases.js';
import { ownApiGroups } from '../access/api-groups.js';
import { NSA_NAMESPACES, NSA_RBAC, type RiskRule } from '../rule.js';

export const clusterPermissions: RiskRule = {
  id: 'cluster-permissions',
  severity: 'warning',
  title: 'Has permissions in all namespaces although it targets a few',
  references: [NSA_RBAC, NSA_NAMESPACES],
  documentation: {
    meaning:
      "An OperatorGroup lists its target namespaces, but a CSV in it requests permissions on namespaced resources in `clusterPermissions`. OLM grants those in all namespaces, whatever the group targets. Cluster-scoped resources and the operator's own APIs do not count.",
    attack:
      'The tenants of one namespace trust that the operator of another has no access to theirs. It does, and so does an attacker who takes it over.',
    fix: 'Ask the author to move the rules to `permissions`, which OLM grants only in the target namespaces. Until then, treat the operator like one that targets all namespaces.',
  },
  find: ({ state }) => {
    const own = ownApiGroups(state);
    return state.resolution.csvs.flatMap(({ csv, group }) => {
      if (!group?.namespaces || isAllNamespaces(group.namespaces) || !getsRoles(csv)) return [];
      const found = namespacedResources(csv, own);
      if (found.length === 0) return [];
      const resources = [...new Set(found.map(({ resource }) => resource))].sort(compareText);
      const [{ entry, rule }] = found as [FoundResource];
      const field = ['spec', 'install', 'spec', 'clusterPermissions', entry, 'rules', rule];
      const subject = csvReference(csv);
      const targets = targetsText(group.namespaces);
      return [
        {
          severity: 'warning' as const,
          subject,
          message: `${formatReference(subject)} targets ${targets}, but its clusterPermissions grant permissions on ${listed(resources, 'resources')} in all namespaces`,
          path: [
            effect(`${formatReference(groupReference(group.group))} targets ${targets}`),
            { kind: 'object' as const, object: subject },
            effect('spec.install.spec.clusterPermissions'),
            permissionsStep(`${listed(resources, 'resources')} in all namespaces`),
          ],
          fix: `move the rules on ${listed(resources, 'resources')} from clusterPermissions to permissions, or treat the operator like one that targets all namespaces and keep tenants out of ${csv.namespace}`,
          place: state.placeOf(subject, field),
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

/** The namespaced resources of clusterPermissions, with the rules that request them. */
function namespacedResources({ clusterPermissions }: ClusterServiceVersion, own: ReadonlySet<string>): FoundResource[] {
  return clusterPermissions.flatMap(({ rules }, entry) =>
    (rules ?? []).flatMap((raw, rule) => {
      const { apiGroups = [], resources = [] } = policyRule(raw);
      const foreign = apiGroups.filter((group) => !own.has(group));
      return foreign.flatMap((apiGroup) =>
        resources
          // Anyone who can write Events can confuse people, but gains no permission.
          .filter((resource) => resource !== 'events' && !isClusterScoped(apiGroup, resource))
          .map((resource) => ({ resource: objectText({ verbs: [], apiGroup, resource }), entry, rule })),
      );
    }),
  );
}
