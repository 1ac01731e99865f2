/** Webhooks that are new, removed, or intercept more: each sees and can refuse or change what others write. */
import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../kubernetes/group-by.js';
import { knownKinds } from '../../kubernetes/kinds.js';
import { formatReference } from '../../kubernetes/object.js';
import type { Severity } from '../../model/finding.js';
import { csvPairs } from '../../state/csv-pairs.js';
import type { State } from '../../state/state.js';
import { type Webhook, webhooksOf } from '../../state/webhooks.js';
import { joined, listed, objectText } from '../../words/phrases.js';
import type { FindChanges, FoundChange } from './change.js';

/** Finds them; webhooks of one kind and name of an operator, or of one configuration, are the same one. */
export const webhookChanges: FindChanges = (base, head) => {
  const upgraded = new Map(
    csvPairs(base, head).flatMap(({ before, after }) =>
      before && after ? [[reference(after.csv), reference(before.csv)] as [string, string]] : [],
    ),
  );
  const before = groupBy(webhooksOf(base), keyOf);
  const after = groupBy(webhooksOf(head), (webhook) => keyOf(webhook, upgraded));
  return [
    ...[...after].flatMap(([key, webhooks]) =>
      webhooks.flatMap((webhook, index) => {
        const old = before.get(key)?.[index];
        return old ? changed(old, webhook, head) : [added(webhook, head)];
      }),
    ),
    ...[...before].flatMap(([key, webhooks]) => webhooks.slice(after.get(key)?.length ?? 0).map((webhook) => removed(webhook, base))),
  ];
};

function reference({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return formatReference({ kind: 'ClusterServiceVersion', namespace, name });
}

function keyOf({ source, kind, name }: Webhook, upgraded?: ReadonlyMap<string, string> | number): string {
  const owner = formatReference(source);
  return JSON.stringify([(upgraded instanceof Map && upgraded.get(owner)) || owner, kind, name]);
}

function added(webhook: Webhook, head: State): FoundChange {
  return {
    ...about(webhook, head),
    kind: 'webhook-added',
    severity: severityOf(webhook),
    message: `adds the ${sentence(webhook)}`,
    after: what(webhook),
  };
}

function removed(webhook: Webhook, base: State): FoundChange {
  return {
    ...about(webhook, base),
    covers: [typeof webhook.at.at(-1) === 'number' ? [...webhook.at.slice(0, -1), webhook.name] : webhook.at],
    kind: 'webhook-removed',
    severity: 'info',
    message: `the ${webhook.kind} webhook ${webhook.name} is removed`,
    before: what(webhook),
  };
}

function changed(old: Webhook, webhook: Webhook, head: State): FoundChange[] {
  const more = webhook.intercepts.filter((what) => !old.intercepts.some((known) => includes(known, what)));
  const wider = old.namespaces !== 'all' && webhook.namespaces === 'all';
  const base = { ...about(webhook, head), before: what(old), after: what(webhook) };
  if (more.length > 0 || wider) {
    const added = more.length > 0 ? ` now also intercepts ${interceptText(more)}` : '';
    const everywhere = wider ? `${added === '' ? '' : ','} now applies in all namespaces` : '';
    const message = `the ${webhook.kind} webhook ${webhook.name}${added}${everywhere}${outage({ ...webhook, intercepts: more.length > 0 ? more : webhook.intercepts })}`;
    return [
      {
        ...base,
        kind: 'webhook-widened',
        severity: severityOf({ ...webhook, intercepts: more.length > 0 ? more : webhook.intercepts }),
        message,
      },
    ];
  }
  const facts = [
    ...(!old.failsClosed && webhook.failsClosed ? [`now refuses requests while it does not answer${outage(webhook)}`] : []),
    ...(old.failsClosed && !webhook.failsClosed
      ? ['no longer refuses requests while it does not answer, so its checks can be bypassed']
      : []),
    ...(old.target === webhook.target ? [] : [`sends requests to ${webhook.target} instead of ${old.target}`]),
    ...(JSON.stringify(old.namespaces) === JSON.stringify(webhook.namespaces) ? [] : ['applies in other namespaces']),
    ...(JSON.stringify(old.namespaces) === JSON.stringify(webhook.namespaces) && !isDeepStrictEqual(old.selection, webhook.selection)
      ? ['chooses other requests by its selectors or conditions, so what it checks can be bypassed']
      : []),
    ...(old.intercepts.length > webhook.intercepts.length ? ['intercepts fewer requests'] : []),
  ];
  return facts.map((fact) => ({
    ...base,
    kind: 'webhook-changed',
    severity: 'warning',
    message: `the ${webhook.kind} webhook ${webhook.name} ${fact}`,
  }));
}

function about({ source, at }: Webhook, state: State): Pick<FoundChange, 'subject' | 'place' | 'covers'> {
  return { subject: source, place: state.placeOf(source, at), covers: [at] };
}

/** A webhook for kinds of Kubernetes affects everybody; one for an operator's own kinds, its users. */
function severityOf({ kind, intercepts, namespaces }: Webhook): Severity {
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

function isForeign([group]: readonly [string, string]): boolean {
  return group === '*' || knownKinds(group) !== undefined;
}

function groupAndResource(text: string): readonly [string, string] {
  const [, target = ''] = text.split(' ');
  const slash = target.indexOf('/');
  return [target.slice(0, slash), target.slice(slash + 1)];
}

function includes(known: string, wanted: string): boolean {
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

function sentence(webhook: Webhook): string {
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
function outage({ intercepts, failsClosed, namespaces, target }: Webhook): string {
  const foreign = intercepts.filter((text) => isForeign(groupAndResource(text)));
  if (!failsClosed || foreign.length === 0) return '';
  const where = namespaces === 'all' ? 'any namespace' : 'the namespaces where it applies';
  return `; while ${target} is down, nobody can ${interceptText(foreign)} in ${where}`;
}

/** `create and update pods`: operations in lower case, resources with the same operations together. */
function interceptText(intercepts: readonly string[]): string {
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

function what({ intercepts, failsClosed }: Webhook): string {
  return `${listed(intercepts)} (failurePolicy ${failsClosed ? 'Fail' : 'Ignore'})`;
}
