/**
 * Where a role comes from: the CSV or OperatorGroup that it was made for, and the field that its rules were taken from.
 * Known by owner labels and by the names that OLM gives roles, so that it works for given roles as for rendered ones.
 */
import type { FieldPath } from '../manifest/field-path.js';
import { type ClusterServiceVersion, COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import { groupBy } from '../model/group-by.js';
import { type KubernetesObject, namespacedName, type ObjectReference } from '../model/kubernetes-object.js';
import { policyRule } from '../model/policy-rule.js';
import { permissionName } from '../render/profile/hash.js';
import { OWNER_NAMESPACE_LABEL } from '../render/rendered.js';
import { csvReference, groupReference } from '../rules/references.js';
import type { ResolvedCsv } from '../rules/resolve.js';
import type { ReviewSide } from './review.js';

/** Where a role, or one of its rules, comes from. */
export interface RoleOrigin {
  readonly owner: ObjectReference;
  /** The field of the owner; absent where none is copied. */
  readonly field?: FieldPath;
}

/** Finds the origin of a role, or of the rule with an index; nothing for a role that stands for itself. */
export type FindOrigin = (role: KubernetesObject, rule?: number) => RoleOrigin | undefined;

/** The entry of a CSV's permissions that a role was made of. */
interface Entry {
  readonly field: FieldPath;
  readonly rules: number;
}

/** Finds origins among the CSVs and groups of a side. */
export function originFinder({ cluster, resolution }: Pick<ReviewSide, 'cluster' | 'resolution'>): FindOrigin {
  const csvs = new Map(cluster.clusterServiceVersions.map((csv) => [namespacedName(csv), csv]));
  const entries = new Map<ClusterServiceVersion, ReadonlyMap<string, Entry>>();
  const entriesOf = (csv: ClusterServiceVersion): ReadonlyMap<string, Entry> => {
    const known = entries.get(csv) ?? permissionEntries(csv);
    entries.set(csv, known);
    return known;
  };
  const providers = groupBy(
    resolution.csvs.flatMap((csv) => csv.providedApis.map((api) => ({ csv, resource: `${api.plural}.${api.group}` }))),
    ({ resource }) => resource,
  );

  return (role, rule) => {
    const labels = role.metadata.labels ?? {};
    const { 'olm.owner': name, 'olm.owner.kind': kind } = labels;
    const namespace = labels[COPIED_FROM_LABEL] ?? labels[OWNER_NAMESPACE_LABEL] ?? role.metadata.namespace ?? '';
    if (name !== undefined && kind === 'OperatorGroup') return { owner: groupReference({ namespace, name }) };
    if (name !== undefined && kind === 'ClusterServiceVersion') {
      const csv = csvs.get(`${namespace}/${name}`);
      const entry = csv && entriesOf(csv).get(role.metadata.name);
      const owner = csvReference({ namespace, name });
      if (!entry) return { owner };
      if (rule === undefined) return { owner, field: entry.field };
      // A lifted role has one rule more than its entry.
      return rule < entry.rules ? { owner, field: [...entry.field, 'rules', rule] } : { owner };
    }
    if (labels['olm.managed'] !== 'true') return undefined;
    const resource = providedResource(role);
    return resource === undefined ? namesake(role, csvs) : apiOrigin(providers.get(resource)?.map(({ csv }) => csv) ?? [], role, resource);
  };
}

/** By the name of the role that each entry becomes; of equal entries, the first. */
function permissionEntries(csv: ClusterServiceVersion): Map<string, Entry> {
  const { name, namespace } = csv;
  const found = new Map<string, Entry>();
  const add = (list: 'permissions' | 'clusterPermissions', hashedAs: { name: string; namespace?: string }) => {
    for (const [index, { serviceAccountName, rules }] of csv[list].entries()) {
      const key = permissionName(hashedAs, { serviceAccountName, rules: rules?.map((rule) => policyRule(rule)) });
      if (!found.has(key)) found.set(key, { field: ['spec', 'install', 'spec', list, index], rules: rules?.length ?? 0 });
    }
  };
  add('permissions', { name });
  add('clusterPermissions', { name, namespace });
  return found;
}

/** `<plural>.<group>` of the API that a per-API ClusterRole is about. */
function providedResource({ kind, rules }: KubernetesObject): string | undefined {
  const [rule, ...more] = kind === 'ClusterRole' ? ((rules ?? []) as Record<string, unknown>[]).map(policyRule) : [];
  if (!rule || more.length > 0) return undefined;
  const { apiGroups: [group] = [], resources: [plural] = [], resourceNames: [crdName] = [] } = rule;
  return group === 'apiextensions.k8s.io' ? crdName : `${plural}.${group}`;
}

/** Of several CSVs that provide an API, the one whose group the role is labelled with. */
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

/** The Role by which an operator writes its OperatorCondition has the name of the CSV. */
function namesake({ metadata }: KubernetesObject, csvs: ReadonlyMap<string, ClusterServiceVersion>): RoleOrigin | undefined {
  const csv = csvs.get(namespacedName(metadata));
  return csv && { owner: csvReference(csv) };
}
