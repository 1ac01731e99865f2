/** What the review says of a webhook: what it intercepts, how bad that is, and what stops while it is down. */
import { groupBy } from '../../kubernetes/group-by.js';
import { knownKinds } from '../../kubernetes/kinds.js';
import type { Severity } from '../../model/finding.js';
import type { Webhook } from '../../state/webhooks.js';
import { joined, listed, objectText } from '../../words/phrases.js';

/** A webhook for kinds of Kubernetes affects everybody; one for an operator's own kinds, its users. */
export function severityOf({ kind, intercepts, namespaces }: Webhook): Severity {
  if (kind === 'conversion') return 'info';
  const targets = intercepts.map(groupAndResource);
  if (!targets.some(isForeign) || namespaces !== 'all') return 'info';
  return targets.some(isDecisive) ? 'error' : 'warning';
}

/** Whoever sees every Secret, or changes every role, has the cluster. */
function isDecisive([group, resource]: readonly [string, string]): boolean {
  const [name = ''] = resource.split('/');
  if (group === '*' || group === '') return name === '*' || name === 'secrets';
  return group === 'rbac.authorization.k8s.io';
}

export function isForeign([group]: readonly [string, string]): boolean {
  return group === '*' || knownKinds(group) !== undefined;
}

export function groupAndResource(text: string): readonly [string, string] {
  const [, target = ''] = text.split(' ');
  const slash = target.indexOf('/');
  return [target.slice(0, slash), target.slice(slash + 1)];
}

export function sentence(webhook: Webhook): string {
  const { kind, name, intercepts, namespaces } = webhook;
  if (kind === 'conversion') return `webhook ${name}, which converts objects of ${listed(intercepts)}`;
  const where =
    namespaces === 'all'
      ? 'in any namespace'
      : namespaces === 'selected'
        ? 'in the namespaces that it selects'
        : `in ${listed(namespaces, 'namespaces')}`;
  const does = kind === 'mutating' ? 'can change' : 'can refuse';
  return `${kind} webhook ${name}, which ${does} ${interceptText(intercepts)} ${where}${outage(webhook)}`;
}

/** What happens to others while the webhook is down. */
export function outage({ intercepts, failsClosed, namespaces, target }: Webhook): string {
  const foreign = intercepts.filter((text) => isForeign(groupAndResource(text)));
  if (!failsClosed || foreign.length === 0) return '';
  const where = namespaces === 'all' ? 'any namespace' : 'the namespaces where it applies';
  return `; while ${target} is down, nobody can ${interceptText(foreign)} in ${where}`;
}

/** `create and update pods`: operations in lower case, resources with the same operations together. */
export function interceptText(intercepts: readonly string[]): string {
  const operations = new Map<string, string[]>();
  for (const text of intercepts) {
    const [operation = ''] = text.split(' ');
    const [group, resource] = groupAndResource(text);
    const name = resource.startsWith('*')
      ? group === '*'
        ? objectText({ verbs: [], apiGroup: '*', resource: '*' })
        : `${objectText({ verbs: [], apiGroup: group, resource: '*' })}`
      : group === '' || group === '*'
        ? resource
        : `${resource}.${group}`;
    operations.set(name, [...(operations.get(name) ?? []), operation === '*' ? 'write' : operation.toLowerCase()]);
  }
  const alike = groupBy([...operations], ([, verbs]) => joined(verbs));
  return joined([...alike].map(([verbs, names]) => `${verbs} ${listed(names.map(([name]) => name))}`));
}

export function what({ intercepts, failsClosed }: Webhook): string {
  return `${listed(intercepts)} (failurePolicy ${failsClosed ? 'Fail' : 'Ignore'})`;
}
