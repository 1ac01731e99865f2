/** Finds the subjects that hold the permissions of a rule: one result for each subject and its permissions, in the widest scope. */

import { compareText, groupBy } from '../../../base/kubernetes/object.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { once, oncePerObject } from '../../../base/manifest/once.js';
import { byNamespace } from '../../../base/rbac/by-namespace.js';
import { isRoleForPeople } from '../../../base/rbac/default-subjects.js';
import type { GrantSubject, Right } from '../../../base/rbac/grant.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { isClusterScoped } from '../../../base/tools/resources.js';
import { objectText, permissionTexts } from '../../../base/wording/permissions.js';
import { joined } from '../../../base/wording/phrases.js';
import type { ResolvedCsv } from '../../../olm/rules/resolution.js';
import type { Access, HeldRule, Holding, Power } from './access.js';
import { permissionsOf } from './permission.js';

/** The scope of permissions: all namespaces or some. */
export type RightsScope = 'cluster' | readonly string[];

/** The permissions of one subject, the same in all of a scope. */
export interface RightsOfSubject {
  readonly subject: GrantSubject;
  readonly scope: RightsScope;
  /** Never empty. */
  readonly holdings: readonly HeldRule[];
  /** The permissions. */
  readonly rights: readonly Right[];
  /** The permissions in words, such as `get and list secrets`. */
  readonly action: string;
  /** The single permissions, such as `get secrets`. */
  readonly permissions: readonly string[];
  /** Whether a RoleBinding could grant any of them, as far as the table of kinds says; URLs count, too. */
  readonly namespaced: boolean;
}

export interface RightsOptions {
  /**
   * The resources are cluster-scoped, so a RoleBinding grants nothing on them.
   * @default false
   */
  readonly clusterScoped?: boolean;
  /**
   * Whether a permission on an object of this name counts.
   * @default no name counts
   */
  readonly countsName?: Power['countsName'];
  /**
   * Whether an operator's permissions on its own provided APIs count.
   * @default true
   */
  readonly ownApis?: boolean;
}

/**
 * The subjects with any of these permissions: any of the verbs on any of the resources, with their subresource, such as `pods/exec`.
 *
 * Left out: the grants of Kubernetes' default roles, additions to them by aggregation (another rule reports these), and subjects that can
 * do everything there anyway.
 */
export function heldBy(access: Access, wants: readonly PolicyRule[], options: RightsOptions = {}): RightsOfSubject[] {
  return heldAs(
    access,
    (rule) => matchesOnce(rule, wants).length > 0,
    ({ rule }) => matchesOnce(rule, wants),
    options,
  );
}

/**
 * The same for the matches that a function finds in each rule.
 *
 * @param canMatch whether a rule can have matches at all
 * @param own the matches that count for one subject; by default all
 */
export function heldAs(
  access: Access,
  canMatch: (rule: PolicyRule) => boolean,
  find: (holding: HeldRule) => readonly Match[],
  options: RightsOptions = {},
  own: Narrowed = (all) => all,
): RightsOfSubject[] {
  const matching = withRules(countable(access.holdings), canMatch);
  if (matching.length === 0) return [];
  const everything = new Map(omnipotent(access).map(({ subject, scope }) => [subjectKey(subject), scope]));
  // The bindings of a role share its rules, and what these match.
  const inNamespaces = oncePerObject((list: readonly Match[]) => effective(access, { scope: [] }, list));
  const found = (holding: HeldRule): readonly Match[] => {
    if (!canCount(holding, options)) return NO_MATCHES;
    const list = find(holding);
    return typeof holding.scope === 'string' ? list : inNamespaces(list);
  };
  const named = namedMatches(access, options);
  const foreign: Narrowed = (list, subject) => (options.ownApis === false ? withoutOwnApis(access, subject, list) : list);
  const narrowed: Narrowed = (list, subject, holding) => foreign(own(named(list, subject, holding), subject, holding), subject, holding);
  return bySubject(matching, found, eachNarrowed(narrowed)).flatMap((held): RightsOfSubject[] => {
    const known = everything.get(subjectKey(held.subject));
    if (known === 'cluster') return [];
    if (held.scope === 'cluster' || known === undefined) return [held];
    const covered = new Set(known);
    const scope = held.scope.filter((namespace) => !covered.has(namespace));
    return scope.length === 0 ? [] : [{ ...held, scope }];
  });
}

/** Leaves out matches that a RoleBinding does not grant: those on cluster-scoped resources and URLs. */
export function effective(
  { isVoid }: Pick<Access, 'isVoid'>,
  { scope }: Pick<HeldRule, 'scope'>,
  list: readonly Match[],
): readonly Match[] {
  const isVain = (match: Match): boolean => isVoid(match.nonResourceURL === undefined ? match : {});
  return typeof scope === 'string' || !list.some(isVain) ? list : list.filter((match) => !isVain(match));
}

/** Leaves out matches about APIs that an operator provides itself. */
export function withoutOwnApis({ operators }: Pick<Access, 'operators'>, subject: GrantSubject, list: readonly Match[]): readonly Match[] {
  const own = operators.get(subjectKey(subject));
  const provided = own && providedBy(own);
  if (!provided?.size) return list;
  return list.filter(({ apiGroup, resource }) => !provided.has(`${resource}.${apiGroup}`));
}

const providedBy = oncePerObject(
  (operators: readonly ResolvedCsv[]) =>
    new Set(operators.flatMap(({ providedApis }) => providedApis.map(({ group, plural }) => `${plural}.${group}`))),
);

/** The holdings that any rule can count. Cached: every rule reads them, and default roles aggregate most of the others. */
const COUNTABLE = new WeakMap<readonly Holding[], readonly Holding[]>();

function countable(holdings: readonly Holding[]): readonly Holding[] {
  const known =
    COUNTABLE.get(holdings) ??
    holdings.filter(({ scope, roles, rule }) => scope !== 'where-bound' && !roles.some(isRoleForPeople) && !isEverything(rule));
  COUNTABLE.set(holdings, known);
  return known;
}

/** The different rules of some holdings: one role can have thousands of bindings. */
const RULES = new WeakMap<readonly Holding[], ReadonlySet<PolicyRule>>();

function withRules(holdings: readonly Holding[], canMatch: (rule: PolicyRule) => boolean): readonly Holding[] {
  const rules = RULES.get(holdings) ?? new Set(holdings.map(({ rule }) => rule));
  RULES.set(holdings, rules);
  const matching = new Set([...rules].filter(canMatch));
  if (matching.size === rules.size) return holdings;
  return matching.size === 0 ? [] : holdings.filter(({ rule }) => matching.has(rule));
}

/** Whether a rule can count for any subject. */
function canCount({ scope, rule: { resourceNames = [] } }: HeldRule, { clusterScoped, countsName }: RightsOptions): boolean {
  return !(clusterScoped && scope !== 'cluster') && (resourceNames.length === 0 || countsName !== undefined);
}

/** Limits the matches of a rule with `resourceNames` to the names that count; subjects with the same names get the same list. */
function namedMatches(access: Access, { countsName }: RightsOptions): Narrowed {
  const known = new WeakMap<readonly Match[], Map<string, readonly Match[]>>();
  return (list, subject, { scope, rule }) => {
    if (!rule.resourceNames?.length) return list;
    const names = rule.resourceNames.filter((name) => countsName?.(name, { subject, scope, rule }, access));
    if (names.length === 0) return NO_MATCHES;
    const lists = known.get(list) ?? new Map<string, readonly Match[]>();
    known.set(list, lists);
    const key = JSON.stringify(names);
    const limited = lists.get(key) ?? list.map((match) => ({ ...match, names }));
    lists.set(key, limited);
    return limited;
  };
}

const NO_MATCHES: readonly Match[] = [];

/** The API groups and URLs that wants name. Most rules name none of them: one look says so, and nothing is kept about them. */
const NAMED = new WeakMap<readonly PolicyRule[], { readonly groups: ReadonlySet<string>; readonly urls: ReadonlySet<string> }>();

/** Whether a rule names an API group or a URL of some wants. */
export function mayMatch({ apiGroups = [], nonResourceURLs = [] }: PolicyRule, wants: readonly PolicyRule[]): boolean {
  const named = NAMED.get(wants) ?? {
    groups: new Set(wants.flatMap((want) => want.apiGroups ?? [])),
    urls: new Set(wants.flatMap((want) => want.nonResourceURLs ?? [])),
  };
  NAMED.set(wants, named);
  return apiGroups.some((group) => group === '*' || named.groups.has(group)) || nonResourceURLs.some((url) => named.urls.has(url));
}

/** Cached: a role with many rules can have many subjects, so each of its rules is compared only once. */
const MATCHED = new WeakMap<readonly PolicyRule[], WeakMap<PolicyRule, Match[]>>();

/** The part of a want that a rule allows, as {@link matches}; cached for wants that are used again. */
export function matchesOnce(rule: PolicyRule, wants: readonly PolicyRule[]): readonly Match[] {
  if (!mayMatch(rule, wants)) return NO_MATCHES;
  const known = MATCHED.get(wants) ?? new WeakMap<PolicyRule, Match[]>();
  MATCHED.set(wants, known);
  const found = known.get(rule) ?? matches(rule, wants);
  known.set(rule, found);
  return found;
}

/** The subjects that can do everything, in all namespaces or in some. */
export function omnipotent({ holdings }: Access): readonly RightsOfSubject[] {
  const known =
    OMNIPOTENT.get(holdings) ??
    bySubject(holdings, ({ rule }) => (isEverything(rule) ? [{ apiGroup: '*', resource: '*', verbs: ['*'] }] : []));
  OMNIPOTENT.set(holdings, known);
  return known;
}

/** Cached for every rule. */
const OMNIPOTENT = new WeakMap<readonly Holding[], readonly RightsOfSubject[]>();

/** Whether a rule allows every verb on every resource. */
export function isEverything({ verbs = [], apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): boolean {
  return [verbs, apiGroups, resources].every((values) => values.includes('*')) && resourceNames.length === 0;
}

/** The verbs of a want that a rule allows on one resource. */
export interface Match {
  /** `*` for any; absent for a URL. */
  readonly apiGroup?: string;
  readonly resource: string;
  /** A URL path of the API server, instead of a resource. */
  readonly nonResourceURL?: string;
  readonly verbs: readonly string[];
  /** The names of the objects; absent for all objects. */
  readonly names?: readonly string[];
  /** The rules that are held, if verbs and resource are only their description. */
  readonly rules?: readonly PolicyRule[];
}

/**
 * The part of some wants that a rule allows, where `*` is every resource of a group; without wildcards, except in URL paths;
 * `resourceNames` are ignored.
 */
export function matches(
  { verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }: PolicyRule,
  wants: readonly PolicyRule[],
): Match[] {
  return wants.flatMap((want): Match[] => {
    const allowed = verbs.includes('*') ? (want.verbs ?? []) : (want.verbs ?? []).filter((verb) => verbs.includes(verb));
    if (allowed.length === 0) return [];
    const urls = (want.nonResourceURLs ?? []).filter((url) => nonResourceURLs.includes(url));
    if (urls.length > 0) return urls.map((url) => ({ resource: url, nonResourceURL: url, verbs }));
    // A resource name that a want does not list counts only in an API group that the rule names.
    const ownResources = (apiGroup: string): readonly string[] => (apiGroups.includes(apiGroup) ? resources.filter(isWhole) : []);
    const groups = (want.apiGroups ?? []).filter((group) => apiGroups.includes('*') || apiGroups.includes(group));
    return groups.flatMap((apiGroup) =>
      (want.resources ?? [])
        .flatMap((resource) => (resource === '*' && !resources.includes('*') ? ownResources(apiGroup) : [resource]))
        .filter((resource) => includesResource(resources, resource))
        .map((resource) => ({ apiGroup, resource, verbs: allowed })),
    );
  });
}

/** Whether it is no subresource. */
function isWhole(resource: string): boolean {
  return !resource.includes('/');
}

function includesResource(resources: readonly string[], wanted: string): boolean {
  const slash = wanted.indexOf('/');
  return resources.includes('*') || resources.includes(wanted) || (slash !== -1 && resources.includes(`*${wanted.slice(slash)}`));
}

/** The matches that count for one subject of a holding: the list itself if all of them do. */
export type Narrowed = (list: readonly Match[], subject: GrantSubject, holding: HeldRule) => readonly Match[];

/** A rule of a role, and what it matches. */
interface MatchedHolding {
  readonly holding: HeldRule;
  readonly matches: readonly Match[];
}

/** The rules of a binding that count for one of its subjects. */
type OwnHoldings = (list: readonly MatchedHolding[], subject: GrantSubject) => readonly MatchedHolding[];

/** As {@link bySubject} for some subjects. Bindings without any are left out first: a role with many rules can have thousands of bindings. */
export function bySomeSubjects(
  holdings: readonly Holding[],
  isWanted: (subject: GrantSubject) => boolean,
  find: (holding: HeldRule) => readonly Match[],
  own: OwnHoldings = (list) => list,
): RightsOfSubject[] {
  const hasAny = oncePerObject((subjects: readonly GrantSubject[]) => subjects.some(isWanted));
  return bySubject(
    holdings.filter(({ subjects }) => hasAny(subjects)),
    find,
    (list, subject) => (isWanted(subject) ? own(list, subject) : []),
  );
}

/** The rules that count for a subject. */
export function whereHeld(isWanted: (holding: HeldRule, subject: GrantSubject) => boolean): OwnHoldings {
  return (list, subject) => {
    const isOwn = ({ holding }: MatchedHolding): boolean => isWanted(holding, subject);
    return list.every(isOwn) ? list : list.filter(isOwn);
  };
}

function eachNarrowed(narrow: Narrowed): OwnHoldings {
  return (list, subject) => {
    if (list.every(({ holding, matches: all }) => narrow(all, subject, holding) === all)) return list;
    return list.flatMap(({ holding, matches: all }) => {
      const found = narrow(all, subject, holding);
      return found.length === 0 ? [] : [{ holding, matches: found }];
    });
  };
}

/** The lists of rules that a subject has, one for each binding: subjects with the same lists share all that follows from them. */
interface Lists {
  /** The last one, and those before it. */
  readonly last: readonly MatchedHolding[];
  readonly before?: Lists;
  readonly next: Map<readonly MatchedHolding[], Lists>;
  rights?: readonly Rights[];
}

/**
 * Groups holdings by subject, and by namespaces with the same permissions; if a subject has any in all namespaces, only those count.
 *
 * @param find the matches of a rule, the same for each of its subjects
 * @param own the rules that count for one subject; by default all
 */
export function bySubject(
  holdings: readonly Holding[],
  find: (holding: HeldRule) => readonly Match[],
  own: OwnHoldings = (list) => list,
): RightsOfSubject[] {
  const found = new Map<string, { readonly subject: GrantSubject; lists: Lists }>();
  const none: Lists = { last: [], next: new Map() };
  for (const [subjects, matched] of matchedBySubjects(holdings, find)) {
    for (const subject of subjects) {
      const list = own(matched, subject);
      if (list.length === 0) continue;
      const key = subjectKey(subject);
      const known = found.get(key);
      if (known) known.lists = after(known.lists, list);
      else found.set(key, { subject, lists: after(none, list) });
    }
  }
  return [...found]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, { subject, lists }]) => {
      lists.rights ??= byScope(rulesIn(lists));
      return lists.rights.map((rights) => ({ subject, ...rights }));
    });
}

/** The matched rules of each list of subjects, in the order of the holdings. */
function matchedBySubjects(
  holdings: readonly Holding[],
  find: (holding: HeldRule) => readonly Match[],
): [readonly GrantSubject[], MatchedHolding[]][] {
  const found: [readonly GrantSubject[], MatchedHolding[]][] = [];
  for (const holding of holdings) {
    const all = holding.scope === 'where-bound' ? NO_MATCHES : find(holding);
    if (all.length === 0) continue;
    const last = found.at(-1);
    if (last?.[0] === holding.subjects) last[1].push({ holding, matches: all });
    else found.push([holding.subjects, [{ holding, matches: all }]]);
  }
  return found;
}

function after(lists: Lists, list: readonly MatchedHolding[]): Lists {
  const next = lists.next.get(list) ?? { last: list, before: lists, next: new Map() };
  lists.next.set(list, next);
  return next;
}

function rulesIn(lists: Lists): readonly MatchedHolding[] {
  const all: (readonly MatchedHolding[])[] = [];
  for (let at: Lists | undefined = lists; at; at = at.before) all.push(at.last);
  return all.reverse().flat();
}

/** All rules of one subject, by its key, in the order of the holdings. */
export function heldByKey({ holdings }: Pick<Access, 'holdings'>): (key: string) => readonly HeldRule[] {
  const bindings = groupBy(holdings, ({ subjects }) => subjects);
  const lists = once(() => {
    const found = new Map<string, (readonly HeldRule[])[]>();
    for (const [subjects, list] of bindings) {
      for (const subject of subjects) {
        const known = found.get(subjectKey(subject));
        if (known) known.push(list);
        else found.set(subjectKey(subject), [list]);
      }
    }
    return found;
  });
  return (key) => lists().get(key)?.flat() ?? [];
}

/** The permissions of whoever has these rules. */
type Rights = Omit<RightsOfSubject, 'subject'>;

function byScope(list: readonly MatchedHolding[]): Rights[] {
  const clusterWide = list.filter(({ holding }) => holding.scope === 'cluster');
  if (clusterWide.length > 0) return [merge('cluster', clusterWide)];
  const inNamespace = byNamespace(list, ({ holding: { scope } }) => (typeof scope === 'string' ? [] : scope));
  // Groups equal holdings first, because copies share them; then different holdings with the same permissions.
  const sameHoldings = [...groupBy(inNamespace, ([, found]) => found)].map(([found, entries]) =>
    merge(
      entries.map(([namespace]) => namespace),
      found,
    ),
  );
  const [only, ...others] = sameHoldings;
  if (only && others.length === 0) return [{ ...only, scope: (only.scope as readonly string[]).toSorted(compareText) }];
  return [...groupBy(sameHoldings, ({ action, permissions }) => JSON.stringify([action, permissions])).values()].map((same) => ({
    ...(same[0] as Rights),
    scope: same.flatMap(({ scope }) => scope).sort(compareText),
    holdings: [...new Set(same.flatMap(({ holdings }) => holdings))],
  }));
}

function merge(scope: RightsScope, list: readonly MatchedHolding[]): Rights {
  return {
    scope,
    holdings: list.map(({ holding }) => holding),
    ...described(
      list.map(({ matches: found }) => found),
      scope === 'cluster',
    ),
  };
}

type Description = Pick<RightsOfSubject, 'rights' | 'action' | 'permissions' | 'namespaced'>;

/** What lists of matches come to, after the lists before. */
interface Described {
  readonly next: WeakMap<readonly Match[], Described>;
  cluster?: Description;
  namespaces?: Description;
}

const DESCRIBED: Described = { next: new WeakMap() };

/** Cached: all subjects of a role have the same lists of matches, in the same order. */
function described(lists: readonly (readonly Match[])[], isClusterWide: boolean): Description {
  let at = DESCRIBED;
  for (const list of lists) {
    const next: Described = at.next.get(list) ?? { next: new WeakMap() };
    at.next.set(list, next);
    at = next;
  }
  const place = isClusterWide ? 'cluster' : 'namespaces';
  const known = at[place] ?? describe(lists.flat(), isClusterWide);
  at[place] = known;
  return known;
}

function describe(found: readonly Match[], isClusterWide: boolean): Description {
  const rights = merged(found);
  return {
    rights,
    action: joined(permissionTexts(rights)),
    permissions: permissionsOf(found.flatMap(matchedRules), isClusterWide),
    namespaced: found.some(({ apiGroup, resource }) => apiGroup === undefined || !isClusterScoped(apiGroup, resource)),
  };
}

function matchedRules({ apiGroup = '', resource, verbs, names, rules }: Match): readonly PolicyRule[] {
  return rules ?? [{ apiGroups: [apiGroup], resources: [resource], verbs, ...(names ? { resourceNames: names } : {}) }];
}

/** One permission for each resource, with all its verbs; the order does not depend on the order of rules. */
export function merged(found: readonly Match[]): Right[] {
  return [...groupBy(found, (match) => `${objectText(match)}${match.names ? ` ${match.names.join()}` : ''}`)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, same]) => {
      const { names, ...first } = same[0] as Match;
      const verbs = [...new Set(same.flatMap((match) => match.verbs))].sort(compareText);
      return { ...first, verbs, ...(names ? { resourceNames: names.toSorted(compareText) } : {}) };
    });
}
