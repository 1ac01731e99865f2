/** The fields for which an API server refuses an object because of the structure of its kind, before any other check. */

import type { FieldPath } from '../../manifest/field-path.js';
import { jsonText } from '../../manifest/format.js';
import type { KubernetesObject } from '../object.js';
import { kindStructure, structureType } from './structure.js';
import { expectedInstead, isOfType, type StructureType, TYPE_NAMES } from './type.js';

/** Lists without refusals, by type: rendered objects share them, and thousands of objects can have the same thousands of namespaces. */
const accepted = new WeakMap<readonly unknown[], ReadonlyMap<StructureType, string>>();

// Finds duplicates in lists whose items have key fields, and in sets.

/** The indexes of items that repeat an earlier one. */
export function repeatedItems(list: readonly unknown[], type: StructureType): number[] {
  const itemKey = keyReader(type);
  if (!itemKey) return [];
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const key = itemKey(item);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return [];
    }
    return [index];
  });
}

function keyReader({ keys, set, items }: StructureType): ((item: unknown) => string | undefined) | undefined {
  if (set) return (item) => jsonText(item);
  if (!keys || items === undefined) return undefined;
  const { fields } = structureType(items);
  const defaults = keys.map((key) => {
    const field = fields?.[key];
    return field === undefined ? undefined : structureType(field).default;
  });
  return (item) => {
    if (typeof item !== 'object' || item === null) return undefined;
    return jsonText(keys.map((key, index) => (item as Readonly<Record<string, unknown>>)[key] ?? defaults[index] ?? null));
  };
}

export type RefusalReason = 'unknown-field' | 'required' | 'wrong-type' | 'null' | 'not-allowed' | 'key-missing' | 'duplicate';

/** One field for which the whole object is refused. */
export interface RefusedField {
  readonly path: FieldPath;
  readonly reason: RefusalReason;
  /** The value, if the field is present. */
  readonly found?: unknown;
  /** A description of the expected value; absent for an unknown field. */
  readonly expected?: string;
  /**
   * The writes that are refused: all, or only those that compare with the structure: server-side apply, and kubectl without
   * `--validate=false` (a plain write then drops an unknown field and a null).
   */
  readonly by: 'every-write' | 'server-side-apply';
}

/** Properties of the current place in the walk. */
interface Region {
  /** Whether a CRD defines this place. */
  readonly custom: boolean;
  /** Whether values are validated: the status is dropped before that. */
  readonly validated: boolean;
}

/**
 * Checks an object against the structure of its kind, as an API server does: unknown and missing fields, wrong types, values outside
 * of an enum, lists with duplicate items.
 *
 * @returns an empty list for an accepted object, and for a kind whose structure is not known
 * @example
 * refusals({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', lables: {} } })
 * // [{ path: ['metadata', 'lables'], reason: 'unknown-field', by: 'server-side-apply', found: {} }]
 */
export function refusals(object: KubernetesObject): RefusedField[] {
  const structure = kindStructure(object);
  if (!structure) return [];
  const { root, custom } = structure;
  const validation = new Validation(object.kind);
  validation.look(object, root, { custom, validated: true });
  return validation.found;
}

/** Walks through an object, and notes what is refused of it. */
class Validation {
  readonly found: RefusedField[] = [];
  /** The path of the value that is looked at. */
  private readonly steps: (string | number)[] = [];

  /** @param kind of the object */
  constructor(private readonly kind: string) {}

  look(value: unknown, type: StructureType, region: Region): void {
    if (type.type === 'any') return;
    if (value === null) this.lookAtNull(type, region);
    else if (!isOfType(value, type, region.custom)) this.lookAtWrongType(value, type, region);
    else if (type.type === 'object') this.lookAtObject(value as Readonly<Record<string, unknown>>, type, region);
    else if (type.type === 'array') this.lookAtList(value as readonly unknown[], type, region);
    else if (region.validated) this.lookAtScalar(value, type);
  }

  /** A merge distinguishes texts, flags, lists and mappings; the validation checks the rest, and the texts of times. */
  private lookAtWrongType(value: unknown, type: StructureType, { validated }: Region): void {
    const isScalar = typeof value !== 'object';
    if (!validated && isScalar && (type.format === 'date-time' || (type.type === 'integer' && typeof value === 'number'))) return;
    this.refuse({
      reason: 'wrong-type',
      found: value,
      expected: TYPE_NAMES[type.type],
      by: validated ? 'every-write' : 'server-side-apply',
    });
  }

  private lookAtScalar(value: unknown, type: StructureType): void {
    const expected = expectedInstead(value, type);
    if (expected !== undefined) this.refuse({ reason: 'not-allowed', found: value, expected, by: 'every-write' });
  }

  /** Kubernetes' own kinds read null as absent; of a custom resource, a plain write drops it, and a merge keeps it. */
  private lookAtNull(type: StructureType, { custom, validated }: Region): void {
    if (custom && validated) {
      const by = typeof this.steps.at(-1) === 'number' ? 'every-write' : 'server-side-apply';
      this.refuse({ reason: 'null', found: null, expected: TYPE_NAMES[type.type], by });
    }
  }

  private lookAtObject(value: Readonly<Record<string, unknown>>, type: StructureType, region: Region): void {
    const missing = region.validated ? (type.required ?? []).filter((name) => !Object.hasOwn(value, name) || isAbsent(value[name])) : [];
    for (const name of missing) {
      this.inside(name, () => this.refuse({ reason: 'required', expected: expectedOf(type.fields?.[name]), by: 'every-write' }));
    }
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined || missing.includes(name) || (entry === null && type.defaulted?.includes(name))) continue;
      this.inside(name, () => {
        const field = type.fields && Object.hasOwn(type.fields, name) ? type.fields[name] : type.values;
        if (field !== undefined) this.look(entry, structureType(field), regionOf(this.steps, region, this.kind));
        else if (!type.open) this.refuse({ reason: 'unknown-field', found: entry, by: 'server-side-apply' });
      });
    }
  }

  private lookAtList(value: readonly unknown[], type: StructureType, region: Region): void {
    const items = structureType(type.items ?? 0);
    const where = `${region.custom} ${region.validated}`;
    if (accepted.get(value)?.get(type) === where) return;
    const before = this.found.length;
    for (const [index, item] of value.entries()) {
      this.inside(index, () => {
        this.look(item, items, region);
        if (item === null && (type.set || type.keys) && !(region.custom && region.validated)) {
          this.refuse({ reason: 'null', found: null, expected: TYPE_NAMES[items.type], by: 'server-side-apply' });
        }
        if (typeof item === 'object' && item !== null) this.lookForKeys(item, type, items, region);
      });
    }
    const by = region.custom && region.validated ? 'every-write' : 'server-side-apply';
    for (const index of repeatedItems(value, type)) {
      this.inside(index, () => this.refuse({ reason: 'duplicate', found: value[index], expected: uniqueText(type), by }));
    }
    if (this.found.length === before) accepted.set(value, new Map([[type, where]]));
  }

  private lookForKeys(item: object, { needed = [] }: StructureType, { required = [] }: StructureType, { validated }: Region): void {
    for (const key of needed) {
      if (Object.hasOwn(item, key) || (validated && required.includes(key))) continue;
      this.inside(key, () =>
        this.refuse({ reason: 'key-missing', expected: 'a value, because it identifies the item', by: 'server-side-apply' }),
      );
    }
  }

  private refuse(refusal: Omit<RefusedField, 'path'>): void {
    this.found.push({ path: [...this.steps], ...refusal });
  }

  private inside(step: string | number, look: () => void): void {
    this.steps.push(step);
    look();
    this.steps.pop();
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Metadata is Kubernetes' own in every kind; the status can change only through the status subresource; the API server validates the
 * Pods of a StatefulSet only when they are created.
 */
function regionOf(steps: FieldPath, region: Region, kind: string): Region {
  if (kind === 'StatefulSet' && steps.length === 2 && steps[1] === 'template') return { ...region, validated: false };
  if (steps.length !== 1) return region;
  if (steps[0] === 'metadata') return { ...region, custom: false };
  return steps[0] === 'status' ? { ...region, validated: false } : region;
}

function expectedOf(field: number | undefined): string {
  return field === undefined ? TYPE_NAMES.any : TYPE_NAMES[structureType(field).type];
}

function uniqueText({ keys = [] }: StructureType): string {
  return keys.length === 0 ? 'each item once' : `no two items with the same ${keys.join(' and ')}`;
}
