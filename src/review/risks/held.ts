/** What subjects hold of the rights that a rule looks for: one result for a subject and what it may do, in the widest scope. */
import { groupBy } from '../../model/group-by.js';
import { compareText } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { PolicyRule } from '../../model/policy-rule.js';
import { byNamespace } from '../by-namespace.js';
import { subjectKey } from '../holders.js';
import type { GrantSubject } from '../review.js';
import { type Access, type Holding, isDefaultRole } from './access.js';
import { isClusterScoped } from './cluster-scoped.js';

/** Rights that a rule looks for: any of the verbs on any of the resources. */
export interface Want {
  readonly apiGroup: string;
  /** With their subresource, such as `pods/exec`. */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Where rights are held: in the whole cluster or in some namespaces. */
export type HeldScope = 'cluster' | readonly string[];

/** What one subject holds, the same in all of a scope. */
export interface Held {
  readonly subject: GrantSubject;
  readonly scope: HeldScope;
  /** Never empty. */
  readonly holdings: readonly Holding[];
  /** Such as `get and list secrets`. */
  readonly rights: string;
  /** Whether a Role could give any of them, and not a ClusterRoleBinding alone. */
  readonly namespaced: boolean;
}

export interface HeldOptions {
  /** The resources are cluster-scoped, so that a Role over them gives nothing. @default false */
  readonly clusterScoped?: boolean;
  /** Whether a right on named objects counts. @default none does */
  readonly countsNamed?: (names: readonly string[], holding: Holding) => boolean;
}

/**
 * Who holds any of these rights.
 *
 * Left out: what Kubernetes' default roles give, what comes on top of them by aggregation (a risk of its own), and whoever
 * may do everything there anyway.
 */
export function heldBy(access: Access, wants: readonly Want[], options: HeldOptions = {}): Held[] {
  const everything = new Map(omnipotent(access).map(({ subject, scope }) => [subjectKey(subject), scope]));
  const found = (holding: Holding): Match[] => (counts(holding, options) ? matches(holding.rule, wants) : []);
  return bySubject(access.holdings, found).flatMap((held): Held[] => {
    const known = everything.get(subjectKey(held.subject));
    if (known === 'cluster') return [];
    if (held.scope === 'cluster' || known === undefined) return [held];
    const covered = new Set(known);
    const scope = held.scope.filter((namespace) => !covered.has(namespace));
    return scope.length === 0 ? [] : [{ ...held, scope }];
  });
}

function counts({ subject, roles, scope, rule, ...holding }: Holding, { clusterScoped, countsNamed }: HeldOptions): boolean {
  if (subject.kind === 'RoleHolder' || roles.some(isDefaultRole) || isEverything(rule)) return false;
  if (clusterScoped && scope !== 'cluster') return false;
  const { resourceNames = [] } = rule;
  return resourceNames.length === 0 || (countsNamed?.(resourceNames, { subject, roles, scope, rule, ...holding }) ?? false);
}

/** Those who may do everything, in the cluster or in some namespaces. */
export function omnipotent({ holdings }: Access): Held[] {
  return bySubject(holdings, ({ rule }) => (isEverything(rule) ? [{ resource: 'everything', verbs: ['do'] }] : []));
}

/** Whether a rule allows every verb on every resource. */
export function isEverything({ verbs = [], apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  return [verbs, apiGroups, resources].every((values) => values.includes('*')) && resourceNames.length === 0;
}

/** The verbs of a want that a rule allows on one resource. */
export interface Match {
  /** Absent where no single one is meant. */
  readonly apiGroup?: string;
  readonly resource: string;
  readonly verbs: readonly string[];
}

/** What a rule allows of what is wanted; named objects are not looked at. */
export function matches({ verbs = [], apiGroups = [], resources = [] }: PolicyRule, wants: readonly Want[]): Match[] {
  return wants.flatMap((want) => {
    if (!apiGroups.includes('*') && !apiGroups.includes(want.apiGroup)) return [];
    const allowed = verbs.includes('*') ? want.verbs : want.verbs.filter((verb) => verbs.includes(verb));
    if (allowed.length === 0) return [];
    return want.resources
      .filter((resource) => includesResource(resources, resource))
      .map((resource) => ({ apiGroup: want.apiGroup, resource, verbs: allowed }));
  });
}

function includesResource(resources: readonly string[], wanted: string): boolean {
  const slash = wanted.indexOf('/');
  return resources.includes('*') || resources.includes(wanted) || (slash !== -1 && resources.includes(`*${wanted.slice(slash)}`));
}

/** Gathers holdings by subject, and by namespaces with the same rights; of one who holds any in the whole cluster, those alone. */
export function bySubject(holdings: readonly Holding[], find: (holding: Holding) => readonly Match[]): Held[] {
  const found = new Map<string, MatchedHolding[]>();
  for (const holding of holdings) {
    const matched = find(holding);
    if (matched.length === 0 || holding.scope === 'where-bound') continue;
    const key = subjectKey(holding.subject);
    const known = found.get(key);
    if (known) known.push({ holding, matches: matched });
    else found.set(key, [{ holding, matches: matched }]);
  }
  return [...found].sort(([a], [b]) => compareText(a, b)).flatMap(([, list]) => byScope(list));
}

interface MatchedHolding {
  readonly holding: Holding;
  readonly matches: readonly Match[];
}

function byScope(list: readonly MatchedHolding[]): Held[] {
  const clusterWide = list.filter(({ holding }) => holding.scope === 'cluster');
  if (clusterWide.length > 0) return [merge('cluster', clusterWide)];
  const inNamespace = byNamespace(list, ({ holding: { scope } }) => (typeof scope === 'string' ? [] : scope));
  // The same holdings first, since copies have them in common; then different ones that say the same.
  const sameHoldings = [...groupBy(inNamespace, ([, found]) => found)].map(([found, entries]) =>
    merge(
      entries.map(([namespace]) => namespace),
      found,
    ),
  );
  return [...groupBy(sameHoldings, ({ rights }) => rights).values()].map((same) => ({
    ...(same[0] as Held),
    scope: same.flatMap(({ scope }) => scope).sort(compareText),
    holdings: [...new Set(same.flatMap(({ holdings }) => holdings))],
  }));
}

function merge(scope: HeldScope, list: readonly MatchedHolding[]): Held {
  const found = list.flatMap((entry) => entry.matches);
  return {
    subject: (list[0] as MatchedHolding).holding.subject,
    scope,
    holdings: list.map(({ holding }) => holding),
    rights: formatRights(found),
    namespaced: found.some(({ apiGroup, resource }) => apiGroup === undefined || !isClusterScoped(apiGroup, resource)),
  };
}

/** `get and list secrets`; resources with the same verbs together, in an order that rules in another order do not change. */
export function formatRights(found: readonly Match[]): string {
  const verbsOf = new Map<string, Set<string>>();
  for (const { resource, verbs } of found) {
    const known = verbsOf.get(resource) ?? new Set();
    for (const verb of verbs) known.add(verb);
    verbsOf.set(resource, known);
  }
  const rights = [...verbsOf]
    .map(([resource, verbs]) => ({ resource, verbs: joined([...verbs].sort(compareVerbs)) }))
    .sort((a, b) => compareText(a.resource, b.resource));
  const alike = groupBy(rights, ({ verbs }) => verbs);
  return joined([...alike].map(([verbs, same]) => `${verbs} ${joined(same.map(({ resource }) => resource))}`));
}

/** As people say them: reading before writing. */
const VERBS: readonly string[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

function compareVerbs(a: string, b: string): number {
  const [left, right] = [VERBS.indexOf(a), VERBS.indexOf(b)];
  return left === right ? compareText(a, b) : (left === -1 ? VERBS.length : left) - (right === -1 ? VERBS.length : right);
}
