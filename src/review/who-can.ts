/** Who may do something: the subjects that Kubernetes' authorizer would let, where, and through what. */
import { compareText } from '../model/kubernetes-object.js';
import { type AccessRequest, ruleAllows } from '../rules/permissions.js';
import { distinctPaths } from './distinct-paths.js';
import { pathTeller } from './grant-path.js';
import { compareSubjects, type HeldRole, type Holder, heldIn, holdersOf } from './holders.js';
import type { Grant, ReviewSide } from './review.js';
import type { RoleRule, RoleRules } from './role-rules.js';
import type { AtomSource } from './sourced-atoms.js';
import { voidInNamespaces } from './void-grants.js';

/** One who may do it, in the whole cluster or in some namespaces. */
export type Allowed = Pick<Grant, 'subject' | 'scope' | 'paths'>;

/**
 * All subjects that may do something, by kind and name.
 *
 * @param namespace where; absent: anywhere. Who may do it in the whole cluster may do it there, too
 */
export function whoCan(side: ReviewSide, request: AccessRequest, namespace?: string): Allowed[] {
  const { bySubject, rulesOf } = holdersOf(side);
  const teller = pathTeller(side);
  const allowing = allowingRules(request);
  const isVoid = voidInNamespaces(side.objects);
  const sources = (roles: readonly HeldRole[]): AtomSource[] =>
    roles.flatMap((held) => allowing(rulesOf(held.role)).map((rule) => ({ held, rule })));

  const everyone = [...bySubject.values()]
    .sort((a, b) => compareSubjects(a.subject, b.subject))
    .flatMap(({ subject, everywhere, inNamespace }: Holder): Allowed[] => {
      const all = sources(everywhere);
      // A URL stands in no namespace, and neither do some resources.
      const local = isVoid('path' in request ? {} : request)
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

/** The rules of a role that allow a request; the same role is asked once. */
function allowingRules(request: AccessRequest): (rules: RoleRules) => readonly RoleRule[] {
  const known = new Map<RoleRules, readonly RoleRule[]>();
  return (role) => {
    const answer = known.get(role) ?? role.rules.filter(({ rule }) => ruleAllows(rule, request));
    known.set(role, answer);
    return answer;
  };
}
