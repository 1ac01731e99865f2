/**
 * Kinds, by what the table says of them: their plural, and whether they belong to a namespace.
 *
 * All kinds of Kubernetes' own groups and OLM's are known: otherwise a misspelt one would be ignored silently. For OpenShift and
 * others, the table has the kinds that permissions are granted for, or that do something that a review must know.
 */
import { groupOf } from '../kubernetes/kinds.js';
import { compareText, groupBy, type KubernetesObject } from '../kubernetes/object.js';
import { TOOLS } from './all.js';
import { type KindRow, regularPlural, type Scope } from './row.js';

/** All rows of all tools. */
export const ROWS: readonly KindRow[] = TOOLS.flatMap(({ rows }) => rows);

const BY_KIND: ReadonlyMap<string, KindRow> = new Map(ROWS.map((row) => [`${row.kind}.${row.group}`, row]));
const BY_PLURAL: ReadonlyMap<string, KindRow> = new Map(ROWS.filter(isNamed).map((row) => [`${row.plural}.${row.group}`, row]));

/** The row of a kind; nothing for an unknown one. @param kind or `*`, for the others of the group */
export function rowOf(group: string, kind: string): KindRow | undefined {
  return BY_KIND.get(`${kind}.${group}`);
}

function isNamed({ kind }: KindRow): boolean {
  return kind !== '*';
}

/** The row of a resource, as permissions name it; nothing for `*`. */
export function rowOfResource(group: string, plural: string): KindRow | undefined {
  return BY_PLURAL.get(`${plural}.${group}`);
}

/** The row of an object, if its kind is known. */
export function rowOfObject({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): KindRow | undefined {
  return rowOf(typeof apiVersion === 'string' ? groupOf(apiVersion) : '', kind);
}

/** The plural of a kind, as permissions name it; of an unknown one, by the rule that nearly all plurals follow. */
export function pluralOf(group: string, kind: string): string {
  return rowOf(group, kind)?.plural ?? regularPlural(kind);
}

/** The resource of a kind. */
export function resourceOf({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): { apiGroup: string; resource: string } {
  const apiGroup = groupOf(apiVersion);
  return { apiGroup, resource: pluralOf(apiGroup, kind) };
}

// Kinds that clusters serve as they are listed here: those of Kubernetes, OLM and OpenShift.

const WHOLE = groupBy(
  TOOLS.flatMap(({ rows, isWhole }) => (isWhole ? rows.filter(isNamed) : [])),
  ({ group }) => group,
);
const PLATFORM = groupBy(
  TOOLS.flatMap(({ rows, isPlatform }) => (isPlatform ? rows.filter(isNamed) : [])),
  ({ group }) => group,
);

/** The kinds of a group whose kinds are all known, in byte order: Kubernetes' own groups and OLM's. */
export function knownKinds(group: string): readonly string[] | undefined {
  return WHOLE.get(group)
    ?.map(({ kind }) => kind)
    .sort(compareText);
}

/** Whether a group has kinds of Kubernetes or OLM; `*` has. */
export function isPlatformGroup(group: string): boolean {
  return group === '*' || WHOLE.has(group);
}

/** The group, of Kubernetes or OLM, that has a kind with this name, if there is one. */
export function groupWithKind(kind: string): string | undefined {
  return [...WHOLE].find(([, rows]) => rows.some((row) => row.kind === kind))?.[0];
}

/**
 * The resource of a kind of Kubernetes or OLM as RBAC names it, and its group, by its plural or singular name.
 *
 * @example
 * knownResource('ingress') // { apiGroup: 'networking.k8s.io', resource: 'ingresses' }
 */
export function knownResource(name: string): { readonly apiGroup: string; readonly resource: string } | undefined {
  for (const [apiGroup, rows] of WHOLE) {
    const known = rows.find(({ kind, plural }) => kind.toLowerCase() === name || plural === name);
    if (known) return { apiGroup, resource: known.plural };
  }
  return undefined;
}

/** The plurals of all kinds that clusters serve. */
export function knownPlurals(): string[] {
  return [...PLATFORM.values()].flat().map(({ plural }) => plural);
}

/** All groups of these that are known to have a resource, by its plural. */
export function groupsWithResource(resource: string): string[] {
  return [...PLATFORM].filter(([, rows]) => rows.some(({ plural }) => plural === resource)).map(([group]) => group);
}

/** Whether objects of a kind are in a namespace; nothing for an unknown kind. */
export function scopeOf(group: string, kind: string): Scope | undefined {
  return rowOf(group, kind)?.scope;
}

/** Not objects, but they can be impersonated: users and groups, which are cluster-scoped. */
const IMPERSONATED = ['groups', 'users'];

/**
 * Whether a resource is known to be cluster-scoped. Only a ClusterRoleBinding can grant permissions on it. In a group
 * without namespaced kinds, everything is cluster-scoped: `*`, and names that are not kinds, such as `signers`. Kinds of other tools are
 * not known to be: a CRD can give them another scope, and a permission that counts as none would be overlooked.
 *
 * @param resource with its subresource, or `*`
 */
export function isClusterScoped(apiGroup: string, resource: string): boolean {
  const kinds: readonly KindRow[] = PLATFORM.get(apiGroup) ?? [];
  const [name = ''] = resource.split('/');
  if (kinds.every(({ scope }) => scope === 'cluster')) return kinds.length > 0;
  return kinds.some(({ plural, scope }) => plural === name && scope === 'cluster') || (apiGroup === '' && IMPERSONATED.includes(name));
}
