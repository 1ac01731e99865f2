/** The type of a place in an object. */

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
