/** What differs in a webhook that both sides have, besides that it intercepts more. */
import { isDeepStrictEqual } from 'node:util';
import type { Severity } from '../../model/finding.js';
import type { Webhook } from '../../state/webhooks.js';
import { groupAndResource, isForeign, outage, severityOf } from './webhook-text.js';

/** One difference. */
export interface WebhookFact {
  readonly severity: Severity;
  /** The end of a sentence that begins with the webhook. */
  readonly says: string;
}

const BYPASSED = 'so what it checks can be bypassed';

/** All of them. */
export function webhookFacts(old: Webhook, webhook: Webhook): WebhookFact[] {
  const fact = (severity: Severity, says: string): WebhookFact => ({ severity, says });
  const differs = (field: keyof Webhook): boolean => !isDeepStrictEqual(old[field], webhook[field]);
  const isSameTarget = !differs('target');
  return [
    ...(!old.failsClosed && webhook.failsClosed
      ? [fact('warning', `now refuses requests while it does not answer${outage(webhook)}`)]
      : []),
    ...(old.failsClosed && !webhook.failsClosed
      ? [fact('warning', 'no longer refuses requests while it does not answer, so its checks can be bypassed')]
      : []),
    ...(isSameTarget ? [] : [fact(worse('warning', severityOf(webhook)), `sends requests to ${webhook.target} instead of ${old.target}`)]),
    ...(isSameTarget && differs('path') ? [fact('warning', `asks ${webhook.path} of ${webhook.target} instead of ${old.path}`)] : []),
    ...(isSameTarget && differs('port') ? [fact('info', `asks port ${webhook.port} of ${webhook.target} instead of ${old.port}`)] : []),
    ...(differs('caBundle') ? [fact('warning', `checks its server against another certificate authority (caBundle), ${WHO_ANSWERS}`)] : []),
    ...(differs('namespaces') && webhook.namespaces !== 'all' ? [fact('warning', 'applies in other namespaces')] : []),
    ...(!differs('namespaces') && differs('selection')
      ? [fact('warning', `chooses other requests by its selectors or conditions, ${BYPASSED}`)]
      : []),
    ...rulesFact(old, webhook),
    ...timeoutFact(old, webhook),
    ...Object.entries(webhook.protocol).flatMap(([field, value]) => {
      const was = old.protocol[field];
      return isDeepStrictEqual(was, value) ? [] : [fact('info', `has ${field} ${textOf(value)} instead of ${textOf(was)}`)];
    }),
  ];
}

const WHO_ANSWERS = 'which decides who can answer in its place';

/** Versions and scopes that no rule has any more are no fewer requests where the API server takes versions for the same (matchPolicy). */
function rulesFact(old: Webhook, { intercepts, rules }: Webhook): WebhookFact[] {
  const lost = old.intercepts.filter((what) => !intercepts.some((known) => includes(known, what)));
  if (lost.length > 0) return [{ severity: 'warning', says: 'intercepts fewer requests' }];
  const lostRules = old.rules.filter((rule) => !rules.some((known) => coversRule(known, rule)));
  if (lostRules.length === 0) return [];
  const severity = lostRules.some((rule) => isForeign(groupAndResource(rule))) ? 'warning' : 'info';
  return [{ severity, says: `intercepts other API versions or scopes, ${BYPASSED}` }];
}

function coversRule(known: string, wanted: string): boolean {
  const [knownParts, wantedParts] = [known, wanted].map((rule) => rule.split(' ')) as [string[], string[]];
  const isWithin = knownParts.slice(2).every((part, index) => part === '*' || part === wantedParts[index + 2]);
  return isWithin && includes(known, wanted);
}

/** A check that may be skipped is skipped where it takes too long. */
function timeoutFact(old: Webhook, { timeoutSeconds: is, failsClosed }: Webhook): WebhookFact[] {
  const was = old.timeoutSeconds;
  if (is === was) return [];
  const isSkipped = is < was && !failsClosed;
  return [
    {
      severity: isSkipped ? 'warning' : 'info',
      says: `is waited for ${is} s instead of ${was} s${isSkipped ? `, and is skipped after that, ${BYPASSED}` : ''}`,
    },
  ];
}

function worse(a: Severity, b: Severity): Severity {
  return b === 'error' ? b : a;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether what is known to be intercepted covers something. */
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
