/** What the lists of objects mean: which fields name their entries, and in which lists the order has no meaning. */

import { type Change, differences, type ListMeaning, placeOf, type Step, UNKNOWN_LISTS } from '../manifest/differences.js';
import { isMapping } from '../manifest/plain-data.js';
import { groupOf } from './kinds.js';
import { isNamedObject } from './object.js';

/** What names the entries of Kubernetes' lists; the first that all entries have, each its own, is taken. */
const NAMES = ['name', 'generateName', 'type', 'mountPath', 'devicePath', 'containerPort', 'port', 'ip', 'key'] as const;

/** Lists in which the order of the entries has no meaning. Of variables, it has: a later one can use an earlier one. */
const UNORDERED: ReadonlySet<string | undefined> = new Set([
  'add',
  'admissionReviewVersions',
  'apiGroups',
  'apiVersions',
  'categories',
  'conversionCRDs',
  'deployments',
  'drop',
  'imagePullSecrets',
  'installModes',
  'keywords',
  'links',
  'maintainers',
  'operations',
  'owned',
  'relatedImages',
  'required',
  'resources',
  'shortNames',
  'skips',
  'volumeMounts',
  'volumes',
  'webhookdefinitions',
]);

/** Of a CRD; where a schema differs, and what that breaks, has its own checks. */
const SCHEMA = 'openAPIV3Schema';

/** In Kubernetes and OLM. */
export const KNOWN_LISTS: ListMeaning = {
  names: NAMES,
  isUnordered: (field) => UNORDERED.has(field),
  isWhole: (field) => field === SCHEMA,
};

/** In objects of others: entries may have a name, and their order may count. */
export const FOREIGN_LISTS: ListMeaning = { ...UNKNOWN_LISTS, names: NAMES, isWhole: KNOWN_LISTS.isWhole };

const KNOWN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'batch',
  'operators.coreos.com',
  'rbac.authorization.k8s.io',
]);

/** What the lists of an object mean, as far as its API group tells. */
export function listsOf(value: unknown): ListMeaning {
  return isNamedObject(value) && KNOWN_GROUPS.has(groupOf(value.apiVersion)) ? KNOWN_LISTS : FOREIGN_LISTS;
}

/**
 * The innermost of some changes: what only one side has differs in all that is in it, but for an entry of a list that goes. None for
 * labels and annotations that are as good as the same.
 */
export function innermost(changes: readonly Change[], lists: ListMeaning): Change[] {
  return changes.flatMap((change) => {
    const inner = insideOf(change, lists);
    return inner === undefined ? [change] : innermost(inner, lists);
  });
}

/** The changes in one of what only one side has; nothing where it is innermost itself. */
function insideOf({ what, steps, was, is, list }: Change, lists: ListMeaning): Change[] | undefined {
  const last = steps.at(-1);
  const isEntry = last !== undefined && !('field' in last);
  if (what === 'reordered' || (isEntry && what === 'removed')) return undefined;
  if (last && 'field' in last && lists.isWhole(last.field)) return undefined;
  if (areKeys(steps) && isNothing(was) && isNothing(is)) return [];
  const name = isEntry && what === 'added' ? named(last.entry, is, lists) : undefined;
  const [old, now] = [was ?? name ?? emptied(is), is ?? emptied(was)];
  if (old === undefined || now === undefined || (old === was && now === is)) return undefined;
  const inner = differences(old, now, lists);
  if (inner.length === 0) return undefined;
  return inner.map((change) => {
    const outer = list ?? (change.list && { ...change.list, depth: steps.length + change.list.depth });
    return { ...change, steps: [...steps, ...change.steps], ...(outer && { list: outer }) };
  });
}

/** Of a new entry, what names it is no difference. */
function named(entry: string | undefined, is: unknown, { names }: ListMeaning): unknown {
  const name = names.find((field) => entry !== undefined && isMapping(is) && String(is[field]) === entry);
  return name === undefined ? undefined : { [name]: (is as Record<string, unknown>)[name] };
}

/** Of an object, these are the same empty as absent; of a selector, `{}` selects all. */
function areKeys(steps: readonly Step[]): boolean {
  const [first, second, ...more] = placeOf(steps);
  return first === 'metadata' && (second === 'labels' || second === 'annotations') && more.length === 0;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isMapping(value) && Object.keys(value).length === 0);
}

function emptied(value: unknown): unknown {
  return Array.isArray(value) ? [] : isMapping(value) ? {} : undefined;
}
