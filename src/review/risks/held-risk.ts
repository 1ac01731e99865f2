/** From what a subject holds to a risk: severity by scope, the sentence, the way, and what to change. */
import type { Severity } from '../../model/finding.js';
import { namespacedName, referenceTo } from '../../model/kubernetes-object.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import { subjectKey } from '../holders.js';
import type { SourcePlace } from '../review.js';
import { type Access, type Holding, isDefaultRole } from './access.js';
import type { Held } from './held.js';
import { formatOrigin } from './origins.js';
import type { Discovery } from './rule.js';
import { formatBinding, formatScope, formatSubject, formatWays, subjectReference } from './wording.js';

/** How bad rights are, by where they are held. */
export interface SeverityByScope {
  /** In the whole cluster, or in kube-system, from where the whole cluster is in reach. */
  readonly cluster: Severity;
  /** For a ServiceAccount in namespaces other than its own. */
  readonly elsewhere: Severity;
}

/** A risk about held rights. @param end what the sentence adds, such as `, which …` */
export function heldRisk(access: Access, held: Held, severities: SeverityByScope, end = ''): Discovery {
  return {
    severity: severityOf(held, severities),
    subject: subjectReference(held.subject),
    message: `${formatSubject(held.subject)} may ${held.rights} ${formatScope(held.scope)}${end}`,
    path: formatWays(held.holdings, held.rights),
    fix: narrowing(access, held),
    place: placeOf(access, held.holdings[0] as Holding),
    identity: scopeIdentity(access, held),
  };
}

/** As it is judged everywhere: within its own namespace an account, and within namespaces a person, does what is expected. */
function severityOf({ subject, scope }: Pick<Held, 'subject' | 'scope'>, { cluster, elsewhere }: SeverityByScope): Severity {
  if (scope === 'cluster' || scope.includes('kube-system')) return cluster;
  return subject.kind === 'ServiceAccount' && scope.some((namespace) => namespace !== subject.namespace) ? elsewhere : 'info';
}

/** Where a rule stands in the input. */
export function placeOf({ side }: Access, { origin, binding }: Holding): SourcePlace | undefined {
  // A default role is written nowhere; then the binding is what a person would change.
  return side.placeOf(origin.object, origin.field) ?? (binding && side.placeOf(referenceTo(binding)));
}

/** What to change so that a subject holds less. */
export function narrowing({ operators }: Access, { subject, scope, holdings, rights, namespaced }: Held): string {
  const [first] = holdings as [Holding];
  const { list } = first.origin;
  const role = first.roles.at(-1);
  if (role && isDefaultRole(role)) return `bind a role with fewer rights in ${formatBinding(first)}`;
  const take = `take ${rights} out of ${formatOrigin(first.origin)}`;
  if (scope === 'cluster' && !namespaced) return take;
  if (list === undefined) {
    return scope === 'cluster'
      ? `${take}, or bind the role by RoleBindings in the namespaces that need it`
      : `${take}, or limit it with resourceNames`;
  }
  if (scope !== 'cluster') return `${take}, or target fewer namespaces`;
  if (list === 'clusterPermissions') return `${take}, or have it asked for in permissions, which hold in the target namespaces alone`;
  const group = operators.get(subjectKey(subject))?.[0]?.group?.group;
  return `give OperatorGroup ${group ? namespacedName(group) : ''} target namespaces, or ${take}`;
}

/** The targets of an operator's group count as one scope: that a group is widened is told on its own. */
export function scopeIdentity({ operators }: Access, { subject, scope, holdings, rights }: Held): string[] {
  if (scope === 'cluster') return ['cluster'];
  const group = operators.get(subjectKey(subject))?.[0]?.group;
  const isGroups = group?.namespaces && !isAllNamespaces(group.namespaces) && holdings.every(({ origin }) => origin.list !== undefined);
  return isGroups ? [`targets of ${namespacedName(group.group)}`, rights] : [...scope];
}
