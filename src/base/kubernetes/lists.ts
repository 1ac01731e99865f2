/** The meaning of the lists in objects: the fields that name their entries, and the lists whose order has no meaning. */

import { type Change, differences, type ListMeaning, placeOf, type Step, UNKNOWN_LISTS } from '../manifest/differences.js';
import { isMapping } from '../manifest/plain-data.js';
import { groupOf } from './kinds.js';
import { isNamedObject } from './object.js';

/** The fields that name entries of Kubernetes lists; the first with a distinct value in each entry applies. */
const NAMES = ['name', 'generateName', 'type', 'mountPath', 'devicePath', 'containerPort', 'port', 'ip', 'key'] as const;

/** Lists whose order has no meaning. Environment variables are ordered: a later one can use an earlier one. */
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

/** The schema of a CRD; its differences and their effects have their own checks. */
const SCHEMA = 'openAPIV3Schema';

/** The lists of Kubernetes and OLM objects. */
export const KNOWN_LISTS: ListMeaning = {
  names: NAMES,
  isUnordered: (field) => UNORDERED.has(field),
  isWhole: (field) => field === SCHEMA,
};

/** Fields that name entries of other lists: rules of Prometheus, keys of ExternalSecrets, health checks of Argo CD. */
const FOREIGN_NAMES = ['alert', 'record', 'secretKey', 'id', 'kind'] as const;

/** The lists of other objects: entries may have names, and their order may count. */
export const FOREIGN_LISTS: ListMeaning = { ...UNKNOWN_LISTS, names: [...NAMES, ...FOREIGN_NAMES], isWhole: KNOWN_LISTS.isWhole };

const KNOWN_GROUPS: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'batch',
  'operators.coreos.com',
  'rbac.authorization.k8s.io',
]);

/** The meaning of an object's lists, judged by its API group. */
export function listsOf(value: unknown): ListMeaning {
  return isNamedObject(value) && KNOWN_GROUPS.has(groupOf(value.apiVersion)) ? KNOWN_LISTS : FOREIGN_LISTS;
}

/**
 * The innermost changes: an added or removed value counts field by field, except for a removed list entry. Labels and annotations
 * that are empty on one side and absent on the other do not count.
 */
export function innermost(changes: readonly Change[], lists: ListMeaning): Change[] {
  return changes.flatMap((change) => {
    const inner = insideOf(change, lists);
    return inner === undefined ? [change] : innermost(inner, lists);
  });
}

/** The changes inside an added or removed value; undefined if the change is innermost itself. */
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

/** The name field of a new entry. It serves as the old value, so that the name is not a difference. */
function named(entry: string | undefined, is: unknown, { names }: ListMeaning): unknown {
  const name = names.find((field) => entry !== undefined && isMapping(is) && String(is[field]) === entry);
  return name === undefined ? undefined : { [name]: (is as Record<string, unknown>)[name] };
}

/** Whether the steps lead to the labels or annotations of an object: empty equals absent. An empty selector, in contrast, selects all. */
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
