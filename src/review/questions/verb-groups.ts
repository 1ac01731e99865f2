/** Groups verbs for questions: a subject that can do one of the verbs is an answer. */

import { groupBy } from '../../base/kubernetes/object.js';
import { distinct } from '../../base/manifest/plain-data.js';
import type { AccessRequest } from '../../base/rbac/authorizer.js';
import type { GrantPath } from '../../base/rbac/grant.js';
import { subjectKey } from '../../base/rbac/subject.js';
import type { State } from '../state/state.js';
import { type Allowed, type AskedWhere, type Perhaps, whoCan, whoPerhapsCan } from './who-can.js';

/** The verbs for resources and for URL paths, by the name of the group. */
const GROUPS: ReadonlyMap<string, { readonly resources: readonly string[]; readonly paths: readonly string[] }> = new Map(
  Object.entries<{ readonly resources: readonly string[]; readonly paths: readonly string[] }>({
    read: { resources: ['get', 'list', 'watch'], paths: ['get', 'head'] },
    write: { resources: ['create', 'update', 'patch', 'delete', 'deletecollection'], paths: ['post', 'put', 'patch', 'delete'] },
  }),
);

/** The names of groups of verbs. */
export const VERB_GROUPS: readonly string[] = [...GROUPS.keys()];

/** A subject that can do at least one of the verbs. */
export interface AllowedVerbs extends Allowed {
  /** The allowed verbs; absent if one verb was asked about. */
  readonly verbs?: readonly string[];
}

/** The subjects that can do it, and those that perhaps can. */
export interface WhoCanVerbs {
  readonly allowed: readonly AllowedVerbs[];
  readonly perhaps: readonly Perhaps[];
}

/**
 * As whoCan and whoPerhapsCan; the verb can be one of VERB_GROUPS.
 *
 * @example
 * whoCanVerbs(state, { verb: 'write', apiGroup: '', resource: 'secrets' }).allowed.map(({ subject, verbs }) => [subject.name, verbs])
 */
export function whoCanVerbs(state: State, request: AccessRequest, where: AskedWhere = {}): WhoCanVerbs {
  const group = GROUPS.get(request.verb);
  if (!group) return { allowed: whoCan(state, request, where), perhaps: whoPerhapsCan(state, request, where) };
  const asked = ('path' in request ? group.paths : group.resources).map((verb): AccessRequest => ({ ...request, verb }));
  const found = asked.flatMap((one) => whoCan(state, one, where).map((allowed) => ({ ...allowed, verb: one.verb })));
  const same = groupBy(found, ({ subject, scope }) => JSON.stringify([subjectKey(subject), scope]));
  const allowed = [...same.values()].map((all): AllowedVerbs => {
    const [{ subject, scope }] = all;
    return { subject, scope, paths: distinct(all.flatMap(({ paths }): readonly GrantPath[] => paths)), verbs: all.map(({ verb }) => verb) };
  });
  return { allowed: sortedVerbs(allowed), perhaps: distinct(asked.flatMap((one) => whoPerhapsCan(state, one, where))) };
}

/** Keeps the scopes of a subject together, at the place of its first one. */
function sortedVerbs(allowed: readonly AllowedVerbs[]): AllowedVerbs[] {
  return [...groupBy(allowed, ({ subject }) => subjectKey(subject)).values()].flat();
}
