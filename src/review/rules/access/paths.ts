/** Describes the path of a risk: roles, bindings, fields. */

import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import type { Role } from '../../../base/kubernetes/rbac.js';
import { formatFieldPath } from '../../../base/manifest/field-path.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { permissionsStep, type Step } from '../../../base/rbac/step.js';
import { listed } from '../../../base/wording/phrases.js';
import { type HeldRule, ownRule } from './access.js';
import { formatOrigin, type RuleOrigin } from './origins.js';

/** A subject as an object in a report; a role holder is named by its role. */
export function subjectReference({ kind, namespace, name }: GrantSubject): ObjectReference {
  return { kind: kind === 'RoleHolder' ? 'ClusterRole' : kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/**
 * The path from a subject to a rule, followed by the given last steps. Roles have no namespace here, because OLM uses one name for roles in
 * many namespaces; the scope lists the namespaces.
 */
export function pathTo(
  subject: GrantSubject,
  { binding, roles: [bound, ...via], origin, elsewhere }: HeldRule,
  ...end: readonly Step[]
): Step[] {
  return [
    { kind: 'subject', subject },
    ...(binding ? [step('binding', binding, elsewhere), step('role', bound, elsewhere)] : []),
    ...aggregationSteps(via, elsewhere),
    ...(origin.object.kind === 'ClusterServiceVersion' ? [originStep(origin)] : []),
    ...end,
  ];
}

/** The steps of an aggregation. */
export function aggregationSteps(via: readonly Role[], elsewhere?: HeldRule['elsewhere']): Step[] {
  return via.map((role) => step('aggregates', role, elsewhere));
}

/** The step to the field with the rule. */
export function originStep({ object, field }: RuleOrigin): Step {
  return { kind: 'field', object, field: formatFieldPath(field) };
}

function step(kind: 'binding' | 'role' | 'aggregates', object: KubernetesObject, elsewhere?: HeldRule['elsewhere']): Step {
  const place = elsewhere?.get(object);
  return { kind, object: { kind: object.kind, name: object.metadata.name }, ...(place ? { place } : {}) };
}

/** The names of the bound roles. */
export function boundRoleNames(holdings: readonly HeldRule[]): string[] {
  return [...new Set(holdings.flatMap(({ roles: [bound] }) => (bound ? [bound.metadata.name] : [])))].sort(compareText);
}

/** The binding that grants a rule. */
export function formatBinding({ binding }: HeldRule): string {
  return binding ? formatReference(referenceTo(binding)) : 'the binding';
}

/** The same holding with a path that ends at the bound role, without aggregation. */
export function asBound(holding: HeldRule): HeldRule {
  const [bound] = holding.roles;
  return { ...ownRule(holding), roles: [bound] };
}

/** As `pathTo`, for the first of several holdings with the same permissions. */
export function pathsTo(subject: GrantSubject, holdings: readonly HeldRule[], end: string): Step[] {
  const [first] = holdings;
  return first ? pathTo(subject, first, permissionsStep(`${end}${throughOthers(holdings)}`)) : [permissionsStep(end)];
}

/** The other rules in words; all subjects of a binding share the list of holdings. */
const throughOthers = oncePerObject(([first, ...more]: readonly HeldRule[]): string => {
  const others = new Set(more.map(({ origin }) => formatOrigin(origin)));
  if (first) others.delete(formatOrigin(first.origin));
  return others.size === 0 ? '' : ` (and through ${listed([...others].sort(compareText), 'more rules')})`;
});
