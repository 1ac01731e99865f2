/**
 * Objects inside of other objects: the only place where they are unwrapped. What a tool makes of the outer object is read as if it
 * stood there by itself, with its place; of the outer one is left what nothing is made of.
 */
import { groupOf, keyWithGroup, OLM_GROUP } from '../kubernetes/kinds.js';
import { isFromCluster, isNamedObject, type KubernetesObject, referenceTo } from '../kubernetes/object.js';
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isMapping, sortedText } from '../manifest/plain-data.js';
import { rowOfObject } from '../tools/kinds.js';
import { inClusterGroup, isClusterGroup } from './chart-values.js';
import { type AppliedData, type InnerObject, listedAt, type ObjectsIn } from './form.js';

/** How a document has objects in it; nothing where none are known to be in its kind. */
function formOf(value: Readonly<Record<string, unknown>>): ObjectsIn | undefined {
  if (isClusterGroup(value)) return inClusterGroup;
  const { apiVersion, kind } = value;
  const carries = typeof apiVersion === 'string' && typeof kind === 'string' ? rowOfObject({ apiVersion, kind })?.carries : undefined;
  return typeof carries === 'function' || carries === undefined ? carries : listedAt(carries);
}

/** The ConfigMaps whose manifests objects apply. */
function appliedData(values: readonly unknown[]): AppliedData {
  return new Set(
    values.flatMap((value) => {
      const { apiVersion, kind, metadata, spec } = fieldsOf(value);
      const row = typeof apiVersion === 'string' && typeof kind === 'string' ? rowOfObject({ apiVersion, kind }) : undefined;
      const namespace = textOf(fieldsOf(metadata).namespace) ?? '';
      const names = row?.configMaps?.(fieldsOf(spec)) ?? [];
      return names.flatMap((name) => (typeof name === 'string' ? [`${namespace}/${name}`] : []));
    }),
  );
}

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
export function unwrapped(documents: readonly ParsedDocument[]): ParsedDocument[] {
  const plain = withoutLists(documents);
  const applied = appliedData(plain.map(({ value }) => value));
  const outers = plain.map((document) => ({ document, inner: innerOf(document.value, applied) }));
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
  return documents.flatMap((document) => unwrapped([document]).filter((one) => one.inside !== document.inside && isWhole(one.value)));
}

/** Whether an object is there with all that it says: only the name stays of one that was taken out of another. */
function isWhole(value: unknown): boolean {
  return Object.keys(fieldsOf(value)).length > Object.keys(fieldsOf(writtenName(value, value))).length;
}

/** Whether an object that was unwrapped still has one in it that is not read as an object of its own. */
export function hidesObjects(value: KubernetesObject): boolean {
  const { metadata } = value;
  const inner = innerOf(isFromCluster(value) ? { ...value, metadata: { name: metadata.name } } : value, new Set());
  return inner.some((one) => isWhole(one.value));
}

/** What an object has in it, down to objects that have no others in them. */
function innerOf(value: unknown, applied: AppliedData, depth = 0): readonly InnerObject[] {
  // In a snapshot, what is made of it is there as well.
  if (!isMapping(value) || (isNamedObject(value) && isFromCluster(value)) || depth > MOST_IN_EACH_OTHER) return [];
  return (formOf(value)?.(value, applied) ?? []).flatMap((one) => {
    const isOuter = isNamedObject(one.value) && formOf(one.value) !== undefined;
    if (!isOuter || one.within) return [one];
    const deeper = innerOf(one.value, applied, depth + 1).map((each) => ({
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
