/** Resources of permissions in the table of tools: their groups and their scope. */

import { isNamed, PLATFORM, ROWS, WHOLE } from './kinds.js';
import type { KindRow } from './tool.js';

const BY_PLURAL: ReadonlyMap<string, KindRow> = new Map(ROWS.filter(isNamed).map((row) => [`${row.plural}.${row.group}`, row]));

/** The row of a resource in a permission; undefined for `*` and for unknown resources. */
export function rowOfResource(group: string, plural: string): KindRow | undefined {
  return BY_PLURAL.get(`${plural}.${group}`);
}

/** Whether a group has kinds of Kubernetes or OLM; `*` includes them. */
export function isPlatformGroup(group: string): boolean {
  return group === '*' || WHOLE.has(group);
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

/** The plurals of all kinds of platform tools. */
export function knownPlurals(): string[] {
  return [...PLATFORM.values()].flat().map(({ plural }) => plural);
}

/** The groups of platform tools that have a resource with this plural. */
export function groupsWithResource(resource: string): string[] {
  return [...PLATFORM].filter(([, rows]) => rows.some(({ plural }) => plural === resource)).map(([group]) => group);
}

/** Users and groups are not objects, but the verb `impersonate` treats them as cluster-scoped resources. */
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
