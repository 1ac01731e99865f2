/** The type of a value in an object, and the check of scalars. */
import { isBase64 } from '../../go-yaml/decode.js';

/** The type of a value. Numbers refer to other types. */
export interface StructureType {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'quantity' | 'int-or-string' | 'any';
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Fields of an object whose absence the API server refuses. */
  readonly required?: readonly string[];
  /** Fields of a CRD's object that have a default. */
  readonly defaulted?: readonly string[];
  /** The type of a map's values. */
  readonly values?: number;
  /** Whether an object keeps fields that the structure does not name. */
  readonly open?: true;
  /** The type of a list's items. */
  readonly items?: number;
  /** The key fields of a list's items. */
  readonly keys?: readonly string[];
  /** The key fields without a default. */
  readonly needed?: readonly string[];
  /** Whether the items of a list are distinct. */
  readonly set?: true;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** Kubernetes' own pattern for quantities such as `100m` and `1Gi`. */
const QUANTITY = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?(?:\d+(?:\.\d*)?|\.\d+))?$/;

/** The name of the type in messages. */
export const TYPE_NAMES: Readonly<Record<StructureType['type'], string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  quantity: 'an amount such as 100m or 1Gi',
  'int-or-string': 'a whole number or text',
  any: 'anything',
};

/** Whether the value is of the type, as strictly as a merge requires. @param custom whether a CRD defines the kind */
export function isOfType(value: unknown, { type }: StructureType, custom: boolean): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return isWhole(value);
    case 'int-or-string':
      return typeof value === 'string' || isWhole(value);
    case 'quantity':
      // CRDs call quantities "integer or string"; Kubernetes' own kinds are decoded, and 0.5 is a JSON number.
      return typeof value === 'string' || isWhole(value) || (!custom && typeof value === 'number');
    case 'any':
      return true;
    default:
      return typeof value === type;
  }
}

/** Whether a value is a whole number. Numbers that JavaScript cannot represent exactly are bigints. */
function isWhole(value: unknown): boolean {
  return Number.isInteger(value) || typeof value === 'bigint';
}

/** The expected value if the API server's validation refuses this one; its type is correct. */
export function expectedInstead(value: unknown, type: StructureType): string | undefined {
  if (typeof value === 'number') return expectedNumber(value, type);
  if (typeof value !== 'string') return undefined;
  if (type.type === 'quantity') return QUANTITY.test(value) ? undefined : TYPE_NAMES.quantity;
  if (type.enum && !type.enum.includes(value)) return type.enum.join(', ');
  if (type.format === 'byte' && !isBase64(value)) return 'text in base64';
  if (type.minLength !== undefined && value.length < type.minLength) return `at least ${type.minLength} characters`;
  if (type.maxLength !== undefined && value.length > type.maxLength) return `at most ${type.maxLength} characters`;
  if (type.pattern !== undefined && !new RegExp(type.pattern, 'u').test(value)) return `text like ${type.pattern}`;
  return undefined;
}

function expectedNumber(value: number, { minimum, maximum }: StructureType): string | undefined {
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `at most ${maximum}` : undefined;
}
