/**
 * Objects inside of other objects: the only place where they are unwrapped. What a tool makes of the outer object is read as if it
 * stood there by itself, with its place; of the outer one is left what nothing is made of.
 */
import { groupOf, keyWithGroup, OLM_GROUP } from '../kubernetes/kinds.js';
import { isFromCluster, isNamedObject, type KubernetesObject, referenceTo } from '../kubernetes/object.js';
import { fieldsOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isMapping, sortedText } from '../manifest/plain-data.js';
import { APPLICATION, CLUSTER_GROUP, HELM_RELEASE } from './chart-values.js';
import { appliedData, CONFIG_MAP } from './config-map.js';
import { type AppliedData, type Form, type InnerObject, isOfForm } from './form.js';
import { CONFIGURATION_POLICY, OPERATOR_POLICY, POLICY } from './policy.js';
import { TEMPLATE } from './template.js';
import { ADD_ON, CROSSPLANE_OBJECT, MANIFEST_WORK, MANIFEST_WORK_SET, SYNC_SET } from './whole-objects.js';

/** Every kind that objects are found in; Lists besides. */
export const FORMS: readonly Form[] = [
  TEMPLATE,
  POLICY,
  CONFIGURATION_POLICY,
  OPERATOR_POLICY,
  ADD_ON,
  MANIFEST_WORK,
  MANIFEST_WORK_SET,
  SYNC_SET,
  CROSSPLANE_OBJECT,
  CONFIG_MAP,
  APPLICATION,
  HELM_RELEASE,
  CLUSTER_GROUP,
];

/** The items of Lists in place of the Lists. */
function withoutLists(documents: readonly ParsedDocument[]): ParsedDocument[] {
  return documents.flatMap((document) => {
    const { value: whole, source } = document;
    return isList(whole)
      ? itemsIn(whole, source.path).map(({ value, path }) => ({ ...document, value, source: { ...source, path } }))
      : [document];
  });
}

/** What is applied of a List are its items, wherever they stand; one of another name is an object besides. */
function itemsIn(value: unknown, path: FieldPath): { readonly value: unknown; readonly path: FieldPath }[] {
  const items = listItems(value);
  if (!items) return [{ value, path }];
  const { kind } = fieldsOf(value);
  const inner = items.flatMap((item, index) => itemsIn(item, [...path, 'items', index]));
  return typeof kind === 'string' && !kind.endsWith('List') ? [{ value, path }, ...inner] : inner;
}

/** Whether a document stands for several objects. */
export function isList(value: unknown): boolean {
  return listItems(value) !== undefined;
}

/** The objects of documents, those of Lists among them. */
export function valuesOf(documents: readonly Pick<ParsedDocument, 'value'>[]): unknown[] {
  return documents.flatMap(({ value }) => itemsIn(value, []).map((item) => item.value));
}

/**
 * Documents as what a cluster gets of them.
 *
 * An object that two others differ about is the first one's; the second one keeps it, so that nothing in it is lost.
 *
 * @example
 * unwrapped(documents).filter(({ inside }) => inside?.kind === 'Policy')
 */
export function unwrapped(documents: readonly ParsedDocument[], forms: readonly Form[] = FORMS): ParsedDocument[] {
  const plain = withoutLists(documents);
  const applied = appliedData(plain.map(({ value }) => value));
  const outers = plain.map((document) => ({ document, inner: innerOf(document.value, { forms, applied }) }));
  if (outers.every(({ inner }) => inner.length === 0)) return plain;
  const known = new Map(outers.flatMap(({ document: { value } }) => (isNamedObject(value) ? [[keyWithGroup(value), value]] : [])));
  const isTaken = ({ value, isDefault }: InnerObject): boolean => {
    const other = known.get(keyWithGroup(value as KubernetesObject));
    return other !== undefined && (isDefault === true || sortedText(other) !== sortedText(value));
  };
  return outers.flatMap(({ document, inner }) => {
    const made = inner.filter((one) => isUsable(one.value) && !isTaken(one));
    if (made.length === 0) return [document];
    const isNew = ({ value }: InnerObject): boolean => {
      const key = keyWithGroup(value as KubernetesObject);
      if (known.has(key)) return false;
      known.set(key, value as KubernetesObject);
      return true;
    };
    const { value, source } = document;
    const left = made.reduce<unknown>(
      (rest, one) => (one.uses ?? [one.at]).reduce((each, at) => shortened(each, at, one.value), rest),
      value,
    );
    if (isMapping(left)) WRITTEN.set(left, asWritten(value));
    const inside = isNamedObject(value) ? referenceTo(value) : { kind: 'File', name: source.file };
    return [
      { ...document, value: left },
      ...made.filter(isNew).map((one) => ({
        ...document,
        value: one.value,
        inside,
        ...(one.versions ? { versions: one.versions } : {}),
        source: { ...source, path: [...source.path, ...one.at], ...(one.within ? { within: one.within } : {}) },
      })),
    ];
  });
}

const WRITTEN = new WeakMap<object, unknown>();

/** An object as it was before others were taken out of it: what is left of it depends on what else has their names. */
export function asWritten(value: unknown): unknown {
  return (isMapping(value) && WRITTEN.get(value)) || value;
}

/** Of documents that were unwrapped together, what stayed inside because another object has its name. */
export function hiddenIn(documents: readonly ParsedDocument[]): ParsedDocument[] {
  // Of what was unwrapped, only the name stayed.
  const isWhole = (value: unknown): boolean =>
    Object.keys(fieldsOf(value)).length > Object.keys(fieldsOf(writtenName(value, value))).length;
  return documents.flatMap((document) => unwrapped([document]).filter((one) => one.inside !== document.inside && isWhole(one.value)));
}

/** What an object has in it, down to objects that have no others in them. */
function innerOf(
  value: unknown,
  how: { readonly forms: readonly Form[]; readonly applied: AppliedData },
  depth = 0,
): readonly InnerObject[] {
  // In a snapshot, what is made of it is there as well.
  if (!isMapping(value) || (isNamedObject(value) && isFromCluster(value)) || depth > MOST_IN_EACH_OTHER) return [];
  const form = how.forms.find((one) => isOfForm(value, one));
  return (form?.objectsIn(value, how.applied) ?? []).flatMap((one) => {
    const isOuter = isNamedObject(one.value) && how.forms.some((other) => isOfForm(one.value as KubernetesObject, other));
    if (!isOuter || one.within) return [one];
    const deeper = innerOf(one.value, how, depth + 1).map((each) => ({
      ...each,
      at: [...one.at, ...each.at],
      ...(each.uses ? { uses: each.uses.map((at) => [...one.at, ...at]) } : {}),
    }));
    return deeper.length > 0 || IN_PLACE.has(String(value.kind)) ? deeper : [one];
  });
}

const MOST_IN_EACH_OTHER = 10;
/** Policies are replicated with all that they have in them: a policy in a policy is none of its own. */
const IN_PLACE: ReadonlySet<string> = new Set(['Policy']);

/** Whether it can be read as an object: what a policy says of a part of one, or a name that only a template knows, cannot. */
function isUsable(value: unknown): value is KubernetesObject {
  if (!isNamedObject(value)) return false;
  const { name, namespace } = value.metadata;
  if ([name, namespace ?? ''].some((text) => typeof text !== 'string' || /[${}]/.test(text))) return false;
  const spec = fieldsOf(value.spec);
  if (groupOf(value.apiVersion) !== OLM_GROUP) return true;
  if (value.kind === 'Subscription') return Boolean(namespace) && typeof spec.name === 'string';
  if (value.kind === 'ClusterServiceVersion') return spec.install !== undefined;
  return value.kind !== 'OperatorGroup' || Boolean(namespace);
}

/** The value with only the name of what is read in the place of it. */
function shortened(value: unknown, at: FieldPath, object: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return typeof value === 'string' ? '' : writtenName(object, value);
  if (Array.isArray(value)) return value.map((entry: unknown, index) => (index === step ? shortened(entry, rest, object) : entry));
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, step) ? { ...fields, [step]: shortened(fields[step], rest, object) } : value;
}

function writtenName(object: unknown, written: unknown): unknown {
  const { apiVersion, kind, metadata } = fieldsOf(object);
  const { name, namespace } = fieldsOf(metadata);
  return isNamedObject(written) ? { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } } : {};
}

/**
 * The objects that a document stands for, or nothing if it is one object. kubectl and Argo CD take every document with a
 * list in `items` for a List, whatever its kind, and an item without apiVersion and kind has those that the list names
 * (apimachinery's UnstructuredJSONScheme, Unstructured.IsList).
 *
 * @example
 * listItems({ kind: 'List', items: [{ kind: 'Pod' }] }) // [{ kind: 'Pod' }]
 * listItems({ apiVersion: 'v1', kind: 'PodList', items: [{}] }) // [{ apiVersion: 'v1', kind: 'Pod' }]
 */
export function listItems(value: unknown): readonly unknown[] | undefined {
  if (!isMapping(value) || !Array.isArray(value.items)) return undefined;
  const { apiVersion, kind: listKind, items } = value;
  const kind = typeof listKind === 'string' ? listKind.replace(/List$/, '') : '';
  if (kind === '' || typeof apiVersion !== 'string') return items;
  return items.map((item: unknown) => (isMapping(item) && !item.kind && !item.apiVersion ? { ...item, apiVersion, kind } : item));
}
