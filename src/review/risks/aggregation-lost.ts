/** Access that is lost without a word: a role of people no longer aggregates an API that is still there. */
import { compareText, formatReference, type KubernetesObject, referenceTo } from '../../model/kubernetes-object.js';
import type { Access, Holding } from './access.js';
import { type ProvidedResources, providedApisIn, providedResources } from './api-groups.js';
import { bindingsOf } from './bindings.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';
import { shortList } from './wording.js';

export const aggregationLost: RiskRule = {
  id: 'aggregation-lost',
  severity: 'warning',
  title: 'A role of people loses an API',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      'In BASE a ClusterRole such as edit, or one of an OperatorGroup, collects the role of an API by its labels; in HEAD it does not any more, or is gone while it is still bound, though the API is still provided. No binding shows it.',
    attack: 'Nobody attacks here: people lose access during an upgrade, and somebody gives them cluster-admin to end the outage.',
    fix: 'Keep the name of the OperatorGroup, and the labels on the ClusterRoles, or bind the new role beside the old one first.',
  },
  compare: (base, head) => {
    const { resolution } = head.side;
    // That a failed operator takes its API's roles along is said of the operator.
    const working = { ...resolution, csvs: resolution.csvs.filter(({ verdict }) => verdict.phase !== 'Failed') };
    const provided = providedResources({ ...head.side, resolution: working });
    const before = apisByRole(base, provided);
    const after = apisByRole(head, provided);
    const bound = new Set(bindingsOf(head.side).flatMap(({ roleRef }) => (roleRef.kind === 'ClusterRole' ? [roleRef.name] : [])));
    return [...before]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([role, apis]) => {
        const stays = head.clusterRoles.has(role);
        // A role that is gone, and that nobody is bound to, is missed by nobody.
        if (!stays && !bound.has(role)) return [];
        const lost = [...apis.keys()].filter((api) => !after.get(role)?.has(api)).sort(compareText);
        return lost.length === 0 ? [] : [lostAccess(role, lost, apis, stays, head)];
      });
  },
};

/** The provided APIs that each aggregated role gives rights to, each with the role that it comes from. */
function apisByRole({ holdings }: Access, provided: ProvidedResources): Map<string, Map<string, Holding>> {
  const apis = new Map<string, Map<string, Holding>>();
  for (const holding of holdings) {
    const { subject, rule } = holding;
    if (subject.kind !== 'RoleHolder') continue;
    const known = apis.get(subject.name) ?? new Map<string, Holding>();
    for (const api of providedApisIn(rule, provided)) known.set(api, holding);
    apis.set(subject.name, known);
  }
  return apis;
}

function lostAccess(
  role: string,
  lost: readonly string[],
  apis: ReadonlyMap<string, Holding>,
  stays: boolean,
  { side }: Access,
): Discovery {
  const source = (apis.get(lost[0] as string) as Holding).roles.at(-1) as KubernetesObject;
  const subject = { kind: 'ClusterRole', name: role };
  const gone = stays ? `no longer aggregates ${formatReference(referenceTo(source))}` : 'is gone, though bindings still name it';
  return {
    severity: 'warning',
    subject,
    message: `whoever holds ${role} loses access to ${shortList(lost, 'APIs')}, since ${formatReference(subject)} ${gone}`,
    path: `${formatReference(subject)} in BASE → aggregates ${formatReference(referenceTo(source))} → ${shortList(lost, 'APIs')}; in HEAD ${formatReference(subject)} ${gone}`,
    fix: stays
      ? `label ${formatReference(referenceTo(source))} so that ${role} selects it again, or bind those who need it to a role that does`
      : `bind those who held ${role} to the ClusterRole that takes its place`,
    place: side.placeOf(subject),
    identity: [...lost],
  };
}
