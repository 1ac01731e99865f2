/** Reports permissions on everything, or on all resources of a group. */

import { compareText, formatReference } from '../../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../../base/kubernetes/policy-rule.js';
import { isDefaultRole } from '../../../base/rbac/default-policy.js';
import { isRoleForPeople } from '../../../base/rbac/default-subjects.js';
import { effect, permissionsStep } from '../../../base/rbac/step.js';
import { isClusterScoped, isPlatformGroup } from '../../../base/tools/resources.js';
import { objectText } from '../../../base/wording/permissions.js';
import { listed, targetsText } from '../../../base/wording/phrases.js';
import type { ClusterServiceVersion } from '../../../olm/model/cluster-service-version.js';
import { csvReference, groupReference } from '../../../olm/model/finding.js';
import { getsRoles } from '../../../olm/render/permissions.js';
import { isAllNamespaces } from '../../../olm/rules/namespace-set.js';
import type { HeldRule } from '../access/access.js';
import { ownApiGroups } from '../access/api-groups.js';
import { bySubject, isEverything, type Match, omnipotent, whereHeld } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { formatOrigin } from '../access/origins.js';
import { hasEverything } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_NAMESPACES, NSA_RBAC } from '../rule.js';

/** Everything on everything: cluster-admin by name, or a rule of three wildcards. */
export const allRights = riskRule('all-rights', 'error', 'Can do everything', {
  tier: 'escalates',
  column: 'Everything, wildcards',
  references: ['CIS Kubernetes 5.1.1', 'CIS Kubernetes 5.1.3', NSA_RBAC],
  meaning:
    'A subject is bound to cluster-admin, or to a rule with `*` for verbs, API groups and resources. Its other risks in the same scope follow from this and are not listed.',
  attack: 'An attacker who takes over one Pod of the operator, or its image, controls the cluster.',
  fix: 'List the permissions that the operator uses (audit logs show them). Until its author does that, use an OperatorGroup with target namespaces.',
  find: (access) =>
    omnipotent(access).map((held) => {
      const risk = heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
      const [{ origin, roles }] = held.holdings as [HeldRule];
      const isOwn = roles.some(isDefaultRole);
      return isOwn
        ? risk
        : { ...risk, fix: `list the API groups, resources and verbs that are needed in ${formatOrigin(origin)} instead of the wildcards` };
    }),
});

/** Wildcards for the resources of Kubernetes, except rules that allow everything. */
export const wildcardRights = riskRule('wildcard-rights', 'warning', 'Has permissions by wildcard', {
  column: 'Everything, wildcards',
  short: 'permissions by wildcard',
  references: ['CIS Kubernetes 5.1.3', NSA_RBAC],
  meaning:
    'A rule contains `*` for the resources of an API group of Kubernetes or OLM, or of all groups, including future kinds and subresources. Other findings report what the wildcard allows on Secrets, Pods and similar objects.',
  attack: 'A new version of Kubernetes adds a subresource, and the subject already has it.',
  fix: 'Name the API groups and resources.',
  find: (access) =>
    bySubject(access.holdings, ({ rule, roles }) => {
      if (roles.some(isRoleForPeople) || isEverything(rule) || !isWild(rule)) return [];
      return wildMatches(rule);
    }).map((held) => heldRisk(access, held, { cluster: 'warning', elsewhere: 'warning' })),
});

/**
 * Whether a rule has a wildcard in a group of the platform; other groups are most likely the operator's own, and wildcards there are
 * expected.
 */
function isWild({ apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  return resourceNames.length === 0 && resources.includes('*') && apiGroups.some(isPlatformGroup);
}

function wildMatches({ verbs = [], apiGroups = [] }: PolicyRule): Match[] {
  const groups = apiGroups.includes('*') ? ['*'] : apiGroups.filter(isPlatformGroup);
  return groups.map((apiGroup) => ({ apiGroup, resource: '*', verbs }));
}

/** clusterPermissions of an operator with target namespaces: they apply in all namespaces anyway. */
export const clusterPermissions = riskRule(
  'cluster-permissions',
  'warning',
  'Has permissions in all namespaces although it targets a few',
  {
    column: 'Everything, wildcards',
    short: 'permissions outside of its namespaces',
    references: [NSA_RBAC, NSA_NAMESPACES],
    meaning:
      "An OperatorGroup lists target namespaces, but a CSV in it requests namespaced resources in `clusterPermissions`, which OLM grants in all namespaces. Cluster-scoped resources and the operator's own APIs do not count.",
    attack:
      'Tenants trust that an operator of another namespace cannot reach their objects. It can, and so can an attacker who takes over the operator.',
    fix: 'Ask the author to move the rules to `permissions`. Until then, treat the operator like an operator for all namespaces.',
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
            says: `targets ${targets}, but its clusterPermissions grant permissions on ${listed(resources, 'resources')} in all namespaces`,
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
  },
);

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
          // Writing Events can mislead people, but grants no permission.
          .filter((resource) => resource !== 'events' && !isClusterScoped(apiGroup, resource))
          .map((resource) => ({ resource: objectText({ verbs: [], apiGroup, resource }), entry, rule })),
      );
    }),
  );
}

// URL paths of the API server that are no resources: logs, profiles and others.

const ALL: readonly string[] = ['*', '/*'];
const VERBS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];
const INTERNAL = /^\/(?:logs|debug)(?:\/|\*|$)/;

export const urlAccess = riskRule('url-access', 'error', 'Can use all URL paths of the API server', {
  tier: 'everywhere',
  short: 'use all URL paths',
  references: ['CWE-732: Incorrect Permission Assignment for Critical Resource', NSA_RBAC],
  meaning: 'A ClusterRoleBinding gives a subject all `nonResourceURLs` (error), or those under /logs and /debug (warning).',
  attack:
    "The subject reads the API server's logs, including the audit log with request bodies, and slows the API server down by requesting profiles.",
  fix: 'List the needed paths, such as /metrics.',
  severityWhenInstalled: 'warning',
  powers: [{ wants: [{ nonResourceURLs: ALL, verbs: VERBS }] }],
  find: (access) =>
    bySubject(
      access.holdings,
      ({ scope, rule: { nonResourceURLs = [], verbs = [] } }): Match[] => {
        if (scope !== 'cluster') return [];
        const urls = nonResourceURLs.filter((url) => ALL.includes(url) || INTERNAL.test(url));
        return urls.map((url) => ({ resource: url, nonResourceURL: url, verbs, rules: [{ verbs, nonResourceURLs: [url] }] }));
      },
      // Skips subjects that can do everything: another rule reports them.
      whereHeld((_holding, subject) => !hasEverything(access, subject)),
    ).map((held) => {
      const isAll = held.rights.some(({ nonResourceURL = '' }) => ALL.includes(nonResourceURL));
      return heldRisk(access, held, { cluster: isAll ? 'error' : 'warning', elsewhere: 'info' });
    }),
});
