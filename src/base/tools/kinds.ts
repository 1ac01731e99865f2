/**
 * Kinds in the table of tools: their plural and their scope.
 *
 * The table has all kinds of Kubernetes' own groups and OLM's, so that a misspelt kind is never ignored silently. For OpenShift and
 * other tools, it has the kinds that permissions are granted for, and those whose effect a review must know.
 */
import { groupOf } from '../kubernetes/kinds.js';
import { compareText, groupBy, type KubernetesObject } from '../kubernetes/object.js';
import { TOOLS } from './all.js';
import { type KindRow, regularPlural, type Scope } from './row.js';

/** All rows of all tools. */
export const ROWS: readonly KindRow[] = TOOLS.flatMap(({ rows }) => rows);

const BY_KIND: ReadonlyMap<string, KindRow> = new Map(ROWS.map((row) => [`${row.kind}.${row.group}`, row]));
const BY_PLURAL: ReadonlyMap<string, KindRow> = new Map(ROWS.filter(isNamed).map((row) => [`${row.plural}.${row.group}`, row]));

/** The row of a kind; undefined for an unknown one. @param kind a kind, or `*` for the other kinds of the group */
export function rowOf(group: string, kind: string): KindRow | undefined {
  return BY_KIND.get(`${kind}.${group}`);
}

function isNamed({ kind }: KindRow): boolean {
  return kind !== '*';
}

/** The row of a resource in a permission; undefined for `*`. */
export function rowOfResource(group: string, plural: string): KindRow | undefined {
  return BY_PLURAL.get(`${plural}.${group}`);
}

/** The row of an object, if its kind is known. */
export function rowOfObject({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): KindRow | undefined {
  return rowOf(typeof apiVersion === 'string' ? groupOf(apiVersion) : '', kind);
}

/** The plural of a kind, as in permissions; for an unknown kind, by the rule of nearly all plurals. */
export function pluralOf(group: string, kind: string): string {
  return rowOf(group, kind)?.plural ?? regularPlural(kind);
}

/** The resource of a kind. */
export function resourceOf({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): { apiGroup: string; resource: string } {
  const apiGroup = groupOf(apiVersion);
  return { apiGroup, resource: pluralOf(apiGroup, kind) };
}

// Kinds that clusters serve exactly as listed here: those of Kubernetes, OLM and OpenShift.

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

/** Whether a group has kinds of Kubernetes or OLM; `*` includes them. */
export function isPlatformGroup(group: string): boolean {
  return group === '*' || WHOLE.has(group);
}

/** The group of Kubernetes or OLM with a kind of this name, if there is one. */
export function groupWithKind(kind: string): string | undefined {
  return [...WHOLE].find(([, rows]) => rows.some((row) => row.kind === kind))?.[0];
}

/**
 * The resource and group of a kind of Kubernetes or OLM in RBAC, by its plural or singular name.
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

/**
 * The plural of a kind that a name says in the singular; undefined if clusters serve the name itself, or no such kind.
 *
 * @example
 * pluralMeant('', 'secret') // 'secrets'
 */
export function pluralMeant(group: string, name: string): string | undefined {
  const rows = PLATFORM.get(group) ?? [];
  return rows.some(({ plural }) => plural === name) ? undefined : rows.find(({ kind }) => kind.toLowerCase() === name)?.plural;
}

/** The plurals of all kinds that clusters serve. */
export function knownPlurals(): string[] {
  return [...PLATFORM.values()].flat().map(({ plural }) => plural);
}

/** All known groups with a resource, by its plural. */
export function groupsWithResource(resource: string): string[] {
  return [...PLATFORM].filter(([, rows]) => rows.some(({ plural }) => plural === resource)).map(([group]) => group);
}

/** Whether objects of a kind are in a namespace; undefined for an unknown kind. */
export function scopeOf(group: string, kind: string): Scope | undefined {
  return rowOf(group, kind)?.scope;
}

/** Users and groups: no objects, but cluster-scoped resources of `impersonate`. */
const IMPERSONATED = ['groups', 'users'];

/**
 * Whether a resource is known to be cluster-scoped, so that only a ClusterRoleBinding can grant permissions on it. In a group
 * without namespaced kinds, everything is cluster-scoped: `*`, and names that are no kinds, such as `signers`. Kinds of other tools
 * count as unknown: a CRD can give them another scope, and a permission that seems void would be overlooked.
 *
 * @param resource the resource with its subresource, or `*`
 */
export function isClusterScoped(apiGroup: string, resource: string): boolean {
  const kinds: readonly KindRow[] = PLATFORM.get(apiGroup) ?? [];
  const [name = ''] = resource.split('/');
  if (kinds.every(({ scope }) => scope === 'cluster')) return kinds.length > 0;
  return kinds.some(({ plural, scope }) => plural === name && scope === 'cluster') || (apiGroup === '' && IMPERSONATED.includes(name));
}
