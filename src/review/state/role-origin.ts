/**
 * Finds the origin of a role: the CSV or OperatorGroup that it was created for, and the field with its rules. Generators record the origin
 * of their roles; for other roles, labels show it.
 */
import { formatReference, groupBy, type KubernetesObject, namespacedName, type ObjectReference } from '../../base/kubernetes/object.js';
import { policyRule } from '../../base/kubernetes/policy-rule.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { ClusterServiceVersion } from '../../olm/model/cluster-service-version.js';
import { csvReference } from '../../olm/model/finding.js';
import { labelledOwner } from '../../olm/read/made-by-olm.js';
import { permissionRoleName } from '../../olm/render/permissions.js';
import { ERA } from '../../olm/render/profile/era.js';
import type { Made } from '../../olm/render/rendered.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** Finds the origin of a role, or of the rule with an index; undefined for a role that was not created for another object. */
export type FindOrigin = (role: KubernetesObject, rule?: number) => RoleOrigin | undefined;

/** The lists of a CSV that become roles. */
export type PermissionList = 'permissions' | 'clusterPermissions';

/** The list that contains a field such as `spec.install.spec.permissions[0]`; undefined for other fields. */
export function permissionList(field: FieldPath | undefined): PermissionList | undefined {
  const list = field?.[1] === 'install' ? field[3] : undefined;
  return list === 'permissions' || list === 'clusterPermissions' ? list : undefined;
}

/** Finds origins among the CSVs and OperatorGroups of a state. */
export function originFinder(state: Pick<State, 'cluster' | 'resolution' | 'made'>): FindOrigin {
  const madeAs = madeFinder(state.made ?? []);
  const readBack = labelledOrigins(state);
  const csvs = new Map(state.cluster.clusterServiceVersions.map((csv) => [namespacedName(csv), csv]));
  return (role, rule) => {
    const origin = madeAs(role) ?? readBack(role);
    if (!origin) return undefined;
    const { owner, field } = origin;
    const list = permissionList(field);
    if (!field || !list || rule === undefined) return { owner, field };
    // A lifted role has one rule more than its field.
    const rules = csvs.get(namespacedName(owner))?.[list][field[4] as number]?.rules ?? [];
    return rule < rules.length ? { owner, field: [...field, 'rules', rule] } : { owner };
  };
}

/** Finds the record of a created object by name: copies are created anew on every access. */
function madeFinder(made: readonly Made[]): (object: KubernetesObject) => Made | undefined {
  const byName = groupBy(made, ({ object: { kind, metadata } }) => `${kind}/${metadata.name}`);
  const sets = new Map<readonly string[], ReadonlySet<string>>();
  const setOf = (namespaces: readonly string[]): ReadonlySet<string> => {
    const known = sets.get(namespaces) ?? new Set(namespaces);
    sets.set(namespaces, known);
    return known;
  };
  return ({ kind, metadata: { name, namespace } }) =>
    byName
      .get(`${kind}/${name}`)
      ?.find(({ object, copies }) =>
        copies ? namespace !== undefined && setOf(copies.namespaces).has(namespace) : object.metadata.namespace === namespace,
      );
}

// Origins from labels and from OLM's role names: for roles of an earlier rendering and of the input. Generators record the origin of new
// roles themselves.

/** The origin of a role, or of one of its rules. */
export interface RoleOrigin {
  readonly owner: ObjectReference;
  /** The field of the owner; absent if no field is copied. */
  readonly field?: FieldPath;
}

/**
 * Finds the origin of a role among the CSVs and OperatorGroups of a state; undefined for a role that was not created for another object.
 */
function labelledOrigins({
  cluster,
  resolution,
}: Pick<State, 'cluster' | 'resolution'>): (role: KubernetesObject) => RoleOrigin | undefined {
  const csvs = new Map(cluster.clusterServiceVersions.map((csv) => [formatReference(csvReference(csv)), csv]));
  const fields = new Map<ClusterServiceVersion, ReadonlyMap<string, FieldPath>>();
  const fieldsOf = (csv: ClusterServiceVersion): ReadonlyMap<string, FieldPath> => {
    const known = fields.get(csv) ?? permissionFields(csv);
    fields.set(csv, known);
    return known;
  };
  const providers = groupBy(
    resolution.csvs.flatMap((csv) => csv.providedApis.map((api) => ({ csv, resource: `${api.plural}.${api.group}` }))),
    ({ resource }) => resource,
  );

  return (role) => {
    const { name } = role.metadata;
    const [namespace, labels] = [role.metadata.namespace ?? '', role.metadata.labels ?? {}];
    const labelled = labelledOwner(role);
    const owner = labelled && { ...labelled, namespace: labelled.namespace ?? namespace };
    if (owner?.kind === 'OperatorGroup') return { owner };
    if (owner?.kind === 'ClusterServiceVersion') {
      const csv = csvs.get(formatReference(owner));
      const field = csv && fieldsOf(csv).get(name);
      return field ? { owner, field } : { owner };
    }
    if (labels['olm.managed'] !== 'true') return undefined;
    const resource = providedResource(role);
    if (resource !== undefined) return apiOrigin(providers.get(resource)?.map(({ csv }) => csv) ?? [], role, resource);
    // The Role that lets an operator write its OperatorCondition has the name of the CSV.
    const namesake = csvs.get(formatReference(csvReference({ namespace, name })));
    return namesake && { owner: csvReference(namesake) };
  };
}

/** The fields by the name of the role that each entry becomes; for equal entries, the first. */
function permissionFields(csv: ClusterServiceVersion): Map<string, FieldPath> {
  const found = new Map<string, FieldPath>();
  // Either era's name belongs to the CSV, whichever OLM created the role.
  for (const era of [ERA.C, ERA.A])
    for (const list of ['permissions', 'clusterPermissions'] as const)
      for (const [index, permission] of csv[list].entries()) {
        const name = permissionRoleName(csv, permission, era, list);
        if (!found.has(name)) found.set(name, ['spec', 'install', 'spec', list, index]);
      }
  return found;
}

/** `<plural>.<group>` of the API that a per-API ClusterRole allows. */
function providedResource({ kind, rules }: KubernetesObject): string | undefined {
  const [rule, ...more] = kind === 'ClusterRole' ? ((rules ?? []) as Record<string, unknown>[]).map(policyRule) : [];
  if (!rule || more.length > 0) return undefined;
  const { apiGroups: [group] = [], resources: [plural] = [], resourceNames: [crdName] = [] } = rule;
  return group === 'apiextensions.k8s.io' ? crdName : `${plural}.${group}`;
}

/** The origin in a CSV that provides the API; among several CSVs, the one whose group is in the labels of the role. */
function apiOrigin(providers: readonly ResolvedCsv[], role: KubernetesObject, resource: string): RoleOrigin | undefined {
  const groups = new Set(Object.values(role.metadata.labels ?? {}));
  const provider = providers.find(({ group }) => group && groups.has(group.group.name)) ?? providers[0];
  if (!provider) return undefined;
  const { csv } = provider;
  const crd = csv.ownedCRDs.findIndex(({ name }) => name === resource);
  const field =
    crd === -1
      ? ['apiservicedefinitions', 'owned', csv.ownedAPIServices.findIndex(({ name, group }) => `${name}.${group}` === resource)]
      : ['customresourcedefinitions', 'owned', crd];
  return { owner: csvReference(csv), field: ['spec', ...field] };
}
