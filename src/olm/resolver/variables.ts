/** The variables of one namespace and their constraints: the input of OLM's solver (resolver.go, SolveOperators). */

import { compareText } from '../../base/kubernetes/object.js';
import type { CelBudget } from '../dependencies/cel-cost.js';
import { gvkText } from '../dependencies/facts.js';
import { type Predicate, predicatesOf } from '../dependencies/predicate.js';
import { catalogAsked } from '../model/find-catalog.js';
import { findCandidates, inPreference } from './candidates.js';
import { causeOfEntry, type Entry, existingId } from './entry.js';
import type { Stop } from './outcome.js';
import type { ResolverSubscription } from './resolver-input.js';
import { type ChannelOrder, channelOrder, type MissingPart, subscriptionEntries } from './subscription-entries.js';
import type { Constraint, NamespaceView, Variable, Variables } from './variable.js';

/** A variable during building. */
type Draft = { -readonly [K in keyof Variable]: Variable[K] } & { constraints: Constraint[] };

/** The candidates for a requirement. Bundles with the same requirement share them. */
type Candidates =
  | { readonly entries: readonly Entry[]; readonly ids: readonly string[] }
  | Extract<ChannelOrder, { readonly error: string }>;

interface Building {
  readonly view: NamespaceView;
  readonly drafts: Map<string, Draft>;
  readonly visited: Map<Entry, Draft>;
  readonly candidates: Map<string, Candidates>;
  readonly budget: CelBudget;
}

/** Requirements by properties: each list of properties is read once for several channels and namespaces. */
const NEEDS = new WeakMap<readonly unknown[], readonly Predicate[] | Stop>();

/** Builds the variables of a namespace. */
export function buildVariables(view: NamespaceView, budget: CelBudget): Variables {
  const building: Building = { view, drafts: new Map(), visited: new Map(), candidates: new Map(), budget };
  const stopped = visit(view.existing.entries, building);
  if (stopped.length > 0) return aggregate(stopped);
  const errors: Stop[] = [];
  for (const subscription of view.subscriptions) errors.push(...addSubscription(subscription, building));
  addUniqueness(building);
  if (view.catalogErrors.length > 0) return aggregate(view.catalogErrors.map((error) => ({ error, reason: 'ErrorPreventedResolution' })));
  if (errors.length > 0) return aggregate(errors);
  return { variables: building.drafts };
}

/** Several errors in Go's words (utilerrors.Aggregate), each once. */
function aggregate(errors: readonly Stop[]): Stop {
  const texts = [...new Set(errors.map(({ error }) => error))];
  const [only = ''] = texts;
  const reason = errors.some((error) => error.reason === 'ErrorPreventedResolution') ? 'ErrorPreventedResolution' : 'NotUnderstood';
  return { error: texts.length > 1 ? `[${texts.join(', ')}]` : only, reason, causes: errors.flatMap(({ causes = [] }) => causes) };
}

/** Follows the requirements of entries and of all their candidates (getBundleVariables). */
function visit(entries: readonly Entry[], building: Building): Stop[] {
  const errors: Stop[] = [];
  const stack = [...entries];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (building.visited.has(entry)) continue;
    const draft: Draft = { id: entry.id, entry, constraints: ownConstraints(entry) };
    building.visited.set(entry, draft);
    building.drafts.set(draft.id, draft);
    const needs = needsOf(entry);
    if ('error' in needs) {
      errors.push({ ...needs, causes: [{ ...causeOfEntry(entry), says: `states a need that cannot be read: ${needs.error}` }] });
      continue;
    }
    for (const need of needs) {
      const found = candidatesFor(need, entry, building);
      if ('error' in found) {
        errors.push(withoutOrder(found));
        continue;
      }
      const text = `bundle ${entry.name} requires an operator ${need.text}`;
      draft.constraints.push({ kind: 'dependency', text, ids: found.ids });
      stack.push(...found.entries);
    }
  }
  return errors;
}

/** The error of a channel without an order, which stops OLM. */
function withoutOrder({ error, member }: { readonly error: string; readonly member: Entry }): Stop {
  const { packageName, channel, catalog, channelSource, csv } = member;
  const subject = csv
    ? `ClusterServiceVersion ${csv.namespace}/${csv.name}`
    : `channel ${channel} of the package ${packageName} in the catalog ${catalog}`;
  const source = channelSource ?? csv?.source;
  return { error, reason: 'ErrorPreventedResolution', causes: [{ subject, says: 'has no order', ...(source ? { source } : {}) }] };
}

function needsOf({ facts: { properties }, bundle }: Entry): readonly Predicate[] | Stop {
  const known = NEEDS.get(properties);
  if (known) return known;
  const stated = predicatesOf(properties);
  const needs = bundle && !('error' in stated) && stated.length > 1 ? [...stated, ...repeated(stated)] : stated;
  NEEDS.set(properties, needs);
  return needs;
}

function candidatesFor(need: Predicate, { catalog }: Entry, { view, candidates, budget }: Building): Candidates {
  const key = `${catalog} ${need.key}`;
  const known = candidates.get(key);
  if (known) return known;
  const order = findCandidates(need, inPreference([view.existing, ...view.catalogs], catalog, view.namespace), budget);
  const found = 'error' in order ? order : { ...order, ids: order.entries.map(({ id }) => id) };
  candidates.set(key, found);
  return found;
}

function ownConstraints({ id, name, isFreestanding, facts }: Entry): Constraint[] {
  return [
    ...(isFreestanding
      ? [{ kind: 'mandatory' as const, text: `clusterserviceversion ${name} exists and is not referenced by a subscription` }]
      : []),
    ...(facts.isDeprecated ? [{ kind: 'prohibited' as const, text: `bundle ${id} is deprecated` }] : []),
  ];
}

/** The older kinds of requirements, which a catalog repeats at the end; this shows where clauses become equal. */
function repeated(needs: readonly Predicate[]): Predicate[] {
  return needs.filter(({ legacy }) => legacy);
}

/** Adds the variable of a Subscription with its candidates (getSubscriptionVariables). */
function addSubscription(subscription: ResolverSubscription, building: Building): Stop[] {
  const { view, drafts } = building;
  const id = `subscription:${subscription.name}`;
  const exists: Constraint = { kind: 'mandatory', text: `subscription ${subscription.name} exists` };
  const installed = view.existing.entries.find(({ name }) => name === subscription.installedCSV);
  const catalog = view.catalogs.find(({ key }) => key === catalogAsked(subscription));
  const selected = subscriptionEntries(subscription, catalog?.byPackage.get(subscription.packageName), installed);
  if ('missing' in selected) {
    const text = missingText(subscription, catalog && catalog.entries.length > 0 ? selected.missing : 'catalog');
    drafts.set(id, { id, subscription, constraints: [exists, { kind: 'prohibited', text }] });
    return [];
  }
  const order = channelOrder(selected.entries);
  if ('error' in order) return [withoutOrder(order)];
  const fitting = installed ? order.entries.filter((entry) => canReplace(entry, installed)) : order.entries;
  const groups: string[][] = [];
  for (const { name } of fitting) {
    // Without a channel, OLM takes the bundle from each of its channels, in no order.
    const everywhere = selected.entries.filter((entry) => entry.name === name);
    const errors = visit(everywhere, building);
    if (errors.length > 0) return [aggregate(errors)];
    groups.push(everywhere.map((entry) => entry.id));
    if (installed) for (const entry of everywhere) replace(entry, installed, subscription, building);
  }
  if (installed) groups.push([installed.id]);
  drafts.set(id, {
    id,
    subscription,
    constraints: [exists, { kind: 'dependency', text: wanted(subscription.name, groups.flat()), ...idsOf(groups) }],
  });
  return [];
}

/** OLM's message about a missing part. */
function missingText({ name, packageName, channel = '', startingCSV, ...from }: ResolverSubscription, missing: MissingPart): string {
  const tail = `in the catalog referenced by subscription ${name}`;
  switch (missing) {
    case 'catalog':
      return `no operators found from catalog ${from.catalogSource} in namespace ${from.catalogSourceNamespace} referenced by subscription ${name}`;
    case 'package':
      return `no operators found in package ${packageName} ${tail}`;
    case 'channel':
      return `no operators found in channel ${channel} of package ${packageName} ${tail}`;
    case 'startingCSV':
      return `no operators found with name ${startingCSV} in channel ${channel} of package ${packageName} ${tail}`;
  }
}

function wanted(name: string, ids: readonly string[]): string {
  const [last, ...before] = ids.toReversed();
  if (last === undefined) return `no operators found matching the criteria of subscription ${name}`;
  return `subscription ${name} requires ${before.length === 0 ? last : `at least one of ${before.toReversed().join(', ')} or ${last}`}`;
}

/** Each id once, at its first position. */
function idsOf(groups: readonly (readonly string[])[]): {
  readonly ids: readonly string[];
  readonly groups?: readonly (readonly string[])[];
} {
  const seen = new Set<string>();
  const distinct = groups.flatMap((group) => {
    const fresh = group.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh.length === 0 ? [] : [fresh];
  });
  return { ids: distinct.flat(), ...(distinct.some(({ length }) => length > 1) ? { groups: distinct } : {}) };
}

function replace(entry: Entry, installed: Entry, { namespace }: ResolverSubscription, { visited }: Building): void {
  const draft = visited.get(entry);
  if (!draft) return;
  const other = existingId(namespace, installed.name);
  draft.replaces = installed.name;
  draft.constraints.push({ kind: 'conflict', text: `${draft.id} conflicts with ${other}`, with: other });
}

/** Whether an entry is an upgrade of the installed one: by `replaces`, by `skips`, or by `skipRange` and the version. */
function canReplace({ replaces, skips, skipRange }: Entry, { name, version }: Entry): boolean {
  return replaces === name || skips.includes(name) || (skipRange !== undefined && version !== undefined && skipRange(version));
}

/** At most one operator for each package and API; a bundle in two channels is two operators for this rule (addInvariants). */
function addUniqueness({ drafts, view }: Building): void {
  const [byApi, byPackage] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (index: Map<string, string[]>, key: string, id: string): void => {
    const members = index.get(key);
    if (members) members.push(id);
    else index.set(key, [id]);
  };
  for (const { id, entry } of drafts.values()) {
    if (!entry || !isOnlyOne(entry, view)) continue;
    for (const api of entry.facts.apis) add(byApi, api, id);
    for (const { name } of entry.facts.packages) add(byPackage, name, id);
  }
  for (const [api, ids] of byApi) addAtMostOne(`api:${api}`, ids, `provide ${gvkText(api)}`, drafts);
  for (const [name, ids] of byPackage) addAtMostOne(`package:${name}`, ids, `originate from package ${name}`, drafts);
}

/** Whether an entry is unique by catalog, channel and name: OLM skips duplicates. */
function isOnlyOne({ id, csv, catalog }: Entry, { existing, catalogs }: NamespaceView): boolean {
  const index = csv ? existing : catalogs.find(({ key }) => key === catalog);
  return index?.byId.get(id)?.length === 1;
}

function addAtMostOne(id: string, ids: readonly string[], what: string, drafts: Map<string, Draft>): void {
  if (ids.length <= 1) return;
  // OLM takes the ids from a map; here they are sorted.
  const sorted = ids.toSorted(compareText);
  const text = `${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)} ${what}`;
  drafts.set(id, { id, constraints: [{ kind: 'atMostOne', text, ids: sorted }] });
}
