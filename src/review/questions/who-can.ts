/** Finds who can do something: the subjects that Kubernetes' authorizer allows, with scope and path. */
import { compareText, groupBy, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { isPlaceOpen } from '../../base/kubernetes/rbac.js';
import { type AccessRequest, ruleAllows } from '../../base/rbac/authorizer.js';
import type { BoundRole, SubjectRoles } from '../../base/rbac/bound.js';
import { distinctPaths } from '../../base/rbac/distinct-paths.js';
import { voidInNamespaces } from '../../base/rbac/effective-grants.js';
import type { Grant, GrantScope, GrantSubject } from '../../base/rbac/grant.js';
import { compareSubjects } from '../../base/rbac/groups-around.js';
import { heldIn } from '../../base/rbac/held-in.js';
import { rbacOf } from '../../base/rbac/rbac.js';
import type { RoleRule, RoleRules } from '../../base/rbac/role-rules.js';
import type { AtomSource } from '../../base/rbac/sourced-atoms.js';
import { subjectKey } from '../../base/rbac/subject.js';
import { unknownRoles } from '../../base/rbac/unknown-roles.js';
import { csvReference } from '../../olm/model/finding.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import { pathTeller } from '../state/grant-path.js';
import { furthestState } from '../state/perhaps.js';
import type { State } from '../state/state.js';

/** A subject that can do it, in all namespaces or in some. */
export type Allowed = Pick<Grant, 'subject' | 'scope' | 'paths'>;

/** The place of a question: one namespace, or all of them at once; neither: anywhere. */
export interface AskedWhere {
  readonly namespace?: string | undefined;
  readonly allNamespaces?: boolean | undefined;
}

/**
 * All subjects that can do something, sorted by kind and name. A subject that can do it in all namespaces can also do it in each of them.
 *
 * @param where a namespace, or all namespaces at once (default: anywhere)
 * @example
 * whoCan(state, { verb: 'get', apiGroup: '', resource: 'secrets' }, { namespace: 'team-a' }).map(({ subject }) => subject.name)
 */
export function whoCan(state: State, request: AccessRequest, where: AskedWhere = {}): Allowed[] {
  const { namespace, allNamespaces = false } = where;
  const { bySubject, rulesOf } = rbacOf(state);
  const teller = pathTeller(state);
  const allowing = allowingRules(request);
  const isVoid = voidInNamespaces(state.objects);
  const sources = (roles: readonly BoundRole[]): AtomSource[] =>
    roles.flatMap((role) => allowing(rulesOf(role.role)).map((rule) => ({ role, rule })));

  const everyone = [...bySubject.values()]
    .sort((a, b) => compareSubjects(a.subject, b.subject))
    .flatMap(({ subject, everywhere, inNamespace }: SubjectRoles): Allowed[] => {
      // A role can be bound in one namespace or in all, and that is not known here.
      const all = allNamespaces && subject.kind === 'RoleHolder' ? [] : sources(everywhere);
      // URLs and some resources are in no namespace.
      const local =
        allNamespaces || isVoid('path' in request ? {} : request)
          ? []
          : [...inNamespace].filter(([name]) => namespace === undefined || name === namespace);
      const here = local
        .map(([name, roles]) => ({ name, sources: sources(heldIn(roles, name)) }))
        .filter((found) => found.sources.length > 0);
      const allowed = (scope: Allowed['scope'], through: readonly AtomSource[]): Allowed[] =>
        through.length === 0 ? [] : [{ subject, scope, paths: distinctPaths(through.map(teller.tell)) }];
      return [
        ...allowed(subject.kind === 'RoleHolder' ? 'where-bound' : 'cluster', all),
        ...allowed(
          here.map(({ name }) => name).sort(compareText),
          here.flatMap((found) => found.sources),
        ),
      ];
    });
  return teller.place(everyone);
}

/**
 * A subject that may be able to do it: the role is neither in the input nor a default one, OLM leaves it only in some orders, or the
 * binding has no namespace and may be applied there.
 */
export interface Perhaps {
  readonly subject: GrantSubject;
  readonly scope: Exclude<GrantScope, 'where-bound'>;
  readonly binding: ObjectReference;
  readonly role: ObjectReference;
  /** Absent if it does not depend on a CSV. */
  readonly dependsOn?: Dependence;
  /** The binding has no namespace; the person who applies it chooses one. */
  readonly isPlaceOpen?: true;
}

/** A CSV whose outcome depends on the order. */
export interface Dependence {
  readonly csv: ObjectReference;
  /** The CSVs that it conflicts with. */
  readonly rivals: readonly ObjectReference[];
}

export function dependenceOf({ csv, rivals }: ResolvedCsv): Dependence {
  return { csv: csvReference(csv), rivals: rivals.map(csvReference) };
}

/**
 * All subjects that can perhaps do something, because a role, an operator or the namespace of a binding is not known.
 *
 * @param where as for whoCan
 * @example
 * whoPerhapsCan(state, { verb: 'get', apiGroup: '', resource: 'secrets' }).length // 0 if all roles are known
 */
export function whoPerhapsCan(state: State, request: AccessRequest, where: AskedWhere = {}): Perhaps[] {
  const { namespace, allNamespaces = false } = where;
  const open =
    namespace === undefined || voidInNamespaces(state.objects)('path' in request ? {} : request) ? [] : openBindings(state, namespace);
  const allows = allowingRules(request);
  const found = [
    ...boundToUnknownRoles(state, request, namespace),
    ...inOtherOrders(state, request, where),
    ...open.flatMap(({ rules, perhaps }) => (rules.length === 0 || rules.some((role) => allows(role).length > 0) ? perhaps : [])),
  ];
  return allNamespaces ? found.filter(({ scope }) => scope === 'cluster') : found;
}

/**
 * The permissions of RoleBindings without a namespace, if they are applied to this one. In `default` they always count.
 *
 * @returns the roles of each binding; none if they are not known
 */
export function openBindings(
  state: State,
  namespace: string,
): { readonly rules: readonly RoleRules[]; readonly perhaps: readonly Perhaps[] }[] {
  if (namespace === 'default') return [];
  const rbac = rbacOf(state);
  return rbac.bindings
    .filter(({ binding, isDefault }) => !isDefault && binding.kind === 'RoleBinding' && isPlaceOpen(binding))
    .map((bound) => {
      const { kind, name } = bound.binding.roleRef;
      return {
        rules: rbac.rolesOf(bound).map(({ role }) => rbac.rulesOf(role.object)),
        perhaps: bound.subjects.map((subject) => ({
          subject,
          scope: [namespace],
          binding: referenceTo(bound.binding),
          role: { kind, name },
          isPlaceOpen: true as const,
        })),
      };
    });
}

/** The subjects that OLM allows it only in some orders, unless they have it anyway. */
function inOtherOrders(state: State, request: AccessRequest, where: AskedWhere): Perhaps[] {
  const furthest = furthestState(state);
  if (!furthest) return [];
  const certain = groupBy(whoCan(state, request, where), ({ subject }) => subjectKey(subject));
  return whoCan(furthest.state, request, where).flatMap(({ subject, scope, paths }): Perhaps[] => {
    const open = withoutHeld(scope, certain.get(subjectKey(subject)) ?? []);
    if (open === undefined) return [];
    return paths.flatMap((path) => {
      const csv = furthest.causeOf(path);
      const [role] = path.roles;
      if (!csv || !path.binding || !role) return [];
      return [{ subject, scope: open, binding: path.binding, role, dependsOn: dependenceOf(csv) }];
    });
  });
}

/** The part of a scope that is not held anyway; undefined if all of it is held. */
function withoutHeld(scope: GrantScope, held: readonly Allowed[]): Perhaps['scope'] | undefined {
  if (scope === 'where-bound' || held.some((other) => other.scope === 'cluster')) return undefined;
  if (scope === 'cluster') return scope;
  const known = new Set(held.flatMap((other) => (typeof other.scope === 'string' ? [] : other.scope)));
  const open = scope.filter((name) => !known.has(name));
  return open.length > 0 ? open : undefined;
}

function boundToUnknownRoles(state: State, request: AccessRequest, namespace?: string): Perhaps[] {
  const isVoid = voidInNamespaces(state.objects)('path' in request ? {} : request);
  return unknownRoles(rbacOf(state)).flatMap(({ binding, subjects, scope }): Perhaps[] => {
    const here = scope === 'cluster' || isVoid ? scope : scope.filter((name) => namespace === undefined || name === namespace);
    if (scope !== 'cluster' && (isVoid || here.length === 0)) return [];
    const { kind, name } = binding.roleRef;
    return subjects.map((subject) => ({ subject, scope: here, binding: referenceTo(binding), role: { kind, name } }));
  });
}

/** The rules of a role that allow a request; cached by role. */
function allowingRules(request: AccessRequest): (rules: RoleRules) => readonly RoleRule[] {
  const known = new Map<RoleRules, readonly RoleRule[]>();
  return (role) => {
    const answer = known.get(role) ?? role.rules.filter(({ rule }) => ruleAllows(rule, request));
    known.set(role, answer);
    return answer;
  };
}
