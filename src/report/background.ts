/** Collects data that only the HTML page shows: permissions that subjects keep, and the graph of OperatorGroups. */

import { compareText, namespacedName, sortedOnce } from '../base/kubernetes/object.js';
import type { SubjectRoles } from '../base/rbac/bound.js';
import { rolesFor } from '../base/rbac/default-roles.js';
import { effectiveGrants } from '../base/rbac/effective-grants.js';
import type { Grant } from '../base/rbac/grant.js';
import { grantsOf } from '../base/rbac/grants.js';
import { rbacOf } from '../base/rbac/rbac.js';
import { subjectText } from '../base/wording/permissions.js';
import { isAllNamespaces } from '../olm/rules/namespace-set.js';
import type { Resolution, ResolvedGroup } from '../olm/rules/resolution.js';
import { pathTeller, type Review, type State } from '../review/index.js';
import type { Change } from './path-graph.js';

/** The data of the page in addition to the review itself. */
export interface Background {
  /** The permissions in HEAD that the matrix shows. */
  readonly held: readonly Grant[];
  readonly reachGraph: Landscape;
}

/** The most subjects of a readable matrix. */
const MAX_HOLDERS = 40;

/**
 * The context that an HTML report shows with a review: all subjects that gain or lose permissions, and other subjects up to a limit.
 *
 * @example
 * const result = review(base, head);
 * htmlReport(result, backgroundOf(base, head, result))
 */
export function backgroundOf(base: State, head: State, { gained, lost }: Review): Background {
  const rbac = rbacOf(head, rolesFor(head));
  const concerned = new Set([...gained, ...lost].map(({ subject }) => subjectText(subject)));
  const isConcerned = ({ subject }: SubjectRoles): boolean => concerned.has(subjectText(subject));
  const all = [...rbac.bySubject.values()];
  // Leaves out holders of roles such as edit: their permissions are many, and of little interest here.
  const others = all.filter((holder) => holder.subject.kind !== 'RoleHolder' && !isConcerned(holder));
  const shown = [...all.filter(isConcerned), ...others].slice(0, MAX_HOLDERS);
  return {
    held: effectiveGrants(grantsOf(shown, rbac, pathTeller(head).tell), head.objects),
    reachGraph: landscapeOf(base.resolution, head.resolution),
  };
}

/** All namespaces, as one box. */
const EVERYWHERE = 'all namespaces';

/** An OperatorGroup's connection to a namespace that it targets, or to an API that it provides or cannot provide. */
export interface Tie {
  readonly group: string;
  readonly to: string;
  readonly kind: 'reaches' | 'provides' | 'conflicts';
  /** Absent if both revisions have it. */
  readonly change?: Change;
}

/** All names, in byte order. */
export interface Landscape {
  readonly groups: readonly string[];
  readonly namespaces: readonly string[];
  readonly apis: readonly string[];
  readonly ties: readonly Tie[];
}

/** The graph of HEAD, including connections that only BASE has. */
export function landscapeOf(base: Resolution, head: Resolution): Landscape {
  const [before, after] = [ties(base), ties(head)];
  const all = [
    ...[...after].map(([key, tie]): Tie => (before.has(key) ? tie : { ...tie, change: 'gained' })),
    ...[...before].filter(([key]) => !after.has(key)).map(([, tie]): Tie => ({ ...tie, change: 'lost' })),
  ].sort((a, b) => compareText(a.group, b.group) || compareText(a.kind, b.kind) || compareText(a.to, b.to));
  return {
    groups: sortedOnce([...base.groups, ...head.groups].map(({ group }) => namespacedName(group))),
    namespaces: sortedOnce(all.filter(({ kind }) => kind === 'reaches').map(({ to }) => to)),
    apis: sortedOnce(all.filter(({ kind }) => kind !== 'reaches').map(({ to }) => to)),
    ties: all,
  };
}

function ties({ groups, csvs }: Resolution): Map<string, Tie> {
  const found = new Map<string, Tie>();
  const add = (tie: Tie): void => {
    found.set(JSON.stringify([tie.group, tie.kind, tie.to]), tie);
  };
  for (const resolved of groups) {
    const group = namespacedName(resolved.group);
    for (const to of reach(resolved)) add({ group, to, kind: 'reaches' });
    for (const to of resolved.providedApis) add({ group, to, kind: 'provides' });
  }
  for (const { group, verdict, providedApis } of csvs) {
    if (!group || verdict.reason !== 'InterOperatorGroupOwnerConflict') continue;
    for (const { kind, version, group: apiGroup } of providedApis)
      add({ group: namespacedName(group.group), to: `${kind}.${version}.${apiGroup}`, kind: 'conflicts' });
  }
  return found;
}

function reach({ namespaces = [] }: ResolvedGroup): readonly string[] {
  return isAllNamespaces(namespaces) ? [EVERYWHERE] : namespaces;
}
