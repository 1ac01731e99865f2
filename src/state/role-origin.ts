/**
 * Where a role comes from: the CSV or OperatorGroup that it was made for, and the field that its rules were taken from.
 * The generators say it of what they make; of other roles it is read back from their labels.
 */

import { groupBy } from '../kubernetes/group-by.js';
import { type KubernetesObject, namespacedName } from '../kubernetes/object.js';
import type { FieldPath } from '../manifest/field-path.js';
import type { Made } from '../render/rendered.js';
import { labelledOrigins, type RoleOrigin } from './labelled-origin.js';
import type { State } from './state.js';

/** Finds the origin of a role, or of the rule with an index; nothing for a role that stands for itself. */
export type FindOrigin = (role: KubernetesObject, rule?: number) => RoleOrigin | undefined;

/** The lists of a CSV that roles are made of. */
export type PermissionList = 'permissions' | 'clusterPermissions';

/** The list that a field such as `spec.install.spec.permissions[0]` is an entry of; nothing for other fields. */
export function permissionList(field: FieldPath | undefined): PermissionList | undefined {
  const list = field?.[1] === 'install' ? field[3] : undefined;
  return list === 'permissions' || list === 'clusterPermissions' ? list : undefined;
}

/** Finds origins among the CSVs and groups of a state. */
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

/** Finds what was made under the name of an object: copies are made anew each time that they are looked at. */
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
