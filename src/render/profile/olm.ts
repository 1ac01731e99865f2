/** The profile `olm`: what OLM v0.30.0 creates, name for name. */
import { apiKey } from '../../model/provided-api.js';
import type { ResolvedCsv } from '../../rules/resolution.js';
import { resolve } from '../../rules/resolve.js';
import { isUncopiable } from '../../rules/uncopiable.js';
import { apiClusterRoles } from '../api-cluster-roles.js';
import { certificateRoles } from '../certificate-roles.js';
import { clashes } from '../clashes.js';
import { clusterServiceVersions } from '../cluster-service-versions.js';
import { underOlm } from '../context.js';
import { copiedCsvs } from '../copied-csvs.js';
import { groupClusterRoles } from '../group-cluster-roles.js';
import { collisions } from '../install/collisions.js';
import { installFindings } from '../install/findings.js';
import { installedObjects } from '../install/installed-objects.js';
import { OLM_INSTALL } from '../install/olm-rules.js';
import { planned } from '../install/plan.js';
import type { GroupRole, Names } from '../names.js';
import { namespaces } from '../namespaces.js';
import { operatorConditions } from '../operator-conditions.js';
import { operatorGroups } from '../operator-groups.js';
import { operatorClusterRoles, operatorRoles } from '../permissions.js';
import { rolesInTargets } from '../roles-in-targets.js';
import { serviceAccounts } from '../service-accounts.js';
import { apiHash, base62Sha224 } from './hash.js';
import { placeNeededRoles } from './needed-roles.js';
import type { Profile, Renderer } from './profile.js';

const MAX_CLUSTER_ROLE_NAME = 253;

export const olmNames: Names = {
  groupRole({ namespace, name }, role) {
    const hash = base62Sha224(`${namespace}/${name}/${role}`);
    const limit = MAX_CLUSTER_ROLE_NAME - 'olm.og..-'.length - role.length - hash.length;
    return `olm.og.${name.slice(0, limit)}.${role}-${hash}`;
  },
  groupRoleSelectors: (_group, role, apis) =>
    [...apis]
      .map((api) => aggregationLabel(api, role))
      .sort((a, b) => ((Object.keys(a)[0] as string) < (Object.keys(b)[0] as string) ? -1 : 1)),
  apiRole({ plural, version, crdName }, access) {
    // The name of an APIService's role does not say its group.
    return `${crdName ?? plural}-${version}-${access === 'view-crd' ? 'crdview' : access}`;
  },
  apiRoleLabels: (api, role) => aggregationLabel(apiKey(api), role),
  annotatingGroup: ({ annotatedBy }) => annotatedBy,
  annotatedTargets: ({ annotatedTargets }) => annotatedTargets,
  groupAnnotations: ({ group }) => ({ 'olm.operatorGroup': group.name, 'olm.operatorNamespace': group.namespace }),
};

function aggregationLabel(api: string, role: GroupRole): Record<string, string> {
  return { [`olm.opgroup.permissions/aggregate-to-${apiHash(api)}-${role}`]: 'true' };
}

/** Whether OLM copies a CSV into its target namespaces. */
export function isCopied({ group, verdict }: ResolvedCsv): boolean {
  return group !== undefined && !isUncopiable(verdict.reason);
}

/** Whether OLM makes ClusterRoles for the APIs of a CSV. One that failed forward never ran. */
export function hasInstalled({ verdict }: ResolvedCsv): boolean {
  return verdict.phase === 'Succeeded' || (verdict.phase === 'Replacing' && verdict.failedBefore === undefined);
}

const generators = {
  namespaces: [namespaces],
  olm: [operatorGroups, clusterServiceVersions(olmNames), copiedCsvs(olmNames, isCopied), operatorConditions],
  rbac: [
    groupClusterRoles(olmNames),
    apiClusterRoles(olmNames, hasInstalled),
    serviceAccounts,
    operatorRoles,
    operatorClusterRoles,
    rolesInTargets((context) => placeNeededRoles(context, isCopied)),
    certificateRoles,
  ],
  install: [],
} satisfies Renderer['generators'];

export const olm: Profile = {
  name: 'olm',
  resolve,
  resolvesGroups: true,
  underOlm: { prepare: underOlm, generators, checks: [clashes], defaultSets: ['namespaces', 'olm', 'rbac'] },
  withoutOlm: {
    prepare: planned(hasInstalled),
    generators: { ...generators, install: [installedObjects(OLM_INSTALL)] },
    checks: [clashes, collisions, installFindings(OLM_INSTALL)],
    defaultSets: ['namespaces', 'rbac', 'install'],
  },
};
