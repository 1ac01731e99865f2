/**
 * Per-API ClusterRoles: for each API that a CSV provides, admin, edit and view on its resource, and for a
 * CRD the permission to read it (design document, "RBAC"). Kubernetes' default roles and the group's role aggregate them.
 */

import { groupBy } from '../../base/kubernetes/object.js';
import type { PolicyRule } from '../../base/kubernetes/policy-rule.js';
import { RBAC_GROUP, roleObject } from '../../base/kubernetes/rbac.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { ClusterServiceVersion, ProvidedApi } from '../model/cluster-service-version.js';
import { csvReference } from '../model/finding.js';
import { AGGREGATE_ANNOTATION } from '../rules/descoped.js';
import type { ResolvedCsv, ResolvedGroup } from '../rules/resolution.js';
import type { Generator, RenderContext } from './context.js';
import { withoutAggregation } from './install/descoped-roles.js';
import type { ApiAccess, Conventions } from './profile/conventions.js';
import { GROUP_ROLES, type GroupRole } from './profile/group-roles.js';
import type { Made } from './rendered.js';

const VERBS: Readonly<Record<GroupRole, readonly string[]>> = {
  admin: ['*'],
  edit: ['create', 'update', 'patch', 'delete'],
  view: ['get', 'list', 'watch'],
};

/** An API and the group member that provides it. */
interface Provision {
  readonly api: ProvidedApi;
  readonly csv: ClusterServiceVersion;
  readonly group: ResolvedGroup;
}

export const apiClusterRoles: Generator = (context) => {
  const { conventions, plan, resolution } = context;
  const madeOf = (wanted: 'always' | 'perhaps'): Made[] =>
    rolesOfApis(
      resolution.csvs.filter((csv) => conventions.hasApiRoles(csv) === wanted),
      context,
    );
  const certain = madeOf('always');
  const names = new Set(certain.map(({ object }) => object.metadata.name));
  const others = madeOf('perhaps').filter(({ object }) => !names.has(object.metadata.name));
  // Without OLM, the installed objects do not depend on OLM's order.
  return [...certain, ...(plan ? others : others.map((made) => ({ ...made, isUncertain: true })))];
};

function rolesOfApis(csvs: readonly ResolvedCsv[], { conventions, plan }: RenderContext): Made[] {
  const provisions = csvs.flatMap(({ csv, group, providedApis }) =>
    group ? providedApis.map((api): Provision => ({ api, csv, group })) : [],
  );
  // Roles refer to resources: two kinds of one resource still share a role name.
  const roles = [...groupBy(provisions, ({ api }) => `${api.plural}.${api.group}/${api.version}`).values()].flatMap((providers) => {
    const firstOfEach = [...groupBy(providers, ({ group }) => group).values()].map(([first]) => first);
    const sharedBy = firstOfEach.map(({ group }) => group);
    return firstOfEach.flatMap((provision) => {
      const made = rolesOf(provision, sharedBy, conventions);
      return plan && isKeptApart(provision) ? made.map((role) => ({ ...role, object: withoutAggregation(role.object) })) : made;
    });
  });
  return uniqueByName(roles);
}

/** Whether the annotation prevents aggregation; it only counts without OLM, which aggregates the roles anyway. */
function isKeptApart({ group: { group } }: Provision): boolean {
  return group.manifest.metadata.annotations?.[AGGREGATE_ANNOTATION] === 'false';
}

function rolesOf({ api, csv, group }: Provision, sharedBy: readonly ResolvedGroup[], conventions: Conventions): Made[] {
  const [owner, field] = [csvReference(csv), ownedField(csv, api)];
  const role = (access: ApiAccess, aggregatesTo: GroupRole, rule: PolicyRule): Made => ({
    object: roleObject(
      {
        name: conventions.apiRole(api, access, group, sharedBy),
        labels: {
          ...conventions.managed,
          ...conventions.apiRoleLabels(api, aggregatesTo, group),
          [`${RBAC_GROUP}/aggregate-to-${aggregatesTo}`]: 'true',
        },
      },
      [rule],
    ),
    owner,
    field,
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

/** The field of the CSV that declares an API. */
function ownedField({ ownedCRDs, ownedAPIServices }: ClusterServiceVersion, api: ProvidedApi): FieldPath {
  const isSame = ({ version, kind }: { version: string; kind: string }): boolean => version === api.version && kind === api.kind;
  return api.crdName === undefined
    ? [
        'spec',
        'apiservicedefinitions',
        'owned',
        ownedAPIServices.findIndex((owned) => isSame(owned) && owned.name === api.plural && owned.group === api.group),
      ]
    : ['spec', 'customresourcedefinitions', 'owned', ownedCRDs.findIndex((owned) => isSame(owned) && owned.name === api.crdName)];
}

/** Each shared role once: the first one if all groups want the same, otherwise the last one. */
function uniqueByName(roles: readonly Made[]): Made[] {
  const unique = new Map<string, Made>();
  for (const role of roles) {
    const { name } = role.object.metadata;
    const known = unique.get(name);
    if (!known || JSON.stringify(known.object) !== JSON.stringify(role.object)) unique.set(name, role);
  }
  return [...unique.values()];
}
