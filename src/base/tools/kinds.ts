/**
 * Kinds in the table of tools: their rows, their plural and their scope.
 *
 * The table has all kinds of Kubernetes' own groups and OLM's, so that a misspelt kind is never ignored silently. For OpenShift and
 * other tools, it has the kinds that permissions are granted for, and those whose effect a review must know.
 */
import { groupOf } from '../kubernetes/kinds.js';
import { compareText, groupBy, type KubernetesObject } from '../kubernetes/object.js';
import { TOOLS } from './all.js';
import { regularPlural } from './row.js';
import type { KindRow, Scope } from './tool.js';

/** All rows of all tools. */
export const ROWS: readonly KindRow[] = TOOLS.flatMap(({ rows }) => rows);

const BY_KIND: ReadonlyMap<string, KindRow> = new Map(ROWS.map((row) => [`${row.kind}.${row.group}`, row]));

/** The row of a kind; undefined for an unknown one. @param kind a kind, or `*` for the other kinds of the group */
export function rowOf(group: string, kind: string): KindRow | undefined {
  return BY_KIND.get(`${kind}.${group}`);
}

export function isNamed({ kind }: KindRow): boolean {
  return kind !== '*';
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

export const WHOLE = groupBy(
  TOOLS.flatMap(({ rows, isWhole }) => (isWhole ? rows.filter(isNamed) : [])),
  ({ group }) => group,
);
export const PLATFORM = groupBy(
  TOOLS.flatMap(({ rows, isPlatform }) => (isPlatform ? rows.filter(isNamed) : [])),
  ({ group }) => group,
);

/** The kinds of a group whose kinds are all known, in byte order: Kubernetes' own groups and OLM's. */
export function knownKinds(group: string): readonly string[] | undefined {
  return WHOLE.get(group)
    ?.map(({ kind }) => kind)
    .sort(compareText);
}

/** The group of Kubernetes or OLM with a kind of this name, if there is one. */
export function groupWithKind(kind: string): string | undefined {
  return [...WHOLE].find(([, rows]) => rows.some((row) => row.kind === kind))?.[0];
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

/** Whether objects of a kind are in a namespace; undefined for an unknown kind. */
export function scopeOf(group: string, kind: string): Scope | undefined {
  return rowOf(group, kind)?.scope;
}
