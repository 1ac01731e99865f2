/** The structure of kinds: which fields an object has, and what stands in them. */
import type { KubernetesObject } from '../object.js';
import { KIND_TYPES, TYPE_LINES } from './data.js';

/** What a place of an object holds. Numbers name other types. */
export interface StructureType {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'quantity' | 'int-or-string' | 'any';
  /** Of an object: its fields. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Of an object: fields whose absence the API server refuses. */
  readonly required?: readonly string[];
  /** Of an object of a CRD: fields that a default fills in. */
  readonly defaulted?: readonly string[];
  /** Of a map: what its values are. */
  readonly values?: number;
  /** Of an object: fields that the structure does not name are kept. */
  readonly open?: true;
  /** Of a list: what its items are. */
  readonly items?: number;
  /** Of a list: the fields that tell its items apart. */
  readonly keys?: readonly string[];
  /** Of a list: the keys that no default fills in. */
  readonly needed?: readonly string[];
  /** Of a list: no item twice. */
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

/** The structure of one kind. */
export interface KindStructure {
  readonly root: StructureType;
  /** Whether a CRD defines the kind: the API server then validates by the schema alone. */
  readonly custom: boolean;
}

const LINES = TYPE_LINES.split('\n');
const parsed: (StructureType | undefined)[] = [];

/** The type of a number. A type is parsed when it is first asked for: most runs see few kinds. */
export function structureType(index: number): StructureType {
  parsed[index] ??= JSON.parse(LINES[index] ?? '') as StructureType;
  return parsed[index];
}

/** The structure of an object's kind; absent where it is not known, as of custom resources. */
export function kindStructure({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): KindStructure | undefined {
  const key = `${apiVersion} ${kind}`;
  const entry = Object.hasOwn(KIND_TYPES, key) ? KIND_TYPES[key] : undefined;
  return entry && { root: structureType(entry.type), custom: entry.custom ?? false };
}
