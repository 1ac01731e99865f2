/** Reports webhooks that are new, removed, or intercept more: each receives the objects of others, and can refuse or change them. */

import { groupBy, type KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { rule } from '../../../../olm/model/finding.js';
import { csvPairs } from '../../../state/csv-pairs.js';
import { copyPairs } from '../../../state/object-files.js';
import { keyOf } from '../../../state/objects.js';
import type { State } from '../../../state/state.js';
import { type Webhook, webhooksOf } from '../../../state/webhooks.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import {
  groupAndResource,
  includes,
  interceptText,
  isForeign,
  outage,
  RULES,
  sentence,
  severityOf,
  webhookFacts,
  what,
} from './webhook-facts.js';

const SEES = 'A webhook receives the objects that others write, and can refuse, change or convert them.';

export const WEBHOOK_ADDED = rule('webhook-added', 'error', 'A webhook is new', {
  class: 'cluster',
  effect: 'more',
  short: 'a webhook',
  meaning: `${SEES} Error if it intercepts Secrets, roles, bindings or the like in all namespaces; note if it only intercepts objects of its operator.`,
  attack: 'A new webhook intercepts and keeps all Secrets.',
  fix: 'Limit its rules and namespaceSelector.',
});

const WIDENED = rule('webhook-widened', 'error', 'A webhook intercepts more', {
  class: 'cluster',
  effect: 'more',
  short: 'a webhook sees more',
  meaning: `${SEES} The webhook now intercepts more requests, or those of all namespaces. The severity is that of a new webhook with these rules.`,
  attack: "An operator's webhook for its own objects now also intercepts Secrets.",
  fix: 'Limit its rules and namespaceSelector.',
});

const CHANGED = rule('webhook-changed', 'error', 'A webhook is configured differently', {
  class: 'cluster',
  effect: 'unknown',
  short: 'a webhook changes',
  meaning: `${SEES} The webhook now calls another server, trusts another authority, admits objects that it refused, or receives other requests. It is an error if this weakens a check that the input (not an operator) applies to others.`,
  attack: "With failurePolicy Ignore, anyone who slows down a policy webhook's server bypasses the policy.",
  fix: 'Check which server answers now, and which requests it admits.',
});

export const WEBHOOK_REMOVED = rule('webhook-removed', 'error', 'A webhook is removed', {
  class: 'cluster',
  short: 'a webhook removed',
  meaning: `${SEES} Requests that it refused are now admitted. It is an error if the input (not an operator) uses it to check others. It is a note if it intercepted only objects of its operator.`,
  attack: "A policy engine's webhook configuration is removed in a change about something else.",
  fix: 'Check that nothing relies on it.',
});

/** Finds these changes; webhooks with one kind and name in one operator or configuration are the same webhook. */
const find: FindChanges = (base, head) => {
  const webhooksBy = (state: State): ByObject => groupBy(webhooksOf(state), ({ object }) => object);
  const [was, is] = [webhooksBy(base), webhooksBy(head)];
  const csvs = csvPairs(base, head).map(({ before, after }) => ({ before: before?.csv.manifest, after: after?.csv.manifest }));
  const pairs = [...csvs, ...copyPairs(configured(base, was, is), configured(head, was, is))];
  return pairs.flatMap(({ before, after }) => {
    const [old, now] = [groupBy((before && was.get(before)) ?? [], webhookKey), groupBy((after && is.get(after)) ?? [], webhookKey)];
    return [
      ...[...now].flatMap(([key, webhooks]) =>
        webhooks.flatMap((webhook, index) => {
          const same = old.get(key)?.[index];
          return same ? changed(same, webhook, head) : [added(webhook, head)];
        }),
      ),
      ...[...old].flatMap(([key, webhooks]) => webhooks.slice(now.get(key)?.length ?? 0).map((webhook) => removed(webhook, base))),
    ];
  });
};

export const webhooks = ofStates([WEBHOOK_ADDED, WIDENED, CHANGED, WEBHOOK_REMOVED], find);

type ByObject = ReadonlyMap<KubernetesObject, readonly Webhook[]>;

/** The objects of a state that configure webhooks in either state. */
function configured({ given }: State, ...both: readonly ByObject[]): KubernetesObject[] {
  const keys = new Set(both.flatMap((all) => [...all.keys()]).map(keyOf));
  return given.filter((object) => object.kind !== 'ClusterServiceVersion' && keys.has(keyOf(object)));
}

function webhookKey({ kind, name }: Webhook): string {
  return JSON.stringify([kind, name]);
}

function added(webhook: Webhook, head: State): FoundChange {
  return {
    ...about(webhook, head),
    rule: WEBHOOK_ADDED,
    severity: severityOf(webhook),
    message: `adds the ${sentence(webhook)}`,
    after: what(webhook),
  };
}

function removed(webhook: Webhook, base: State): FoundChange {
  return {
    ...about(webhook, base),
    claims: [typeof webhook.at.at(-1) === 'number' ? [...webhook.at.slice(0, -1), webhook.name] : webhook.at],
    rule: WEBHOOK_REMOVED,
    // Requests that it refused now pass.
    severity: isGuard(webhook) ? 'error' : webhook.kind !== 'conversion' && isAboutOthers(webhook) ? 'warning' : 'info',
    message: `the ${webhook.kind} webhook ${webhook.name} is removed`,
    before: what(webhook),
  };
}

function changed(old: Webhook, webhook: Webhook, head: State): FoundChange[] {
  const more = webhook.intercepts.filter((what) => !old.intercepts.some((known) => includes(known, what)));
  const isWider = old.namespaces !== 'all' && webhook.namespaces === 'all';
  const [before, after] = [what(old), what(webhook)];
  // `before` and `after` do not show all fields, such as the server, and can be equal.
  const base = { ...about(webhook, head), ...(before === after ? {} : { before, after }) };
  const fieldsOf = (fields: readonly FieldPath[]): FieldPath[] => fields.map((field) => [...webhook.at, ...field]);
  const name = `the ${webhook.kind} webhook ${webhook.name}`;
  const facts = webhookFacts(old, webhook).map(
    ({ severity, says, fields, isStricter }): FoundChange => ({
      ...base,
      rule: CHANGED,
      identity: [identityOf(webhook), ...fields.map((field) => formatFieldPath(field))],
      severity: severity === 'warning' && !isStricter && isGuard(old) ? 'error' : severity,
      message: `${name} ${says}`,
      claims: fieldsOf(fields),
    }),
  );
  if (more.length === 0 && !isWider) return facts;
  const counted = { ...webhook, intercepts: more.length > 0 ? more : webhook.intercepts };
  const added = more.length > 0 ? ` now also intercepts ${interceptText(more)}` : '';
  const everywhere = isWider ? `${added === '' ? '' : ','} now applies in all namespaces` : '';
  const message = `${name}${added}${everywhere}${outage(counted)}`;
  const claims = fieldsOf([...(more.length > 0 ? [RULES] : []), ...(isWider ? [['namespaceSelector']] : [])]);
  return [{ ...base, rule: WIDENED, severity: severityOf(counted), message, claims }, ...facts];
}

function isAboutOthers({ intercepts }: Webhook): boolean {
  return intercepts.some((text) => isForeign(groupAndResource(text)));
}

/** Whether the input, not an operator, uses it to check requests of others. An operator's own webhook changes with the operator. */
function isGuard(webhook: Webhook): boolean {
  return webhook.kind === 'validating' && webhook.source.kind !== 'ClusterServiceVersion' && isAboutOthers(webhook);
}

function about(webhook: Webhook, state: State): Pick<FoundChange, 'subject' | 'place' | 'claims' | 'identity'> {
  const { source, at } = webhook;
  return { subject: source, place: state.placeOf(source, at), claims: [at], identity: [identityOf(webhook)] };
}

/** All fields of the webhook, except its place. */
function identityOf({ source: _, at: __, object: ___, ...webhook }: Webhook): string {
  return sortedText(webhook);
}
