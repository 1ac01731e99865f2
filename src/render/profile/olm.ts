/** The profile `olm`: what OLM v0.30.0 creates, name for name. */
import { apiKey } from '../../model/provided-api.js';
import type { ResolvedCsv } from '../../rules/resolve.js';
import type { Reason } from '../../rules/verdict.js';
import { apiHash, base62Sha224 } from './hash.js';
import { placeNeededRoles } from './needed-roles.js';
import type { GroupRole, Profile } from './profile.js';

/** The reasons for which OLM does not copy a CSV (its CSVReason uncopiable list). */
const UNCOPIABLE: ReadonlySet<Reason> = new Set<Reason>([
  '',
  'InvalidInstallModes',
  'NoTargetNamespaces',
  'UnsupportedOperatorGroup',
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
]);

const MAX_CLUSTER_ROLE_NAME = 253;

function aggregationLabel(api: string, role: GroupRole): Record<string, string> {
  return { [`olm.opgroup.permissions/aggregate-to-${apiHash(api)}-${role}`]: 'true' };
}

function isCopied({ group, verdict }: ResolvedCsv): boolean {
  return group !== undefined && !UNCOPIABLE.has(verdict.reason);
}

export const olm: Profile = {
  name: 'olm',
  groupRoleName({ namespace, name }, role) {
    const hash = base62Sha224(`${namespace}/${name}/${role}`);
    const limit = MAX_CLUSTER_ROLE_NAME - 'olm.og..-'.length - role.length - hash.length;
    return `olm.og.${name.slice(0, limit)}.${role}-${hash}`;
  },
  groupRoleSelectors: (_group, role, apis) =>
    [...apis]
      .map((api) => aggregationLabel(api, role))
      .sort((a, b) => ((Object.keys(a)[0] as string) < (Object.keys(b)[0] as string) ? -1 : 1)),
  apiRoleName({ plural, version, crdName }, access) {
    // The name of an APIService's role does not say its group.
    return `${crdName ?? plural}-${version}-${access === 'view-crd' ? 'crdview' : access}`;
  },
  apiRoleLabels: (api, role) => aggregationLabel(apiKey(api), role),
  groupAnnotations: ({ group }) => ({ 'olm.operatorGroup': group.name, 'olm.operatorNamespace': group.namespace }),
  hasApiRoles: ({ verdict }) => verdict.phase === 'Succeeded' || verdict.phase === 'Replacing',
  isCopied,
  placeRoles: (input) => placeNeededRoles(input, isCopied),
  hasOperatorConditions: true,
  hasCertificateRoles: true,
};
