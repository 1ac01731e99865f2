/** What crdify only calls "unhandled changes": the fields of a schema that no check of its own looks at, and what a change of them does. */
import { isDeepStrictEqual } from 'node:util';
import { SCHEMA_CHECKS } from './checks.js';
import type { JsonSchema } from './schema.js';

/** Such a change. */
export interface UnhandledChange {
  readonly fields: readonly string[];
  /** Whether it loses fields of stored objects, or refuses what was accepted. */
  readonly effect?: 'loses' | 'refuses';
}

const PRESERVED = 'x-kubernetes-preserve-unknown-fields';
const VALIDATIONS = 'x-kubernetes-validations';
const INT_OR_STRING = 'x-kubernetes-int-or-string';

/** What differs in the schema of one path. */
export function unhandledChange(before: JsonSchema, after: JsonSchema): UnhandledChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const fields = names.filter(
    (name) => name !== 'description' && !Object.hasOwn(SCHEMA_CHECKS, name) && !isDeepStrictEqual(before[name], after[name]),
  );
  const effect = losesFields(before, after) ? 'loses' : refusesMore(before, after) ? 'refuses' : undefined;
  return { fields, ...(effect ? { effect } : {}) };
}

/** What no property names is dropped from objects when they are read. */
function losesFields(before: JsonSchema, after: JsonSchema): boolean {
  return before[PRESERVED] === true && after[PRESERVED] !== true;
}

function refusesMore(before: JsonSchema, after: JsonSchema): boolean {
  const [were, are] = [before, after].map((schema) => rulesOf(schema[VALIDATIONS])) as [string[], string[]];
  return are.some((rule) => !were.includes(rule)) || (before[INT_OR_STRING] === true && after[INT_OR_STRING] !== true);
}

function rulesOf(validations: unknown): string[] {
  return Array.isArray(validations) ? validations.map((validation) => String((validation as { rule?: unknown } | null)?.rule)) : [];
}
