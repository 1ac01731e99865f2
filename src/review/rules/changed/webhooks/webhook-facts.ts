/** Describes changes of a webhook in both states, except additional requests. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { RBAC_GROUP } from '../../../../base/kubernetes/rbac.js';
import { UNKNOWN_LISTS } from '../../../../base/manifest/differences.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { isClusterScoped, isPlatformGroup } from '../../../../base/tools/resources.js';
import { objectText } from '../../../../base/wording/permissions.js';
import { joined, listed } from '../../../../base/wording/phrases.js';
import type { Severity } from '../../../../olm/model/finding.js';
import type { Webhook } from '../../../state/webhooks.js';
import { claimed, type FieldRow } from '../rows.js';

/** The meaning of one difference. */
interface WebhookFact {
  readonly severity: Severity;
  /** The end of a sentence that begins with the webhook. */
  readonly says: string;
  /** The fields of the webhook with the difference, in a CSV, in a configuration and in a CRD. */
  readonly fields: readonly FieldPath[];
  /** Whether it allows less than before. */
  readonly isStricter?: true;
}

interface Pair {
  readonly old: Webhook;
  readonly webhook: Webhook;
}

const BYPASSED = 'so its check can be bypassed';
export const RULES: FieldPath = ['rules'];
const isSameTarget = ({ old, webhook }: Pair): boolean => old.target === webhook.target;
const inRequests = (name: string): FieldPath[] => [[name], ['webhook', name]];
const inServer = (name: string, ...inCsv: readonly string[]): FieldPath[] =>
  [['clientConfig', ...name.split('.')], ...inCsv.map((field) => [field])].flatMap((path) => [path, ['webhook', ...path]]);

/** The rows for facts about a webhook, from any kind of configuration. */
const ROWS: readonly FieldRow<WebhookFact, Pair>[] = [
  {
    at: 'failsClosed',
    says: ([{ is }], { webhook }) =>
      is === true
        ? {
            severity: 'warning',
            says: `now refuses requests while it does not answer${outage(webhook)}`,
            fields: [['failurePolicy']],
            isStricter: true,
          }
        : {
            severity: 'warning',
            says: 'no longer refuses requests while it does not answer, so its checks can be bypassed',
            fields: [['failurePolicy']],
          },
  },
  {
    at: 'target',
    says: ([{ was, is }], { webhook }) => ({
      severity: severityOf(webhook) === 'error' ? 'error' : 'warning',
      says: `sends requests to ${is} instead of ${was}`,
      fields: [...inServer('url'), ...inServer('service.name', 'deploymentName'), ...inServer('service.namespace')],
    }),
  },
  {
    at: 'path',
    when: (_, pair) => isSameTarget(pair),
    says: ([{ was, is }], { webhook: { target } }) => ({
      severity: 'warning',
      says: `asks ${is} of ${target} instead of ${was}`,
      fields: inServer('service.path', 'webhookPath'),
    }),
  },
  {
    at: 'port',
    when: (_, pair) => isSameTarget(pair),
    says: ([{ was, is }], { webhook }) => ({
      severity: isConfigured(webhook) ? 'warning' : 'info',
      says: `asks port ${is} of ${webhook.target} instead of ${was}`,
      fields: inServer('service.port', 'containerPort', 'targetPort'),
    }),
  },
  {
    at: 'caBundle',
    says: () => ({
      severity: 'warning',
      says: 'checks its server against another certificate authority (caBundle), which decides who can answer in its place',
      fields: inServer('caBundle'),
    }),
  },
  {
    at: 'namespaces',
    when: ({ is }) => is !== 'all',
    says: () => ({ severity: 'warning', says: 'applies in other namespaces', fields: [['namespaceSelector']] }),
  },
  {
    at: 'selection',
    when: (_, { old, webhook }) => sortedText(old.namespaces) === sortedText(webhook.namespaces),
    says: () => ({
      severity: 'warning',
      says: `chooses other requests by its selectors or conditions, ${BYPASSED}`,
      fields: [['namespaceSelector'], ['objectSelector'], ['matchConditions'], ['matchPolicy']],
    }),
  },
  {
    at: 'intercepts',
    when: (_, pair) => lostRequests(pair),
    says: () => ({ severity: 'warning', says: 'intercepts fewer requests', fields: [RULES] }),
  },
  {
    at: 'rules',
    when: (_, pair) => !lostRequests(pair),
    says: (_, { old, webhook: { rules } }) => {
      // Removed versions and scopes do not mean fewer requests if the API server treats versions as equivalent (matchPolicy).
      const lost = old.rules.filter((rule) => !rules.some((known) => coversRule(known, rule)));
      if (lost.length === 0) return undefined;
      const severity = lost.some((rule) => isForeign(groupAndResource(rule))) ? 'warning' : 'info';
      return { severity, says: `intercepts other API versions or scopes, ${BYPASSED}`, fields: [RULES] };
    },
  },
  { at: 'timeoutSeconds', says: ([{ was, is }], { webhook }) => timeoutFact(Number(was), Number(is), webhook) },
  ...['sideEffects', 'reinvocationPolicy', 'admissionReviewVersions', 'conversionReviewVersions'].map(
    (name): FieldRow<WebhookFact, Pair> => ({
      at: `protocol.${name}`,
      says: ([{ was, is }]) => ({
        severity: 'info',
        says: `has ${name} ${textOf(is)} instead of ${textOf(was)}`,
        fields: inRequests(name),
      }),
    }),
  ),
];

/** The changes of a webhook in both states. */
export function webhookFacts(old: Webhook, webhook: Webhook): WebhookFact[] {
  return claimed(old, webhook, ROWS, { old, webhook }, UNKNOWN_LISTS);
}

/** Whether the Service is configured: for a webhook in a CSV, OLM creates the Service with its port. */
function isConfigured({ source }: Webhook): boolean {
  return source.kind !== 'ClusterServiceVersion';
}

function lostRequests({ old, webhook: { intercepts } }: Pair): boolean {
  return old.intercepts.some((what) => !intercepts.some((known) => includes(known, what)));
}

function coversRule(known: string, wanted: string): boolean {
  const [knownParts, wantedParts] = [known, wanted].map((rule) => rule.split(' ')) as [string[], string[]];
  const isWithin = knownParts.slice(2).every((part, index) => part === '*' || part === wantedParts[index + 2]);
  return isWithin && includes(known, wanted);
}

/** The change of a timeout: a check with failurePolicy Ignore is skipped after it. */
function timeoutFact(was: number, is: number, { failsClosed }: Webhook): WebhookFact {
  const isSkipped = is < was && !failsClosed;
  const isCut = failsClosed && is * 2 <= was;
  const effect = isSkipped ? `, and is skipped after that, ${BYPASSED}` : isCut ? ', and requests fail after that' : '';
  return {
    severity: isSkipped || isCut ? 'warning' : 'info',
    says: `is waited for ${is} s instead of ${was} s${effect}`,
    fields: [['timeoutSeconds']],
  };
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? value : sortedText(value);
}

/** Whether known requests cover another one. */
export function includes(known: string, wanted: string): boolean {
  const [operation = '', target = ''] = known.split(' ');
  const [wantedOperation = ''] = wanted.split(' ');
  const [group, resource] = groupAndResource(known);
  const [wantedGroup, wantedResource] = groupAndResource(wanted);
  if (target === '') return known === wanted;
  return (
    (operation === '*' || operation === wantedOperation) &&
    (group === '*' || group === wantedGroup) &&
    (resource === '*/*' || resource === wantedResource || (resource === '*' && !wantedResource.includes('/')))
  );
}

// Texts about webhooks and the requests that they match.

/**
 * The severity of a webhook. A webhook for kinds of Kubernetes affects everybody; one for an operator's own kinds affects its users, unless
 * a server outside of the cluster receives the objects.
 */
export function severityOf(webhook: Webhook): Severity {
  const { kind, intercepts, target } = webhook;
  const isOutside = /^https?:/i.test(target);
  if (kind === 'conversion') return isOutside ? 'warning' : 'info';
  const foreign = intercepts.map(groupAndResource).filter(isForeign);
  const everywhere = foreign.filter((what) => reachesAll(what, webhook));
  if (everywhere.some(isDecisive)) return 'error';
  // Only webhooks in a CSV: their namespaces are the targets of the operator, while a namespaceSelector is a choice of each namespace.
  const injects = kind === 'mutating' && typeof webhook.namespaces !== 'string' && foreign.some(isPod);
  return everywhere.length > 0 || foreign.some(isDecisive) || injects || isOutside ? 'warning' : 'info';
}

/** Changing Pods decides what runs as each account of their namespace. */
function isPod([group, resource]: readonly [string, string]): boolean {
  return ['', '*'].includes(group) && ['pods', '*', '*/*'].includes(resource);
}

/**
 * Whether a webhook intercepts requests for a resource everywhere. A namespaceSelector never excludes cluster-scoped objects (the API
 * server's matching of namespaceSelector), except Namespaces themselves.
 */
function reachesAll([group, resource]: readonly [string, string], { namespaces, selection: [selector] }: Webhook): boolean {
  if (namespaces === 'all' || (namespaces === 'selected' && !requiresLabel(selector))) return true;
  const [name = ''] = resource.split('/');
  return name !== 'namespaces' && (group === '*' || name === '*' || isClusterScoped(group, name));
}

/** Whether a selector requires a label: one that only excludes namespaces applies in all others, including new ones. */
function requiresLabel(selector: unknown): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return (
    Object.keys(fieldsOf(matchLabels)).length > 0 ||
    listOf(matchExpressions).some(({ operator }) => operator === 'In' || operator === 'Exists')
  );
}

/** Access to every Secret, or edits of every role, control the cluster. */
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

/** The effect on others while the webhook is down. */
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
