/**
 * The normal form of a custom resource: the result when a Go client reads the resource into the types behind the CRD, and writes it
 * back. OLM installs ClusterServiceVersions this way, and so only the normal form takes effect:
 *
 * - Fields that the types lack are dropped. Keys match without regard to case; if several keys name one field, each is read over the
 *   previous one in byte order, so that the last wins (encoding/json, after YAML became JSON with sorted keys; see decodeInto).
 * - null means absent; in a list or a map it is the empty value.
 * - Strings, booleans and numbers that are always written are added if they are missing: empty, false and 0.
 * - A quantity that is a fraction is written as a string.
 *
 * Unchanged: values that the types cannot read (a number for a string), which prevent OLM from reading the CSV at all; and empty values
 * that the types would add (`resources: {}`, `creationTimestamp: null`). Added in addition: the default of a list's key field (a port's
 * `protocol: TCP`), which the API server stores anyway; without it, Argo CD's structured-merge diff fails for the whole Application.
 */
import type { FieldPath } from '../../manifest/field-path.js';
import { isMapping } from '../../manifest/plain-data.js';
import { compareText, groupBy, type KubernetesObject } from '../object.js';
import { kindStructure, structureType } from './structure.js';
import { expectedInstead, isOfType, type StructureType, TYPE_NAMES } from './type.js';

/** One difference between the written form and the normal form. */
export interface NormalChange {
  /** The path in the written form; for a missing field, the path that it would have. */
  readonly path: FieldPath;
  /**
   * `dropped`: unknown field. `renamed`: key in its correct case. `overridden`: another key names the same field, and wins.
   * `null`: absent, or the empty value in a list or map. `filled-in`: missing, and always written. `defaulted`: the API
   * server's default. `amount`: a fraction as a string.
   */
  readonly what: 'dropped' | 'renamed' | 'overridden' | 'null' | 'filled-in' | 'defaulted' | 'amount';
  /** The written value; for a renamed field, its written key. */
  readonly from?: unknown;
  /** The value in the normal form; for a renamed field, its key there. */
  readonly to?: unknown;
}

/** A value that the Go types cannot read: the client then reads nothing of the object. */
export interface UnreadableValue {
  readonly path: FieldPath;
  readonly found: unknown;
  readonly expected: string;
}

/** An object in its normal form. */
export interface NormalForm<T> {
  /** The object with unreadable values unchanged. */
  readonly object: T;
  /** The changes in the order of the written fields. */
  readonly changes: readonly NormalChange[];
  readonly unreadable: readonly UnreadableValue[];
}

/** Options of the normal form. */
export interface NormalFormOptions {
  /**
   * Whether to add missing strings, booleans and numbers that are always written; without them, a reader sees only written values. @default
   * true
   */
  readonly required?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The normal form of an object whose kind a CRD defines. Does not change the input, and shares unchanged parts with it.
 *
 * @returns the object itself if it is in normal form already or its structure is not known
 * @example
 * normalForm({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata, spec: { MinKubeVersion: '1.20.0', … } })
 * // { object: { …, spec: { minKubeVersion: '1.20.0', … } }, changes: [{ path: ['spec', 'MinKubeVersion'], what: 'renamed', … }] }
 */
export function normalForm<T extends KubernetesObject>(object: T, { required: fillIn = true }: NormalFormOptions = {}): NormalForm<T> {
  const structure = kindStructure(object);
  if (!structure?.custom) return { object, changes: [], unreadable: [] };
  const { status, ...rest } = object as KubernetesObject;
  const writer = new GoWriter(structureType(structure.root.fields?.metadata ?? 0), fillIn);
  const result = writer.normalObject(rest, withoutEnvelope(structure.root)) as unknown as T;
  const { changes, unreadable } = writer;
  if (changes.length === 0) return { object, changes, unreadable };
  return { object: status === undefined ? result : { ...result, status }, changes, unreadable };
}

/** Reads values into the types, writes them back, and notes where the two differ. */
class GoWriter {
  readonly changes: NormalChange[] = [];
  readonly unreadable: UnreadableValue[] = [];
  /** The path of the value that is being read. */
  private readonly steps: (string | number)[] = [];

  /** @param metadataType the structure of metadata @param fillIn whether what is always written is filled in */
  constructor(
    private readonly metadataType: StructureType,
    private readonly fillIn: boolean,
  ) {}

  normalObject(value: Fields, type: StructureType): Fields {
    // The schema leaves the metadata of pods open; the Go types do not.
    const known = type.open && this.steps.at(-1) === 'metadata' ? this.metadataType : type;
    if (known.open) return value;
    const entries = known.fields ? this.normalFields(value, known.fields) : this.normalValues(value, known);
    const added = this.fillIn ? this.missingFields(entries, known) : [];
    const isSame = added.length === 0 && sameEntries(entries, value);
    return isSame ? value : Object.fromEntries([...entries, ...added]);
  }

  private normal(value: unknown, type: StructureType): unknown {
    if (type.type === 'quantity' && typeof value === 'number' && !Number.isInteger(value)) {
      const to = amountText(value);
      this.report({ what: 'amount', from: value, to });
      return to;
    }
    if (!isOfType(value, type, true) || (type.type === 'quantity' && expectedInstead(value, type) !== undefined)) {
      this.unreadable.push({ path: [...this.steps], found: value, expected: TYPE_NAMES[type.type] });
      return value;
    }
    if (type.type === 'array') return this.normalList(value as readonly unknown[], type);
    return type.type === 'object' ? this.normalObject(value as Fields, type) : value;
  }

  private normalFields(value: Fields, fields: Readonly<Record<string, number>>): Map<string, unknown> {
    const result = new Map<string, unknown>();
    const keys = keysByField(value, fields);
    for (const [key, written] of Object.entries(value)) {
      this.inside(key, () => {
        const name = fieldNamed(key, fields);
        const all = keys ? (keys.get(name ?? '') ?? []) : [key];
        const winner = all.at(-1) ?? key;
        if (name === undefined) this.report({ what: 'dropped', from: written });
        else if (winner !== key)
          this.report(written === null ? { what: 'null', from: null } : { what: 'overridden', from: written, to: value[winner] });
        else {
          const type = structureType(fields[name] ?? 0);
          const entry =
            all.length === 1 ? written : all.reduce<unknown>((earlier, each) => decodeInto(earlier, value[each], type), undefined);
          if (written === null) this.report({ what: 'null', from: null });
          else if (name !== key) this.report({ what: 'renamed', from: key, to: name });
          if (entry !== null && entry !== undefined) result.set(name, this.normal(entry, type));
        }
      });
    }
    return result;
  }

  private normalValues(value: Fields, { values }: StructureType): Map<string, unknown> {
    const type = structureType(values ?? 0);
    return new Map(Object.entries(value).map(([key, entry]) => [key, this.inside(key, () => this.normalOrEmpty(entry, type))]));
  }

  private normalList(value: readonly unknown[], type: StructureType): readonly unknown[] {
    const items = structureType(type.items ?? 0);
    const result = value.map((item, index) => this.inside(index, () => this.withListKeys(this.normalOrEmpty(item, items), type, items)));
    return result.every((item, index) => item === value[index]) ? value : result;
  }

  private normalOrEmpty(value: unknown, type: StructureType): unknown {
    if (value !== null) return this.normal(value, type);
    const to = emptyValue(type);
    this.report({ what: 'null', from: null, to });
    return type.type === 'object' ? this.normal({}, type) : to;
  }

  /** An item with the defaults of the keys that identify it. */
  private withListKeys(item: unknown, { keys = [] }: StructureType, items: StructureType): unknown {
    if (keys.length === 0 || !isOfType(item, items, true) || items.type !== 'object') return item;
    const fields = item as Fields;
    const missing = keys.flatMap((key): [string, unknown][] => {
      const field = items.fields?.[key];
      const value = field === undefined ? undefined : structureType(field).default;
      return value === undefined || Object.hasOwn(fields, key) ? [] : [[key, value]];
    });
    for (const [key, to] of missing) this.inside(key, () => this.report({ what: 'defaulted', to }));
    return missing.length === 0 ? item : { ...fields, ...Object.fromEntries(missing) };
  }

  /** Fields that Go writes even when they are empty; a missing list or mapping is written as null, which helps nobody. */
  private missingFields(entries: ReadonlyMap<string, unknown>, { required = [], fields = {} }: StructureType): [string, unknown][] {
    return required.flatMap((name): [string, unknown][] => {
      if (entries.has(name)) return [];
      const to = emptyValue(structureType(fields[name] ?? 0));
      if (to === undefined) return [];
      this.inside(name, () => this.report({ what: 'filled-in', to }));
      return [[name, to]];
    });
  }

  private report(change: Omit<NormalChange, 'path'>): void {
    this.changes.push({ path: [...this.steps], ...change });
  }

  private inside<R>(step: string | number, make: () => R): R {
    this.steps.push(step);
    const made = make();
    this.steps.pop();
    return made;
  }
}

/** The fields that identify the kind are present; otherwise the object would not have been read. */
function withoutEnvelope(root: StructureType): StructureType {
  return { ...root, required: [] };
}

/** The keys of each field in byte order: the last one wins. Undefined if every key is the name of its field, so that no field has two. */
function keysByField(value: Fields, fields: Readonly<Record<string, number>>): Map<string, string[]> | undefined {
  if (Object.keys(value).every((key) => Object.hasOwn(fields, key))) return undefined;
  const keys = Object.keys(value).flatMap((key): [string, string][] => {
    const name = fieldNamed(key, fields);
    return name === undefined ? [] : [[name, key]];
  });
  return new Map([...groupBy(keys, ([name]) => name)].map(([name, all]) => [name, all.map(([, key]) => key).sort(compareText)]));
}

/** The empty value of a Go type that is written even when empty; undefined for lists and mappings. */
function emptyValue({ type }: StructureType): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'quantity':
      return '0';
    case 'int-or-string':
      return 0;
    default:
      return undefined;
  }
}

/** A fraction in Kubernetes' format for quantities: in thousandths, or in the next smaller unit in which it is a whole number. */
function amountText(value: number): string {
  for (const [digits, suffix] of [
    [3, 'm'],
    [6, 'u'],
  ] as const) {
    const scaled = Number((value * 10 ** digits).toPrecision(12));
    if (Number.isInteger(scaled)) return `${scaled}${suffix}`;
  }
  return `${Math.ceil(value * 10 ** 9)}n`;
}

function sameEntries(entries: ReadonlyMap<string, unknown>, value: Fields): boolean {
  return entries.size === Object.keys(value).length && [...entries].every(([key, entry]) => value[key] === entry);
}

// Decodes into an earlier value, as Go's encoding/json does when two keys name the same field: mappings are merged, list items are read
// into the items at the same index, everything else is replaced. Parts of the earlier value can remain.

// Go's decoder assigns a key to the field of the same name, or else to the field that differs only in case.

/** The field of a key, or undefined. No two fields of a type differ only in case. */
export function fieldNamed(key: string, fields: Readonly<Record<string, number>>): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const folded = fold(key);
  return Object.keys(fields).find((field) => fold(field) === folded);
}

/** Folds case as Go and Unicode do: the long s is an s, the Kelvin sign a k. */
function fold(key: string): string {
  return key.replaceAll('ſ', 's').toLowerCase();
}

/**
 * The result of reading a value into an earlier one.
 *
 * @param earlier undefined, or the value of an earlier key
 * @example
 * decodeInto({ strategy: 'deployment' }, { spec: {} }, install) // { strategy: 'deployment', spec: {} }
 */
export function decodeInto(earlier: unknown, value: unknown, type: StructureType): unknown {
  if (value === null) return type.type === 'array' || type.values !== undefined ? undefined : earlier;
  if (type.type === 'array' && Array.isArray(value)) {
    const items = structureType(type.items ?? 0);
    const before = Array.isArray(earlier) ? earlier : [];
    return value.map((item, index) => (item === null ? item : decodeInto(before[index], item, items)));
  }
  if (type.type !== 'object' || !isMapping(value)) return value;
  const before = isMapping(earlier) ? earlier : {};
  if (type.values !== undefined) return { ...before, ...value };
  if (!type.fields) return value;
  const result: Record<string, unknown> = { ...before };
  for (const key of Object.keys(value).sort(compareText)) {
    const name = fieldNamed(key, type.fields);
    if (name === undefined) result[key] = value[key];
    else result[name] = decodeInto(result[name], value[key], structureType(type.fields[name] ?? 0));
  }
  return result;
}
