/** What the review says of a webhook: what it intercepts, how bad that is, and what stops while it is down. */

import { isClusterScoped, isPlatformGroup } from '../../../kubernetes/kinds.js';
import { groupBy } from '../../../kubernetes/object.js';
import { fieldsOf, listOf } from '../../../kubernetes/pod-spec.js';
import { RBAC_GROUP } from '../../../kubernetes/rbac.js';
import type { Severity } from '../../../model/finding.js';
import type { Webhook } from '../../../state/webhooks.js';
import { joined, listed, objectText } from '../../../wording/phrases.js';

/** A webhook for kinds of Kubernetes affects everybody; one for an operator's own kinds, its users, unless a server outside of the cluster sees them. */
export function severityOf(webhook: Webhook): Severity {
  const { kind, intercepts, target } = webhook;
  const isOutside = /^https?:/i.test(target);
  if (kind === 'conversion') return isOutside ? 'warning' : 'info';
  const foreign = intercepts.map(groupAndResource).filter(isForeign);
  const everywhere = foreign.filter((what) => reachesAll(what, webhook));
  if (everywhere.some(isDecisive)) return 'error';
  // Of those that a CSV describes: a selector of namespaces is what these have asked for.
  const injects = kind === 'mutating' && typeof webhook.namespaces !== 'string' && foreign.some(isPod);
  return everywhere.length > 0 || foreign.some(isDecisive) || injects || isOutside ? 'warning' : 'info';
}

/** What changes Pods decides what runs as each account of their namespace. */
function isPod([group, resource]: readonly [string, string]): boolean {
  return ['', '*'].includes(group) && ['pods', '*', '*/*'].includes(resource);
}

/**
 * Whether a webhook intercepts something wherever it is. No selector of namespaces leaves out what is in none (the API
 * server's matching of namespaceSelector), but for the Namespaces themselves.
 */
function reachesAll([group, resource]: readonly [string, string], { namespaces, selection: [selector] }: Webhook): boolean {
  if (namespaces === 'all' || (namespaces === 'selected' && !requiresLabel(selector))) return true;
  const [name = ''] = resource.split('/');
  return name !== 'namespaces' && (group === '*' || name === '*' || isClusterScoped(group, name));
}

/** One that only leaves namespaces out applies in all others, new ones among them. */
function requiresLabel(selector: unknown): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return (
    Object.keys(fieldsOf(matchLabels)).length > 0 ||
    listOf(matchExpressions).some(({ operator }) => operator === 'In' || operator === 'Exists')
  );
}

/** Whoever sees every Secret, or changes every role, has the cluster. */
function isDecisive([group, resource]: readonly [string, string]): boolean {
  const [name = ''] = resource.split('/');
  if (group === '*' || group === '') return name === '*' || name === 'secrets';
  return group === RBAC_GROUP;
}

export function isForeign([group]: readonly [string, string]): boolean {
  return isPlatformGroup(group);
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
