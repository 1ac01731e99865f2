/** Makes a risk from held permissions: severity by scope, the sentence, the path and the fix. */

import { namespacedName, referenceTo } from '../../../base/kubernetes/object.js';
import { isPlaceOpen } from '../../../base/kubernetes/rbac.js';
import { oncePerObject } from '../../../base/manifest/once.js';
import type { SourcePlace } from '../../../base/manifest/place.js';
import { isDefaultRole } from '../../../base/rbac/default-policy.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { subjectText, whereText } from '../../../base/wording/permissions.js';
import { joined } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import type { OperatorGroup } from '../../../olm/model/operator-group.js';
import { isAllNamespaces } from '../../../olm/rules/namespace-set.js';
import type { PermissionList } from '../../state/role-origin.js';
import type { State } from '../../state/state.js';
import type { Discovery } from '../rule.js';
import type { Access, HeldRule } from './access.js';
import type { RightsOfSubject } from './held.js';
import { formatOrigin, type RuleOrigin } from './origins.js';
import { formatBinding, pathsTo, subjectReference } from './paths.js';
import { systemNamespaceOf } from './system-namespaces.js';

/** The severity of permissions by their scope. */
export interface SeverityByScope {
  /** In all namespaces, or in kube-system and similar namespaces, which lead to all others; also if the namespace is open. */
  readonly cluster: Severity;
  /** For a ServiceAccount in namespaces other than its own. */
  readonly elsewhere: Severity;
}

/**
 * A risk about permissions that a subject has.
 * @param end the end of the sentence, such as `, which …`
 */
export function heldRisk(access: Access, held: RightsOfSubject, severities: SeverityByScope, end = ''): Discovery {
  const open = openBinding(held);
  return {
    severity: severityOf(held, severities),
    subject: subjectReference(held.subject),
    message: `${subjectText(held.subject)} can ${held.action} ${whereText(held.scope, held.rights)}${openPlaceText(held)}${end}`,
    path: pathsTo(held.subject, held.holdings, held.action),
    permissions: held.permissions,
    scope: held.scope,
    fix: `${open ? `${placing(open)}, or ` : ''}${narrowing(access, held)}`,
    place: placeOf(access, held.holdings[0] as HeldRule),
    identity: scopeIdentity(access, held),
  };
}

/** The same for every risk: permissions of an account in its own namespace, and of a person in namespaces, are expected. */
function severityOf(held: RightsOfSubject, { cluster, elsewhere }: SeverityByScope): Severity {
  const { subject, scope } = held;
  if (scope === 'cluster' || systemNamespaceOf(scope, subject) !== undefined || openBinding(held)) return cluster;
  return subject.kind === 'ServiceAccount' && scope.some((namespace) => namespace !== subject.namespace) ? elsewhere : 'info';
}

/** The first permission from a RoleBinding without a namespace; undefined if all namespaces are certain. */
export function openBinding({ scope, holdings }: Pick<RightsOfSubject, 'scope' | 'holdings'>): HeldRule | undefined {
  return scope === 'cluster' ? undefined : holdings.find(({ binding }) => binding && isPlaceOpen(binding));
}

/** The fix that makes the namespace of a binding certain. */
export function placing(open: HeldRule): string {
  return `set metadata.namespace of ${formatBinding(open)}`;
}

/** Text about a binding without a namespace; empty if all namespaces are certain. */
export function openPlaceText(held: Pick<RightsOfSubject, 'scope' | 'holdings'>): string {
  const open = openBinding(held);
  return open ? ` or wherever ${formatBinding(open)}, which has no namespace, is applied` : '';
}

/** The places of rules of roles, each found once: a role can have thousands of bindings. */
const placesOfRules = oncePerObject((state: State) => oncePerObject(({ object, field }: RuleOrigin) => state.placeOf(object, field)));

/** The place of a rule in the input. */
export function placeOf({ state }: Access, { origin, binding }: HeldRule): SourcePlace | undefined {
  // A default role is not in the input; a person would change the binding.
  return placesOfRules(state)(origin) ?? (binding && state.placeOf(referenceTo(binding)));
}

/** The fix that gives a subject fewer permissions. */
export function narrowing({ operators }: Access, { subject, scope, holdings, action, namespaced }: RightsOfSubject): string {
  const [first] = holdings as [HeldRule];
  const { list } = first.origin;
  const role = first.roles.at(-1);
  if (role && isDefaultRole(role)) return `bind a role with fewer permissions in ${formatBinding(first)}`;
  const remove = `remove ${action} from ${formatOrigin(first.origin)}`;
  const group = operators.get(subjectKey(subject))?.[0]?.group?.group;
  if (list !== undefined) return reviewerFix(first.origin, list, group, scope === 'cluster' && namespaced);
  if (scope === 'cluster' && !namespaced) return remove;
  return scope === 'cluster'
    ? `${remove}, or bind the role with RoleBindings in the namespaces that need it`
    : `${remove}, or limit it with resourceNames`;
}

/** The options against permissions of a vendor's CSV without editing it; the last one is for its author. */
function reviewerFix(origin: RuleOrigin, list: PermissionList, group: OperatorGroup | undefined, isWide: boolean): string {
  const name = group ? `OperatorGroup ${namespacedName(group)}` : 'its OperatorGroup';
  const targets = list === 'permissions' ? [isWide ? `set target namespaces for ${name}` : `set fewer target namespaces for ${name}`] : [];
  return joined(
    [
      ...targets,
      'stay on a version without it',
      `limit what OLM grants with spec.serviceAccountName of ${targets.length > 0 ? 'the group' : name}`,
      'accept it in the baseline',
      `ask its author to remove it from ${formatOrigin(origin)}`,
    ],
    'or',
  );
}

/** The identity of a scope. Targets of an operator's group count as one: another rule reports a widened group. */
export function scopeIdentity({ operators }: Access, { subject, scope, holdings }: RightsOfSubject): string[] {
  if (scope === 'cluster') return ['cluster'];
  const group = operators.get(subjectKey(subject))?.[0]?.group;
  const isGroups = group?.namespaces && !isAllNamespaces(group.namespaces) && holdings.every(({ origin }) => origin.list !== undefined);
  if (!isGroups) return [...scope];
  const targets = new Set(group.namespaces);
  const others = scope.filter((namespace) => !targets.has(namespace));
  return [...(others.length < scope.length ? [`targets of ${namespacedName(group.group)}`] : []), ...others];
}
