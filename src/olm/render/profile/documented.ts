/** The profile `documented`: the behaviour in the OperatorGroups design document and the OpenShift guides. */
import { isLabelValue } from '../../../base/kubernetes/names.js';
import { type OlmRelease, unknownCsvFields } from '../../model/olm-version.js';
import type { ResolvedCsv, ResolvedGroup } from '../../rules/resolution.js';
import { resolve } from '../../rules/resolve.js';
import { apiClusterRoles } from '../api-cluster-roles.js';
import { clashes } from '../clashes.js';
import { clusterServiceVersions, copiedCsvs } from '../cluster-service-versions.js';
import type { Generator, RenderContext } from '../context.js';
import { copyNamespaces, isGlobal } from '../copies-of.js';
import { collisions } from '../install/collisions.js';
import { descopedObjects } from '../install/descoped-roles.js';
import { installFindings } from '../install/findings.js';
import { installedObjects } from '../install/generators.js';
import { planned } from '../install/plan.js';
import { DOCUMENTED_INSTALL } from '../install/rules.js';
import { namespaces } from '../namespaces.js';
import { groupClusterRoles, operatorGroups } from '../operator-groups.js';
import { operatorClusterRoles, operatorRoles, serviceAccounts } from '../permissions.js';
import { type RolePlacements, rolesInTargets } from '../roles-in-targets.js';
import type { Conventions } from './conventions.js';
import { ERA } from './era.js';
import { base62Sha224 } from './hash.js';
import type { Profile, Renderer } from './profile.js';

const SUFFIX_LENGTH = 8;

/** The conventions; OLM's where the documents are silent. */
export const documentedConventions = (olm: OlmRelease): Conventions => ({
  ...ERA[olm.era],
  sharesGroupRoles: false,
  unknownCsvFields: unknownCsvFields(olm),
  ignoredSettings: [],
  groupRole: ({ name }, role) => `${name}-${role}`,
  groupRoleSelectors: (group, role) => [aggregationLabel(group, role)],
  apiRole({ plural, group, version }, access, provider, sharedBy) {
    const name = `${plural}.${group}-${version}-${access}`;
    if (sharedBy[0] === provider) return name;
    // One label key cannot contain two groups' names, so each further group has a role of its own.
    return `${name}-${base62Sha224(`${provider.group.namespace}/${provider.group.name}`).slice(0, SUFFIX_LENGTH).toLowerCase()}`;
  },
  apiRoleLabels: (_api, role, group) => (isLabelValue(group.group.name) ? aggregationLabel(group, role) : {}),
  // The design document has olm.operatorGroupNamespace, the OpenShift guide olm.operatorNamespace.
  annotatingGroup: ({ group }) => group,
  annotatedTargets: ({ group }) => group?.namespaces,
  groupAnnotations: ({ group }) => ({
    'olm.operatorGroup': group.name,
    'olm.operatorNamespace': group.namespace,
    'olm.operatorGroupNamespace': group.namespace,
  }),
  hasApiRoles: (csv) => (isActiveMember(csv) ? 'always' : 'never'),
  isCopied: isActiveMember,
});

/** The label of a role that a group's ClusterRole aggregates (design document, "RBAC"). */
function aggregationLabel({ group }: ResolvedGroup, role: string): Record<string, string> {
  return { [`olm.opgroup.permissions/aggregate-to-${role}`]: group.name };
}

/** An active member: a member in no failed state (design document, "OperatorGroup Membership"). */
export function isActiveMember({ group, verdict }: ResolvedCsv): boolean {
  return group !== undefined && verdict.phase !== 'Failed' && verdict.phase !== '';
}

/** Whether an operator is installed. Descoped operators need no group. */
function isInstalledDocumented(csv: ResolvedCsv): boolean {
  return isActiveMember(csv) || csv.isDescoped === true;
}

/** Roles in each target namespace, or in the whole cluster, whatever permissions exist. */
export const rolesInAllTargets: Generator = (context) => rolesInTargets(context, placeInTargets(context));

export function placeInTargets(context: RenderContext): RolePlacements {
  return new Map(
    context.resolution.csvs
      .filter(isActiveMember)
      .map((csv) => [csv, isGlobal(csv) ? { copiedTo: [], lifted: true } : { copiedTo: copyNamespaces(csv, context), lifted: false }]),
  );
}

const generators = {
  namespaces: [namespaces],
  olm: [operatorGroups, clusterServiceVersions, copiedCsvs],
  rbac: [groupClusterRoles, apiClusterRoles, serviceAccounts, operatorRoles, operatorClusterRoles, rolesInAllTargets],
  install: [],
} satisfies Renderer['generators'];

export const documented: Profile = {
  name: 'documented',
  resolve,
  resolvesGroups: true,
  conventions: documentedConventions,
  underOlm: { generators, checks: [clashes], defaultSets: ['namespaces', 'olm', 'rbac'] },
  withoutOlm: {
    prepare: planned(isInstalledDocumented, () => DOCUMENTED_INSTALL),
    generators: { ...generators, install: [descopedObjects, installedObjects] },
    checks: [clashes, collisions, installFindings],
    defaultSets: ['namespaces', 'rbac', 'install'],
  },
  descopes: true,
};
