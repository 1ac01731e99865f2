/**
 * Types: which fields an object has. A type is a line of words, one a field:
 *
 * | word | the field holds |
 * |---|---|
 * | `name` | text |
 * | `replicas:integer` | a type of this file (`integer`, `number`, `boolean`, `quantity`, `intOrString`, `any` …) or another line |
 * | `args[]`, `env[EnvVar]` | a list |
 * | `labels{}`, `limits{quantity}` | a mapping with any keys |
 *
 * An empty text, list or mapping, `0` and `false` are as good as absent. A `*` marks a field for which they are not (in Go:
 * a pointer), a `!` one that is always written.
 */
import { CRD_TYPES } from './crd-types.js';
import { CSV_TYPES } from './csv-types.js';
import { DEPLOYMENT_TYPES } from './deployment-types.js';

/** What is written of a value that says nothing. */
export type Emptiness = 'omitted' | 'kept' | 'always';

export interface Field {
  readonly type: string;
  readonly shape: 'one' | 'list' | 'mapping';
  readonly emptiness: Emptiness;
}

/** Any of the types that are known here. */
export type TypeName = keyof typeof DEPLOYMENT_TYPES | keyof typeof CRD_TYPES | keyof typeof CSV_TYPES;

const LINES: Readonly<Record<string, string>> = { ...CRD_TYPES, ...DEPLOYMENT_TYPES, ...CSV_TYPES };
/** The names as they are in `TYPES`: for the same text cut out of a line, each look-up would compare it letter by letter. */
const NAMES = new Map(Object.keys(LINES).map((name) => [name, name]));
const WORD = /^([^:[{*!]+)(?::(\w+)|\[(\w*)\]|\{(\w*)\})?([*!]?)$/;

function fieldsOf(line: string): ReadonlyMap<string, Field> {
  const words = line.split(' ').filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const [, name = '', one, list, mapping, mark] = WORD.exec(word) ?? [];
      const shape = list !== undefined ? 'list' : mapping !== undefined ? 'mapping' : 'one';
      const emptiness = mark === '*' ? 'kept' : mark === '!' ? 'always' : 'omitted';
      const type = one || list || mapping || 'text';
      return [name, { type: NAMES.get(type) ?? type, shape, emptiness }];
    }),
  );
}

const TYPES = new Map(Object.entries(LINES).map(([name, line]) => [name, fieldsOf(line)]));

/** The fields of a type, in its order; nothing for a scalar. */
export function typeFields(type: string): ReadonlyMap<string, Field> | undefined {
  return TYPES.get(type);
}
