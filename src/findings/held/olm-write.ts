/** Writing OLM's own objects: OLM installs with its own permissions. */

import { formatReference, referenceTo } from '../../kubernetes/object.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { boundTo, joined, permissionTexts } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { heldBy, matches, merged } from '../access/held.js';
import { heldRisk, placeOf } from '../access/held-risk.js';
import { type Discovery, NSA_RBAC, type RiskRule } from '../rule.js';
import { aggregatedRights, aggregationPath, labelledText } from './aggregated-rights.js';

export const OLM_GROUP = 'operators.coreos.com';

const OLM_WRITE: readonly PolicyRule[] = [
  {
    apiGroups: [OLM_GROUP],
    resources: ['catalogsources', 'clusterserviceversions', 'installplans', 'operatorgroups', 'subscriptions'],
    verbs: ['create', 'update', 'patch'],
  },
  {
    apiGroups: ['olm.operatorframework.io'],
    resources: ['clustercatalogs', 'clusterextensionrevisions', 'clusterextensions'],
    verbs: ['create', 'update', 'patch'],
  },
];

export const olmWrite: RiskRule = {
  id: 'olm-write',
  severity: 'error',
  title: 'Can tell OLM what to install, or where',
  references: [NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write OperatorGroups, Subscriptions, ClusterServiceVersions, InstallPlans or CatalogSources, or ClusterExtensions or ClusterCatalogs of OLM v1, in all namespaces or in one, by a binding or because a role such as edit aggregates the permission. OLM acts on them with its own permissions, and it can do everything, unless the OperatorGroup sets a ServiceAccount.',
    attack:
      'In one namespace, the subject creates a CatalogSource and a Subscription to it, and OLM installs an operator whose clusterPermissions are `*`. With OperatorGroups, the subject widens an existing operator to all namespaces.',
    fix: 'Let only cluster administrators write these objects. If tenants must subscribe, set `spec.serviceAccountName` of their OperatorGroup: OLM then installs with the permissions of that account only.',
  },
  escalates: OLM_WRITE,
  powers: [{ wants: OLM_WRITE, anywhere: 'all' }],
  find: (access) => [
    ...heldBy(access, OLM_WRITE)
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }))
      .map(worst),
    ...aggregated(access),
  ],
};

/** It gives access to all namespaces, even from one. */
function worst(risk: Discovery): Discovery {
  return { ...risk, severity: 'error' };
}

function aggregated(access: Access): Discovery[] {
  return aggregatedRights(access).flatMap((added) => {
    const { source, into, holdings } = added;
    const found = holdings.flatMap((holding) => {
      const { rule } = holding;
      return rule.resourceNames?.length ? [] : matches(rule, OLM_WRITE).map((match) => ({ holding, match }));
    });
    const [first] = found;
    if (!first) return [];
    const action = joined(permissionTexts(merged(found.map(({ match }) => match))));
    const subject = referenceTo(source);
    return [
      {
        severity: 'error' as const,
        subject,
        message: `${formatReference(subject)} lets ${boundTo(into)} ${action}, wherever it is bound`,
        path: aggregationPath(added, first.holding, action),
        fix: `remove the aggregation labels from ${labelledText(added)}, or set spec.serviceAccountName of the OperatorGroups of tenants`,
        place: placeOf(access, first.holding),
        identity: [...into],
      },
    ];
  });
}
