/**
 * Typed objects: plain data after a Go program read it into its types and wrote it again, as OLM does with CSVs and CRDs.
 * Unknown fields vanish, quantities become canonical, empty values are left out.
 */
import type { FieldPath } from '../../manifest/field-path.js';
import { isMapping } from '../../manifest/plain-data.js';
import { canonicalQuantity } from '../quantity.js';
import { type Field, type TypeName, typeFields } from './fields.js';
import type { Misfit } from './misfit.js';

/** A value as its type represents it. */
export interface Typed<T> {
  readonly value: T;
  /** The misfits in the order of the text. */
  readonly misfits: readonly Misfit[];
}

/**
 * Reads a value as a type. Keys are compared exactly, as in apimachinery's FromUnstructured; the result keeps their order.
 * A value of a wrong type stays unchanged.
 *
 * @param at the path of the value, for the misfits
 * @example
 * typed('Container', { name: 'a', tty: false, img: 'b' }).value // { name: 'a' }
 */
export function typed<T>(type: TypeName, value: unknown, at: FieldPath = []): Typed<T> {
  const misfits: Misfit[] = [];
  return { value: one(type, value, [...at], misfits) as T, misfits };
}

/** The path of the current value. All values share one list: a list for each would cost more than the value. */
type Steps = (string | number)[];

function inside<R>(step: string | number, at: Steps, read: () => R): R {
  at.push(step);
  const result = read();
  at.pop();
  return result;
}

function one(type: string, value: unknown, at: Steps, misfits: Misfit[]): unknown {
  const fields = typeFields(type);
  if (!fields) return scalar(type, value, at, misfits);
  if (!isMapping(value)) return misfit(value, 'a mapping', at, misfits);
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const field = fields.get(key);
    if (!field) misfits.push({ at: [...at, key], found: entry });
    else if (entry !== null && entry !== undefined)
      add(
        result,
        key,
        field,
        inside(key, at, () => whole(field, entry, at, misfits)),
      );
  }
  for (const [key, { emptiness, type: of, shape }] of fields) {
    if (emptiness === 'always' && shape === 'one' && !Object.hasOwn(result, key)) result[key] = ZERO.get(of) ?? '';
  }
  return result;
}

/** The value that Go writes for an unset field. */
const ZERO: ReadonlyMap<string, unknown> = new Map(
  Object.entries<unknown>({ integer: 0, number: 0, boolean: false, intOrString: 0, quantity: '0' }),
);

function add(result: Record<string, unknown>, key: string, { emptiness, type, shape }: Field, value: unknown): void {
  const isStruct = shape === 'one' && (typeFields(type) !== undefined || type === 'any' || type.startsWith('schemaOr'));
  if (emptiness === 'omitted' && !isStruct && saysNothing(value)) return;
  result[key] = value;
}

function saysNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === '' || value === 0 || value === false || (isMapping(value) && Object.keys(value).length === 0);
}

function whole({ type, shape }: Field, value: unknown, at: Steps, misfits: Misfit[]): unknown {
  if (shape === 'one') return one(type, value, at, misfits);
  if (shape === 'list') {
    if (!Array.isArray(value)) return misfit(value, 'a list', at, misfits);
    return value.map((entry, index) => inside(index, at, () => element(type, entry, at, misfits)));
  }
  if (!isMapping(value)) return misfit(value, 'a mapping', at, misfits);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inside(key, at, () => element(type, entry, at, misfits))]));
}

/** Reads an element of a list or mapping; Go has no null there. */
function element(type: string, value: unknown, at: Steps, misfits: Misfit[]): unknown {
  if (value !== null || type === 'any') return one(type, value, at, misfits);
  return typeFields(type) ? one(type, {}, at, misfits) : (ZERO.get(type) ?? '');
}

/** Each scalar type: its name for people, and its reader, which returns `undefined` for a misfit. */
const SCALARS: ReadonlyMap<string, { readonly is: string; readonly read: (value: unknown) => unknown }> = new Map(
  Object.entries<{ readonly is: string; readonly read: (value: unknown) => unknown }>({
    text: { is: 'text', read: (value) => (typeof value === 'string' ? value : undefined) },
    boolean: { is: 'true or false', read: (value) => (typeof value === 'boolean' ? value : undefined) },
    integer: { is: 'a whole number', read: (value) => (typeof value === 'bigint' || Number.isInteger(value) ? value : undefined) },
    number: { is: 'a number', read: (value) => (typeof value === 'bigint' || typeof value === 'number' ? value : undefined) },
    quantity: {
      is: 'a quantity such as 500m or 1Gi',
      read: (value) => (['string', 'number', 'bigint'].includes(typeof value) ? canonicalQuantity(value as string) : undefined),
    },
    intOrString: {
      is: 'text or a whole number',
      read: (value) => (typeof value === 'string' || Number.isInteger(value) ? value : undefined),
    },
  }),
);

function scalar(type: string, value: unknown, at: Steps, misfits: Misfit[]): unknown {
  if (type === 'any') return value;
  if (type === 'schemaOrBoolean' || type === 'schemaOrList' || type === 'schemaOrTexts') return alternative(type, value, at, misfits);
  const known = SCALARS.get(type);
  const read = known?.read(value);
  return read === undefined ? misfit(value, known?.is ?? type, at, misfits) : read;
}

/** Reads a value that in a JSON schema can be a schema or something else. */
function alternative(type: string, value: unknown, at: Steps, misfits: Misfit[]): unknown {
  if (type === 'schemaOrBoolean' && typeof value === 'boolean') return value;
  if (type === 'schemaOrList' && Array.isArray(value)) {
    return value.map((entry, index) => inside(index, at, () => one('JSONSchemaProps', entry, at, misfits)));
  }
  if (type === 'schemaOrTexts' && Array.isArray(value)) return value;
  return one('JSONSchemaProps', value, at, misfits);
}

function misfit(value: unknown, expected: string, at: Steps, misfits: Misfit[]): unknown {
  misfits.push({ at: [...at], expected, found: value });
  return value;
}
