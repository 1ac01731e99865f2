/** Access that is lost silently: a role of people no longer aggregates an API that still exists. */

import { compareText, formatReference, referenceTo } from '../../kubernetes/object.js';
import type { Role } from '../../kubernetes/rbac.js';
import { effect, permissionsStep } from '../../rbac/step.js';
import { boundTo, listed } from '../../wording/phrases.js';
import type { Access, GrantedRule } from '../access/access.js';
import { type ProvidedResources, providedApisIn, providedResources } from '../access/api-groups.js';
import { aggregationSteps } from '../access/paths.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';

export const aggregationLost = riskRule({
  id: 'aggregation-lost',
  severity: 'warning',
  title: 'A role for people loses an API',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      "In BASE, a ClusterRole such as edit, or one of an OperatorGroup, aggregates an API's role. In HEAD it does not, or is removed but still bound. The API is still provided, and no binding changes.",
    attack: 'People lose access during an upgrade, and somebody binds them to cluster-admin to end the outage.',
    fix: "Keep the OperatorGroup's name and the ClusterRoles' labels, or bind the new role first.",
  },
  compare: (base, head) => {
    const { resolution } = head.state;
    // The roles of a failed operator's API are gone with it; its finding says so.
    const working = { ...resolution, csvs: resolution.csvs.filter(({ verdict }) => verdict.phase !== 'Failed') };
    const provided = providedResources({ ...head.state, resolution: working });
    const before = apisByRole(base, provided);
    const after = apisByRole(head, provided);
    const bound = new Set(head.bindings.flatMap(({ binding: { roleRef } }) => (roleRef.kind === 'ClusterRole' ? [roleRef.name] : [])));
    return [...before]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([role, apis]) => {
        const stays = head.clusterRoles.has(role);
        // Nobody loses access by a role that nobody is bound to.
        if (!stays && !bound.has(role)) return [];
        const lost = [...apis.keys()].filter((api) => !after.get(role)?.has(api)).sort(compareText);
        return lost.length === 0 ? [] : [lostAccess(role, lost, apis, stays)];
      });
  },
});

/** The provided APIs that each aggregated role grants permissions on, each with the role that grants them. */
function apisByRole({ holdings }: Access, provided: ProvidedResources): Map<string, Map<string, GrantedRule>> {
  const apis = new Map<string, Map<string, GrantedRule>>();
  for (const holding of holdings) {
    const { subject, rule } = holding;
    if (subject.kind !== 'RoleHolder') continue;
    const known = apis.get(subject.name) ?? new Map<string, GrantedRule>();
    for (const api of providedApisIn(rule, provided)) known.set(api, holding);
    apis.set(subject.name, known);
  }
  return apis;
}

function lostAccess(role: string, lost: readonly string[], apis: ReadonlyMap<string, GrantedRule>, stays: boolean): Discovery {
  const [, ...via] = (apis.get(lost[0] as string) as GrantedRule).roles;
  const source = via.at(-1) as Role;
  const subject = { kind: 'ClusterRole', name: role };
  const gone = stays ? `no longer aggregates ${formatReference(referenceTo(source))}` : 'is gone, and bindings still refer to it';
  return {
    subject,
    message: `${boundTo([role])} loses access to ${listed(lost, 'APIs')}, because ${formatReference(subject)} ${gone}`,
    path: [
      effect(`${formatReference(subject)} in BASE`),
      ...aggregationSteps(via),
      permissionsStep(`${listed(lost, 'APIs')}; in HEAD ${formatReference(subject)} ${gone}`),
    ],
    fix: stays
      ? `label ${formatReference(referenceTo(source))} so that ${role} selects it again, or bind those who need it to a role that grants the API`
      : `bind the subjects that were bound to ${role} to the ClusterRole that replaces it`,
    identity: [...lost],
  };
}
