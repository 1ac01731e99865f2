/** Reports labels and annotations that change, and by which something of the cluster selects: an object leaves a selection, or joins it. */
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { isAbout, type Selectable, selectablesIn } from '../../../base/references/selected.js';
import { rowOfObject } from '../../../base/tools/kinds.js';
import { CHANGED_WHEN_WRITTEN, KERNEL, TRAFFIC } from '../../../base/tools/setting.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import { changedObjects, isOfBundle, type ObjectPair } from '../../state/objects.js';
import { renamedWorkloads } from '../../state/renamed-workloads.js';
import { type Selection, selectionsOf } from '../../state/selections.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { isDelivery, isKnownKind } from './kind-effects.js';
import { settingOf } from './settings/setting-of.js';
import { askedServices, WEBHOOK_KINDS } from './webhook-servers.js';

export const selectionChanged = riskRule('selection-changed', 'error', 'A selector no longer selects an object, or selects a new one', {
  class: 'cluster',
  references: ['CIS Kubernetes 5.3.2', 'CWE-693: Protection Mechanism Failure'],
  meaning:
    'A label or annotation of a Namespace, a Pod template or another object changes, and an object of the input selects by it: a webhook, an admission policy or its exclusions, a NetworkPolicy or its peers, a Service, a ClusterExternalSecret, a Gateway and the like. It is an error if an admission policy no longer selects the object, or now excludes it. Also reported: a new Namespace, new Pods that a policy excludes or lets in, and new Pods behind a Service that has others.',
  attack: 'The Pods of a Deployment get a label that a Kyverno policy excludes. Nothing checks these Pods any more.',
  fix: 'Check which objects select by the label, and accept the change in the baseline if it is intended.',
  compare: ({ state: base }, { state: head }) => {
    const moves = movesBetween(base, head);
    const renamed = renamedWorkloads(base, head);
    return changedObjects(base, head).flatMap(({ before, after }) =>
      thingsOf({ before: before ?? renamed.get(after), after }).flatMap((thing) => moves(thing)),
    );
  },
});

/** One thing of an object, with its labels before. */
interface Thing {
  readonly object: KubernetesObject;
  readonly was: Selectable | undefined;
  readonly is: Selectable;
}

function thingsOf({ before, after: object }: ObjectPair): Thing[] {
  const old = new Map((before ? selectablesIn(before) : []).map((each) => [each.at.join('.'), each]));
  return selectablesIn(object).map((is) => ({ object, is, was: old.get(is.at.join('.')) }));
}

/** The changed keys of a thing in one of its lists. */
interface ChangedKeys {
  readonly by: 'labels' | 'annotations';
  readonly keys: readonly string[];
}

/** How a thing and a selection relate after the change. */
type Move = 'leaves' | 'joins' | 'may move';

/** Finds the moves of a thing between the selections of both states. */
function movesBetween(base: State, head: State): (thing: Thing) => Discovery[] {
  const [before, after] = [selectionsOf(base), selectionsOf(head)];
  const bundled = isOfBundle(head);
  const served = new Set(askedServices(head).map(({ service }) => service));
  const isBehind = membersOf(base);
  const counts = ({ object, selector }: Selection, thing: Thing): boolean => {
    if (object === thing.object || !isAbout(selector, thing.is) || bundled(object)) return false;
    if (object.kind !== 'Service') return true;
    // Other rules report the servers of webhooks.
    return (
      !served.has(`${object.metadata.namespace}/${object.metadata.name}`) && (thing.was !== undefined || isBehind({ object, selector }))
    );
  };
  return (thing) =>
    (['labels', 'annotations'] as const).flatMap((by): Discovery[] => {
      const keys = changedKeys(thing, by);
      const found = [...new Set(keys.flatMap((key) => after.lookingAt(key)))].filter(
        (selection) => selection.selector.by === by && counts(selection, thing) && before.has(selection),
      );
      return discoveries(thing, { by, keys }, found);
    });
}

/** Whether a Service has Pods of other objects already, which stay. */
function membersOf(base: State): (selection: Selection) => boolean {
  const things = base.given.flatMap((object) => selectablesIn(object)).filter(({ is }) => is === 'pods');
  return ({ selector }) => things.some((thing) => isAbout(selector, thing) && selector.matches?.(thing.labels) === true);
}

function changedKeys({ was, is }: Thing, by: ChangedKeys['by']): string[] {
  const [old, now] = [was?.[by] ?? {}, is[by]];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    // The API server sets this label.
    (key) => old[key] !== now[key] && key !== 'kubernetes.io/metadata.name',
  );
}

/** One finding for each group of selections that the thing leaves or joins alike. */
function discoveries(thing: Thing, changed: ChangedKeys, selections: readonly Selection[]): Discovery[] {
  const groups = new Map<string, { readonly severity: Severity; readonly move: Move; readonly all: Selection[] }>();
  for (const selection of selections) {
    const move = moveOf(thing, changed.by, selection);
    const severity = move && severityOf(thing, move, selection);
    if (!move || !severity) continue;
    const key = `${severity} ${move} ${selection.selector.leavesOut}`;
    const group = groups.get(key) ?? { severity, move, all: [] };
    groups.set(key, { ...group, all: [...group.all, selection] });
  }
  return [...groups.values()].map(({ severity, move, all }) => {
    const names = [...new Set(all.map(({ object }) => formatReference(referenceTo(object))))];
    const keys = changed.keys.filter((key) => all.some(({ selector }) => selector.looksAt(key)));
    const isOut = all.some(({ selector }) => selector.leavesOut);
    const says = `by which ${listed(names)} ${VERBS[move][isOut ? 1 : 0]}`;
    const isMore = all.some((selection) => givesMore(move, selection));
    return { ...discovery(thing, { ...changed, keys }, { severity, says }, names), effect: isMore ? 'unknown' : 'none' };
  });
}

/** Whether a thing can do more: it leaves what refuses or limits, or joins what gives. The traffic of a Service is no permission. */
function givesMore(move: Move, { object, selector }: Selection): boolean {
  if (object.kind === 'Service') return false;
  const setting = settingOf(object);
  // What it contains or sets can give or refuse.
  if (rowOfObject(object)?.selectors || setting === KERNEL) return true;
  const isGuard = WEBHOOK_KINDS.has(object.kind) || setting === TRAFFIC || (setting?.gone === 'error' && setting !== CHANGED_WHEN_WRITTEN);
  if (move === 'may move' || !isGuard) return move !== 'leaves';
  return (move === 'leaves') !== selector.leavesOut || (move === 'joins' && selector.letsIn);
}

const VERBS: Readonly<Record<Move, readonly [selects: string, leavesOut: string]>> = {
  leaves: ['selected it', 'left it out'],
  joins: ['now selects it', 'now leaves it out'],
  'may move': ['selects', 'leaves out'],
};

/** Without labels before, a new object is compared with one without labels: it leaves the selectors that would select it otherwise. */
function moveOf({ was, is }: Thing, by: ChangedKeys['by'], { selector }: Selection): Move | undefined {
  if (!selector.matches) return 'may move';
  const [selected, isSelected] = [was?.[by] ?? {}, is[by]].map((labels) => selector.matches?.(labels));
  if (selected === isSelected) return undefined;
  return isSelected ? 'joins' : 'leaves';
}

/** The severity; undefined for a move that gives nothing to anybody. */
function severityOf(thing: Thing, move: Move, selection: Selection): Severity | undefined {
  const { object, selector } = selection;
  const weight = weightOf(object);
  const isOut = move === 'leaves' ? !selector.leavesOut : selector.leavesOut;
  if (weight === undefined) return undefined;
  if (object.kind === 'Service') return move === 'joins' ? 'warning' : undefined;
  const isNamespace = thing.is.is === 'namespaces';
  if (!thing.was && !isNamespace && !(isOut || (move !== 'leaves' && selector.letsIn))) return undefined;
  return weight === 'error' && isOut && thing.was && move !== 'may move' ? 'error' : 'warning';
}

/** The severity of another selection: an error if it refuses or changes requests; undefined if it decides nothing. */
function weightOf(object: KubernetesObject): Severity | undefined {
  if (WEBHOOK_KINDS.has(object.kind)) return 'error';
  const setting = settingOf(object);
  if (setting) return setting.gone === 'error' ? 'error' : setting.changed === 'info' ? undefined : 'warning';
  // A workload selects by an argument of its program.
  return isDelivery(object) || !isKnownKind(object) || rowOfObject(object)?.podSpec ? 'warning' : undefined;
}

function discovery(
  { object, was, is: { is, at, ...lists } }: Thing,
  { by, keys }: ChangedKeys,
  { severity, says }: Required<Pick<Discovery, 'severity' | 'says'>>,
  names: readonly string[],
): Discovery {
  const values = keys.map((key) => {
    const [old, now] = [was?.[by][key], lists[by][key]];
    return now === undefined ? `no longer ${key}=${String(old)}` : `${key}=${String(now)}`;
  });
  const isTemplate = is === 'pods' && object.kind !== 'Pod';
  return {
    severity,
    subject: referenceTo(object),
    says: `has ${listed(values)}${isTemplate ? ' on its Pods' : ''}, ${says}`,
    fix: 'take it back, or accept it in the baseline if it is meant',
    at: [...at, by],
    identity: [by, ...values, ...names],
    claims: keys.map((key) => [...at, by, key]),
  };
}
