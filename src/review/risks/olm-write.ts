/** Writing OLM's own objects: what OLM installs, it installs with its own rights. */
import { formatReference, referenceTo } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { Access } from './access.js';
import { aggregatedRights } from './aggregated-rights.js';
import { formatRights, heldBy, matches, type Want } from './held.js';
import { heldRisk, placeOf } from './held-risk.js';
import { formatOrigin } from './origins.js';
import { type Discovery, NSA_RBAC, type RiskRule } from './rule.js';

export const OLM_GROUP = 'operators.coreos.com';

export const OLM_WRITE: readonly Want[] = [
  {
    apiGroup: OLM_GROUP,
    resources: ['catalogsources', 'clusterserviceversions', 'installplans', 'operatorgroups', 'subscriptions'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const olmWrite: RiskRule = {
  id: 'olm-write',
  severity: 'error',
  title: 'May tell OLM what to install, or where',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      'A subject may write OperatorGroups, Subscriptions, ClusterServiceVersions, InstallPlans or CatalogSources, in the whole cluster or in one namespace, by a binding or because a role such as edit aggregates the right. OLM does what they say with its own rights, which are all rights, unless the OperatorGroup names a ServiceAccount.',
    attack:
      'From one namespace, a Subscription to a CatalogSource of the holder installs an operator whose clusterPermissions are `*`. With OperatorGroups, the holder widens an operator that is there to all namespaces.',
    fix: 'Keep these objects to whoever runs the cluster. Where tenants must subscribe, set `spec.serviceAccountName` of their OperatorGroup, so that OLM installs with no more than its rights.',
  },
  find: (access) => [
    ...heldBy(access, OLM_WRITE)
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }))
      .map(worst),
    ...aggregated(access),
  ],
};

/** It leads out of every namespace. */
function worst(risk: Discovery): Discovery {
  return { ...risk, severity: 'error' };
}

function aggregated(access: Access): Discovery[] {
  return aggregatedRights(access).flatMap(({ source, into, holdings }) => {
    const found = holdings.flatMap((holding) => {
      const { rule } = holding;
      return rule.resourceNames?.length ? [] : matches(rule, OLM_WRITE).map((match) => ({ holding, match }));
    });
    const [first] = found;
    if (!first) return [];
    const rights = formatRights(found.map(({ match }) => match));
    const subject = referenceTo(source);
    return [
      {
        severity: 'error' as const,
        subject,
        message: `${formatReference(subject)} lets everyone who holds ${joined(into, 'or')} ${rights}, wherever they hold it`,
        path: `whoever holds ${joined(into, 'or')} → aggregates ${formatReference(subject)} → ${formatOrigin(first.holding.origin)} → ${rights}`,
        fix: `take the aggregation labels off ${formatReference(subject)}, or set spec.serviceAccountName of the OperatorGroups of tenants`,
        place: placeOf(access, first.holding),
        identity: [...into],
      },
    ];
  });
}
