/** Reports changes that disable a guard without editing it: marks on the guard, its server, and labels that it selects by. */

import { groupOf, OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { isIn, walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import type { MarkEffect } from '../../../base/tools/row.js';
import { listed } from '../../../base/wording/phrases.js';
import { withoutVersion } from '../../../olm/model/cluster-service-version.js';
import type { Severity } from '../../../olm/model/finding.js';
import { changedObjects, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule, type Told } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { settingOf } from './cluster-setting.js';
import { serverChanges } from './guard-server.js';
import { isDelivery } from './kind-effects.js';
import { marksWith, type PlacedMark } from './marks.js';
import { choosingBindings } from './policy-parameters.js';
import { hasLabels, isOff, podLabels, servedWebhooks, serversOf, serviceOf, WEBHOOK_KINDS, webhookText } from './webhook-servers.js';

export const guardUndone = riskRule('guard-undone', 'error', 'A policy, webhook or other guard no longer works', {
  class: 'cluster',
  effect: 'more',
  references: ['CIS Kubernetes 5.2.1', 'CWE-693: Protection Mechanism Failure'],
  meaning:
    'An admission policy, webhook configuration, NetworkPolicy or the like stays, but no longer works: tools skip or remove it (`local-config`, hooks, owner references, sync options); the Service or workload of a webhook is removed, scaled to zero, redirected, run differently (other than a new image version), joined by others, or stopped by a quota, autoscaler or Lease; a label that it selects by changes; or what applies it, its Namespace or its CSV is removed. Warning for guards that only limit others, such as a NetworkPolicy, or if it is not known what was applied.',
  attack: 'The policy engine gets `replicas: 0`. Its webhook has the failure policy Ignore, so everything is admitted.',
  fix: 'Revert the change, or accept it in the baseline if the guard should go.',
  pair: ({ before, after }) => (before ? marked(before, after) : []),
  compare: ({ state: base }, { state: head }) => [
    ...unserved(base, head),
    ...serverChanges(base, head).map(({ object, ...told }) => discovery(object, told)),
    ...relabelled(base, head),
    ...undelivered(base, head),
  ],
});

function discovery(object: KubernetesObject, told: Pick<Discovery, 'severity' | 'says' | 'identity' | 'place'>): Discovery {
  return { subject: referenceTo(object), fix: FIX, ...told };
}

const FIX = 'take it back, or accept it in the baseline if it is meant';

/** The severity of a disabled guard: an error if it refuses requests, less if it only limits others. */
export function weightOf(object: KubernetesObject): Severity | undefined {
  if (WEBHOOK_KINDS.has(object.kind)) return 'error';
  return settingOf(object)?.gone;
}

/** The effects of marks on a guard. */
const MARKED: readonly (readonly [effects: readonly MarkEffect[], says: string])[] = [
  [['left-alone', 'unknown'], 'by which it is not applied, or removed again'],
  [['otherwise'], 'by which it is removed and made again, or not applied as it is written'],
];

function marked(old: KubernetesObject, object: KubernetesObject): Told[] {
  const severity = weightOf(object);
  if (severity === undefined) return [];
  return MARKED.flatMap(([effects, by]) => {
    const known = new Set(guardMarks(effects, old).map(({ text }) => text));
    const marks = guardMarks(effects, object).filter(({ text }) => !known.has(text));
    const texts = marks.map(({ text }) => text);
    return marks.length === 0
      ? []
      : [{ severity, says: `has ${listed(texts)}, ${by}`, fix: FIX, identity: texts, claims: marks.map(({ at }) => at) }];
  });
}

function guardMarks(effects: readonly MarkEffect[], object: KubernetesObject): Pick<PlacedMark, 'text' | 'at'>[] {
  const marks = marksWith(effects, object);
  if (!effects.includes('left-alone')) return marks;
  const { ownerReferences, deletionTimestamp } = object.metadata as Fields;
  return [
    ...marks,
    ...listOf(ownerReferences).map(({ kind, name }, index) => ({
      text: `ownerReferences to ${String(kind)} ${String(name)}`,
      at: ['metadata', 'ownerReferences', index],
    })),
    ...(deletionTimestamp === undefined ? [] : [{ text: 'deletionTimestamp', at: ['metadata', 'deletionTimestamp'] }]),
  ];
}

/** The servers of existing webhooks that no longer answer. */
function unserved(base: State, head: State): Discovery[] {
  const staying = new Set(servedWebhooks(head).map(({ service }) => service));
  const webhooks = servedWebhooks(base).filter(({ service }) => staying.has(service));
  return webhooks.flatMap((webhook) => {
    const [was, is] = [serviceOf(base, webhook.service), serviceOf(head, webhook.service)];
    if (!was) return [];
    const tell: Tell = (object, what) =>
      discovery(object, { says: `${what}, and serves ${webhookText(webhook)}`, identity: [what, webhook.name] });
    if (!is) return [tell(was, 'is gone')];
    const served = serversOf(base, was);
    const now = new Map(serversOf(head, is).map((object) => [formatReference(referenceTo(object)), object]));
    const lost = served
      .filter((object) => !isOff(object))
      .flatMap((object) => {
        const later = now.get(formatReference(referenceTo(object)));
        if (!later)
          return [{ ...tell(object, 'is gone, or is not behind its Service any more'), place: base.placeOf(referenceTo(object)) }];
        return isOff(later) ? [tell(later, 'has 0 replicas')] : [];
      });
    return [...lost, ...cutOff(base, head, [...now.values()], tell)];
  });
}

type Tell = (object: KubernetesObject, what: string) => Discovery;

/** A new NetworkPolicy for the Pods of a server may block the API server. */
function cutOff(base: State, head: State, servers: readonly KubernetesObject[], tell: Tell): Discovery[] {
  return changedObjects(base, head).flatMap(({ before: old, after: policy }) => {
    if (policy.kind !== 'NetworkPolicy') return [];
    if (old && sortedText(old.spec) === sortedText(policy.spec)) return [];
    const wanted = Object.entries(fieldsOf(fieldsOf(fieldsOf(policy.spec).podSelector).matchLabels));
    const hit = servers.find((server) => server.metadata.namespace === policy.metadata.namespace && hasLabels(podLabels(server), wanted));
    return hit ? [tell(policy, `decides who reaches ${formatReference(referenceTo(hit))}`)] : [];
  });
}

/** Labels that are added, changed or removed and that a guard of the input selects by. */
function relabelled(base: State, head: State): Discovery[] {
  const keys = selectedKeys(base);
  const choosing = choosingBindings(base.given);
  return changedObjects(base, head).flatMap(({ before: old, after: object }) => {
    const [was, is] = [fieldsOf(old?.metadata.labels), fieldsOf(object.metadata.labels)];
    const isNamespace = object.kind === 'Namespace';
    // The API server sets the name label of each Namespace, whether it is written or not.
    const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      (key) => was[key] !== is[key] && key !== 'kubernetes.io/metadata.name',
    );
    return changed.flatMap((key) => {
      const guards = [
        ...(keys.get(`${isNamespace ? 'namespaces' : 'objects'} ${key}`) ?? []),
        ...choosing(object, key).map((binding): Guard => ({ name: formatReference(referenceTo(binding)), severity: 'error' })),
      ];
      // New objects are skipped, except Namespaces: only an existing object can leave or enter a selection.
      const [first] = guards;
      if (!first || (!old && !isNamespace)) return [];
      const says = `has ${is[key] === undefined ? `no longer ${key}=${String(was[key])}` : `${key}=${String(is[key])}`}, by which ${listed(guards.map(({ name }) => name))} select${guards.length === 1 ? 's' : ''}`;
      const severity: Severity = guards.some((guard) => guard.severity === 'error') ? (old ? 'error' : 'warning') : 'warning';
      return [discovery(object, { severity, says, identity: [key, String(is[key])] })];
    });
  });
}

interface Guard {
  readonly name: string;
  readonly severity: Severity;
}

/** The kind of objects that a selector selects, by its field. */
const SELECTED: ReadonlyMap<string | number, string> = new Map([
  ['namespaceSelector', 'namespaces'],
  ['objectSelector', 'objects'],
]);

/** The guards by `namespaces` or `objects` and the key of the selector. */
function selectedKeys({ given }: State): Map<string, Guard[]> {
  const keys = new Map<string, Guard[]>();
  for (const object of given) {
    const severity = weightOf(object);
    if (severity === undefined) continue;
    const guard = { name: formatReference(referenceTo(object)), severity };
    const add = (of: string, key: string): void => {
      const known = keys.get(`${of} ${key}`) ?? [];
      if (!known.includes(guard)) keys.set(`${of} ${key}`, [...known, guard]);
    };
    walk({ spec: object.spec, webhooks: object.webhooks }, (value, at) => {
      const of = SELECTED.get(at.findLast((step) => SELECTED.has(step)) ?? '');
      const field = at.at(-1);
      if (of === undefined || (field !== 'matchLabels' && field !== 'matchExpressions')) return false;
      for (const key of field === 'matchLabels' ? Object.keys(fieldsOf(value)) : listOf(value).map((one) => String(one.key))) add(of, key);
      return true;
    });
  }
  return keys;
}

/** The usual names of programs that refuse requests, in charts and folders. */
const GUARD_PROGRAMS = /kyverno|gatekeeper|kubewarden|opa\b|open-?policy|falco|tetragon|neuvector|polic(?:y|ies)|admission|security/i;

/** Removed objects that applied manifests: their content is deleted, or no longer restored. */
function undelivered(base: State, head: State): Discovery[] {
  const { twinOf } = objectsOf(head);
  const operators = new Set(head.given.filter(isCsv).map(operatorOf));
  return base.given.flatMap((object) => {
    if (twinOf(object)) return [];
    const tell = (severity: Severity, says: string): Discovery[] => [discovery(object, { severity, says, identity: ['gone'] })];
    const isNamed = GUARD_PROGRAMS.test(object.metadata.name);
    const refuses = ': by its name, what refuses requests';
    if (isCsv(object))
      return isNamed && !operators.has(operatorOf(object)) ? tell('error', `is gone, and its operator with it${refuses}`) : [];
    if (object.kind === 'Namespace') return isNamed ? tell('warning', `is gone, and all that is in it${refuses}`) : [];
    if (!isDelivery(object)) return [];
    if (object.kind === 'AppProject') return tell('warning', 'is gone, and limits no more what its Applications apply');
    const isGuard = appliesGuard(object);
    return tell(
      isGuard ? 'error' : 'warning',
      `is gone, and what it applied goes with it, or is not kept any more${isGuard ? refuses : ''}`,
    );
  });
}

/** Whether an object, by its name or content, makes a tool apply guards. */
export function appliesGuard({ metadata: { name }, spec }: KubernetesObject): boolean {
  // Only values count, because every Application has a field syncPolicy.
  return GUARD_PROGRAMS.test(name) || isIn(spec, (value) => typeof value === 'string' && GUARD_PROGRAMS.test(value));
}

function isCsv({ kind, apiVersion }: KubernetesObject): boolean {
  return kind === 'ClusterServiceVersion' && groupOf(apiVersion) === OLM_GROUP;
}

/** The operator of a CSV, in any version. */
function operatorOf({ metadata: { name } }: KubernetesObject): string {
  return withoutVersion(name);
}
