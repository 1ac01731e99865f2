/**
 * Unwraps objects inside of other objects; nothing else does. The objects that a tool makes from the outer object are read like any
 * others, each with its place; the outer object keeps the rest.
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

/** How a document contains objects; undefined if no objects are known for its kind. */
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

/** The documents with the items of Lists in place of the Lists. */
function withoutLists(documents: readonly ParsedDocument[]): ParsedDocument[] {
  return documents.flatMap((document) => {
    const { value: whole, source } = document;
    return isList(whole)
      ? itemsIn(whole, source.path).map(({ value, path }) => ({ ...document, value, source: { ...source, path } }))
      : [document];
  });
}

/** The items of a List, at any depth. A list whose kind does not end in `List` is an object, too. */
function itemsIn(value: unknown, path: FieldPath): { readonly value: unknown; readonly path: FieldPath }[] {
  const items = listItems(value);
  if (!items) return [{ value, path }];
  const { kind } = fieldsOf(value);
  const inner = items.flatMap((item, index) => itemsIn(item, [...path, 'items', index]));
  return typeof kind === 'string' && !kind.endsWith('List') ? [{ value, path }, ...inner] : inner;
}

/** Whether a document contains several objects. */
export function isList(value: unknown): boolean {
  return listItems(value) !== undefined;
}

/** The objects of documents, including the items of Lists. */
export function valuesOf(documents: readonly Pick<ParsedDocument, 'value'>[]): unknown[] {
  return documents.flatMap(({ value }) => itemsIn(value, []).map((item) => item.value));
}

/**
 * Documents as the cluster gets them.
 *
 * If two outer objects have different versions of an object, the first one's is read; the second keeps its own, so that nothing is lost.
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

/** The object before its inner objects were taken out. Which ones are taken out depends on the names of all other objects. */
export function asWritten(value: unknown): unknown {
  return (isMapping(value) && WRITTEN.get(value)) || value;
}

/** The objects in an object, down to objects that contain no others. */
export function innerOf(value: unknown, applied: AppliedData, depth = 0): readonly InnerObject[] {
  // A snapshot contains the objects that tools made, too.
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
/** A policy in a policy is no object of its own: the outer one is replicated with all of its content. */
const IN_PLACE: ReadonlySet<string> = new Set(['Policy']);

/** Whether a value can be read as an object. A policy's part of an object cannot, nor can a name that only a template knows. */
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

/** The value with only the name of the object at a path. */
function shortened(value: unknown, at: FieldPath, object: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return typeof value === 'string' ? '' : writtenName(object, value);
  if (Array.isArray(value)) return value.map((entry: unknown, index) => (index === step ? shortened(entry, rest, object) : entry));
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, step) ? { ...fields, [step]: shortened(fields[step], rest, object) } : value;
}

export function writtenName(object: unknown, written: unknown): unknown {
  const { apiVersion, kind, metadata } = fieldsOf(object);
  const { name, namespace } = fieldsOf(metadata);
  return isNamedObject(written) ? { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } } : {};
}

/**
 * The objects in a document, or undefined if the document is one object. kubectl and Argo CD treat every document with a list in
 * `items` as a List, whatever its kind; an item without apiVersion and kind has those of the list
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
