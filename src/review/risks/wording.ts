/** How risks speak of subjects, scopes and ways: the same words in every rule. */
import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../model/kubernetes-object.js';
import { joined } from '../../model/name-lists.js';
import type { GrantScope, GrantSubject } from '../review.js';
import type { Holding } from './access.js';
import { formatOrigin } from './origins.js';

/** How many names a list shows before it counts the rest. */
const SHOWN = 3;

/** A subject as the object that a report names; whoever holds a role is named by the role. */
export function subjectReference({ kind, namespace, name }: GrantSubject): ObjectReference {
  return { kind: kind === 'RoleHolder' ? 'ClusterRole' : kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** `ServiceAccount op/manager`, `Group devs`, `whoever holds edit`. */
export function formatSubject(subject: GrantSubject): string {
  return subject.kind === 'RoleHolder' ? `whoever holds ${subject.name}` : formatReference(subjectReference(subject));
}

/** As `joined`, but long lists are counted: `200 namespaces (a, b, c …)`. @param noun in the plural */
export function shortList(items: readonly string[], noun: string): string {
  return items.length <= SHOWN ? joined(items) : `${items.length} ${noun} (${items.slice(0, SHOWN).join(', ')} …)`;
}

/** `in all namespaces`, `in team-a and team-b`, `wherever the role is bound`. */
export function formatScope(scope: GrantScope): string {
  if (scope === 'cluster') return 'in all namespaces';
  return scope === 'where-bound' ? 'wherever the role is bound' : `in ${shortList(scope, 'namespaces')}`;
}

/** The way from a subject to a rule, and what it ends in. */
export function formatWay({ subject, binding, roles, origin }: Holding, end: string): string {
  const [bound, source] = roles;
  return [
    formatSubject(subject),
    ...(binding && bound ? boundBy(binding, bound) : []),
    ...(source ? [`aggregates ${formatReference(referenceTo(source))}`] : []),
    ...(origin.object.kind === 'ClusterServiceVersion' ? [formatOrigin(origin)] : []),
    end,
  ].join(' → ');
}

/** The names of the roles that are bound. */
export function boundRoleNames(holdings: readonly Holding[]): string[] {
  return [...new Set(holdings.flatMap(({ roles: [bound] }) => (bound ? [bound.metadata.name] : [])))].sort(compareText);
}

/** The binding through which a rule is held. */
export function formatBinding({ binding }: Holding): string {
  return binding ? formatReference(referenceTo(binding)) : 'the binding';
}

/** A holding for a way that ends at the role that is bound, whatever that aggregates. */
export function asBound(holding: Holding): Holding {
  return { ...holding, roles: holding.roles.slice(0, 1) };
}

/** As `formatWay` for the first of several. */
export function formatWays([first, ...more]: readonly Holding[], end: string): string {
  if (!first) return end;
  const others = new Set(more.map(({ origin }) => formatOrigin(origin)));
  others.delete(formatOrigin(first.origin));
  return `${formatWay(first, end)}${others.size === 0 ? '' : ` (and through ${shortList([...others].sort(compareText), 'more rules')})`}`;
}

/** OLM gives a role and its binding one name. Where they stand in many namespaces, the scope says in which. */
function boundBy(binding: KubernetesObject, { kind, metadata: { name } }: KubernetesObject): string[] {
  if (binding.metadata.name === name) return [`${kind} and ${binding.kind} ${name}`];
  return [`${binding.kind} ${binding.metadata.name}`, `${kind} ${name}`];
}
