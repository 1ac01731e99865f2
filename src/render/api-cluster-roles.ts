/**
 * Per-API ClusterRoles: for each API that a CSV provides, admin, edit and view on its resource, and for a
 * CRD the right to read it (design document, "RBAC"). They aggregate to Kubernetes' roles and to the group's.
 */
import { groupBy } from '../model/group-by.js';
import type { PolicyRule } from '../model/policy-rule.js';
import type { ProvidedApi } from '../model/provided-api.js';
import type { ResolvedGroup } from '../rules/resolve.js';
import type { Generator } from './context.js';
import { MANAGED_LABEL } from './owner-labels.js';
import { type ApiAccess, GROUP_ROLES, type GroupRole, type Profile } from './profile/profile.js';
import type { Rendered } from './rendered.js';

const VERBS: Readonly<Record<GroupRole, readonly string[]>> = {
  admin: ['*'],
  edit: ['create', 'update', 'patch', 'delete'],
  view: ['get', 'list', 'watch'],
};

export const apiClusterRoles: Generator = ({ resolution, profile }) => {
  const provisions = resolution.csvs
    .filter((csv) => profile.hasApiRoles(csv))
    .flatMap(({ group, providedApis }) => (group ? providedApis.map((api) => ({ group, api })) : []));
  // Roles are about resources: where one is given two kinds, they still share a name.
  const roles = [...groupBy(provisions, ({ api }) => `${api.plural}.${api.group}/${api.version}`).values()].flatMap((providers) => {
    const groups = [...new Set(providers.map(({ group }) => group))];
    return groups.flatMap((group) =>
      rolesOf((providers.find((provider) => provider.group === group) as { api: ProvidedApi }).api, group, groups, profile),
    );
  });
  return uniqueByName(roles);
};

function rolesOf(api: ProvidedApi, group: ResolvedGroup, sharedBy: readonly ResolvedGroup[], profile: Profile): Rendered[] {
  const role = (access: ApiAccess, aggregatesTo: GroupRole, rule: PolicyRule): Rendered => ({
    emitSet: 'rbac',
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: {
        name: profile.apiRoleName(api, access, group, sharedBy),
        labels: {
          ...MANAGED_LABEL,
          ...profile.apiRoleLabels(api, aggregatesTo, group),
          [`rbac.authorization.k8s.io/aggregate-to-${aggregatesTo}`]: 'true',
        },
      },
      rules: [rule],
    },
  });
  const roles = GROUP_ROLES.map((access) =>
    role(access, access, { apiGroups: [api.group], resources: [api.plural], verbs: VERBS[access] }),
  );
  if (api.crdName === undefined) return roles;
  return [
    ...roles,
    role('view-crd', 'view', {
      apiGroups: ['apiextensions.k8s.io'],
      resources: ['customresourcedefinitions'],
      resourceNames: [api.crdName],
      verbs: ['get'],
    }),
  ];
}

/** Where several groups share a role, it is made once. */
function uniqueByName(roles: readonly Rendered[]): Rendered[] {
  return [...new Map(roles.map((role): [string, Rendered] => [role.object.metadata.name, role])).values()];
}
