/** What somebody asks about, from the words that kubectl uses for it. */
import { groupsWithResource, knownResource } from '../kubernetes/kinds.js';
import { compareText } from '../kubernetes/object.js';
import type { AccessRequest } from '../rbac/authorizer.js';
import type { State } from '../state/state.js';

/** What was asked for, or why it cannot be told. */
export type AskedAccess =
  | { readonly request: AccessRequest }
  /** No group is known to have the resource, or several are. */
  | { readonly groups: readonly string[] };

/**
 * Reads a verb and a resource.
 *
 * A resource without its API group is looked for among Kubernetes' own, then those that the input defines, then other known ones.
 *
 * @param what such as `pods`, `pods/exec`, `deployments.apps`, `deployments.apps/scale`, `*`, or a URL path such as `/metrics`
 * @param name the one object meant
 * @example
 * askedAccess('get', 'deployments', undefined, side) // { request: { verb: 'get', apiGroup: 'apps', resource: 'deployments' } }
 */
export function askedAccess(
  verb: string,
  what: string,
  name: string | undefined,
  side: Pick<State, 'cluster' | 'resolution'>,
): AskedAccess {
  if (what.startsWith('/')) return { request: { verb, path: what } };
  const slash = what.indexOf('/');
  const [whole, subresource] = slash === -1 ? [what] : [what.slice(0, slash), what.slice(slash + 1)];
  const rest = { ...(subresource ? { subresource } : {}), ...(name === undefined ? {} : { name }) };
  const dot = whole.indexOf('.');
  if (dot !== -1) return { request: { verb, apiGroup: whole.slice(dot + 1), resource: whole.slice(0, dot), ...rest } };
  if (whole === '*') return { request: { verb, apiGroup: '*', resource: '*', ...rest } };
  const known = knownResource(whole.toLowerCase()) ?? impersonated(whole.toLowerCase());
  if (known) return { request: { verb, ...known, ...rest } };
  const custom = customGroups(whole, side);
  const groups = custom.length > 0 ? custom : groupsWithResource(whole.toLowerCase());
  const [apiGroup] = groups;
  return groups.length === 1 && apiGroup !== undefined
    ? { request: { verb, apiGroup, resource: custom.length > 0 ? whole : whole.toLowerCase(), ...rest } }
    : { groups };
}

/** What is no object, but can be impersonated. */
function impersonated(resource: string): { apiGroup: string; resource: string } | undefined {
  if (resource === 'users' || resource === 'groups') return { apiGroup: '', resource };
  return resource === 'userextras' || resource === 'uids' ? { apiGroup: 'authentication.k8s.io', resource } : undefined;
}

/** The groups in which the input defines a resource. */
function customGroups(resource: string, { cluster, resolution }: Pick<State, 'cluster' | 'resolution'>): string[] {
  const provided = resolution.csvs.flatMap(({ providedApis }) => providedApis);
  const defined = cluster.customResourceDefinitions.filter(({ name, group }) => name === `${resource}.${group}`);
  return [...new Set([...provided.filter(({ plural }) => plural === resource), ...defined].map(({ group }) => group))].sort(compareText);
}
