/** The structure of kinds: the fields of an object and their types. */
import type { KubernetesObject } from '../object.js';
import { KIND_TYPES, TYPE_LINES } from './data.js';
import { type Nested, OLM_V1_KINDS } from './olm-v1.js';
import type { StructureType } from './type.js';

/** The structure of one kind. */
export interface KindStructure {
  readonly root: StructureType;
  /** Whether a CRD defines the kind: the API server then validates only by the schema. */
  readonly custom: boolean;
}

const LINES = TYPE_LINES.split('\n');
const parsed: (StructureType | undefined)[] = LINES.map(() => undefined);

/** The type with a number. A type is parsed at its first use: most runs need few kinds. */
export function structureType(index: number): StructureType {
  parsed[index] ??= JSON.parse(LINES[index] ?? '') as StructureType;
  return parsed[index];
}

/** Assigns numbers to a nested type and its parts. */
function numbered({ fields, values, items, ...type }: Nested): number {
  const own = {
    ...type,
    ...(fields ? { fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, numbered(field)])) } : {}),
    ...(values ? { values: numbered(values) } : {}),
    ...(items ? { items: numbered(items) } : {}),
  };
  return parsed.push(own) - 1;
}

const ofV1 = new Map<string, number>();

/** The number of the type of an OLM v1 kind, assigned at its first use. */
function v1Type(kind: string): number | undefined {
  const nested = Object.hasOwn(OLM_V1_KINDS, kind) ? OLM_V1_KINDS[kind] : undefined;
  if (nested && !ofV1.has(kind)) ofV1.set(kind, numbered(nested));
  return ofV1.get(kind);
}

/** The structure of an object's kind; undefined if it is not known, as for custom resources. */
export function kindStructure({ apiVersion, kind }: Pick<KubernetesObject, 'apiVersion' | 'kind'>): KindStructure | undefined {
  const key = `${apiVersion} ${kind}`;
  const v1 = apiVersion === 'olm.operatorframework.io/v1' ? v1Type(kind) : undefined;
  if (v1 !== undefined) return { root: structureType(v1), custom: true };
  const entry = Object.hasOwn(KIND_TYPES, key) ? KIND_TYPES[key] : undefined;
  return entry && { root: structureType(entry.type), custom: entry.custom ?? false };
}
