/** The profile `documented`: what the OperatorGroups design document and the OpenShift guides say. */
import { isLabelValue } from '../../model/names.js';
import type { ResolvedCsv, ResolvedGroup } from '../../rules/resolve.js';
import { copyNamespaces, isGlobal } from '../context.js';
import { base62Sha224 } from './hash.js';
import type { Profile } from './profile.js';

const SUFFIX_LENGTH = 8;

/** An active member: a member in no failed state (design document, "OperatorGroup Membership"). */
function isActiveMember({ group, verdict }: ResolvedCsv): boolean {
  return group !== undefined && verdict.phase !== 'Failed' && verdict.phase !== '';
}

/** The label of a role that a group's ClusterRole aggregates (design document, "RBAC"). */
function aggregationLabel({ group }: ResolvedGroup, role: string): Record<string, string> {
  return { [`olm.opgroup.permissions/aggregate-to-${role}`]: group.name };
}

export const documented: Profile = {
  name: 'documented',
  groupRoleName: ({ name }, role) => `${name}-${role}`,
  groupRoleSelectors: (group, role) => [aggregationLabel(group, role)],
  apiRoleName({ plural, group, version }, access, provider, sharedBy) {
    const name = `${plural}.${group}-${version}-${access}`;
    if (sharedBy[0] === provider) return name;
    // One label key cannot hold two groups' names, so each further group has a role of its own.
    return `${name}-${base62Sha224(`${provider.group.namespace}/${provider.group.name}`).slice(0, SUFFIX_LENGTH).toLowerCase()}`;
  },
  apiRoleLabels: (_api, role, group) => (isLabelValue(group.group.name) ? aggregationLabel(group, role) : {}),
  // The design document writes olm.operatorGroupNamespace, the OpenShift guide olm.operatorNamespace.
  groupAnnotations: ({ group }) => ({
    'olm.operatorGroup': group.name,
    'olm.operatorNamespace': group.namespace,
    'olm.operatorGroupNamespace': group.namespace,
  }),
  hasApiRoles: isActiveMember,
  isCopied: isActiveMember,
  placeRoles: (context) =>
    new Map(
      context.resolution.csvs
        .filter(isActiveMember)
        .map((csv) => [csv, isGlobal(csv) ? { copiedTo: [], lifted: true } : { copiedTo: copyNamespaces(csv, context), lifted: false }]),
    ),
  hasOperatorConditions: false,
  hasCertificateRoles: false,
};
