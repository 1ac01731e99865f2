/** The profile `olm`: the objects of OLM v0, with the same names. */

import { apiKey } from '../../model/api-key.js';
import { type OlmRelease, unknownCsvFields } from '../../model/olm-version.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import { resolve } from '../../rules/resolve.js';
import { isUncopiable } from '../../rules/verdict.js';
import { apiClusterRoles } from '../api-cluster-roles.js';
import { certificateRoles } from '../certificate-roles.js';
import { clashes } from '../clashes.js';
import { clusterServiceVersions, copiedCsvs } from '../cluster-service-versions.js';
import { collisions } from '../install/collisions.js';
import { installFindings } from '../install/findings.js';
import { installedObjects } from '../install/generators.js';
import { planned } from '../install/plan.js';
import { olmInstall } from '../install/rules.js';
import { namespaces } from '../namespaces.js';
import { operatorConditions } from '../operator-conditions.js';
import { groupClusterRoles, operatorGroups } from '../operator-groups.js';
import { operatorClusterRoles, operatorRoles, serviceAccounts } from '../permissions.js';
import type { Conventions } from './conventions.js';
import { ERA } from './era.js';
import type { GroupRole } from './group-roles.js';
import { apiHash } from './hash.js';
import { neededRolesInTargets } from './needed-roles.js';
import type { Profile, Renderer } from './profile.js';

/** The conventions of one release. */
export const olmConventions = ({ era, behaviours }: OlmRelease): Conventions => ({
  ...ERA[era],
  sharesGroupRoles: true,
  unknownCsvFields: unknownCsvFields({ behaviours }),
  ignoredSettings: [
    ...(behaviours.has('subscriptionConfigAnnotations') ? [] : (['annotations'] as const)),
    ...(behaviours.has('subscriptionConfigEnvFrom') ? [] : (['envFrom'] as const)),
  ],
  groupRoleSelectors: (_group, role, apis) =>
    [...apis]
      .map((api) => aggregationLabel(api, role))
      .sort((a, b) => ((Object.keys(a)[0] as string) < (Object.keys(b)[0] as string) ? -1 : 1)),
  apiRole({ plural, version, crdName }, access) {
    // The name of an APIService's role does not contain its group.
    return `${crdName ?? plural}-${version}-${access === 'view-crd' ? 'crdview' : access}`;
  },
  apiRoleLabels: (api, role) => aggregationLabel(apiKey(api), role),
  annotatingGroup: ({ annotatedBy }) => annotatedBy,
  annotatedTargets: ({ annotatedTargets }) => annotatedTargets,
  groupAnnotations: ({ group }) => ({ 'olm.operatorGroup': group.name, 'olm.operatorNamespace': group.namespace }),
  hasApiRoles,
  isCopied,
});

function aggregationLabel(api: string, role: GroupRole): Record<string, string> {
  return { [`olm.opgroup.permissions/aggregate-to-${apiHash(api)}-${role}`]: 'true' };
}

/** Whether OLM copies a CSV to its target namespaces. */
export function isCopied({ group, verdict }: ResolvedCsv): boolean {
  return group !== undefined && !isUncopiable(verdict.reason);
}

/**
 * Whether OLM makes ClusterRoles for the APIs of a CSV: it does when it syncs the group of a succeeded CSV. A replaced CSV may have got
 * them before its successor existed; a CSV that waits for an account gets them as soon as somebody makes the account.
 */
function hasApiRoles(csv: ResolvedCsv): 'always' | 'perhaps' | 'never' {
  if (csv.verdict.phase === 'Succeeded') return 'always';
  return hasInstalled(csv) || csv.verdict.awaited ? 'perhaps' : 'never';
}

/** Whether OLM runs the operator of a CSV. A CSV that failed forward never ran. */
export function hasInstalled({ verdict }: ResolvedCsv): boolean {
  return verdict.phase === 'Succeeded' || (verdict.phase === 'Replacing' && verdict.failedBefore === undefined);
}

const generators = {
  namespaces: [namespaces],
  olm: [operatorGroups, clusterServiceVersions, copiedCsvs, operatorConditions],
  rbac: [groupClusterRoles, apiClusterRoles, serviceAccounts, operatorRoles, operatorClusterRoles, neededRolesInTargets, certificateRoles],
  install: [],
} satisfies Renderer['generators'];

export const olm: Profile = {
  name: 'olm',
  resolve,
  resolvesGroups: true,
  conventions: olmConventions,
  underOlm: { generators, checks: [clashes], defaultSets: ['namespaces', 'olm', 'rbac'] },
  withoutOlm: {
    prepare: planned(hasInstalled, olmInstall),
    generators: { ...generators, install: [installedObjects] },
    checks: [clashes, collisions, installFindings],
    defaultSets: ['namespaces', 'rbac', 'install'],
  },
};
