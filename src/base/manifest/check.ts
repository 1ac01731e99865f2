/** Checks plain data against a zod schema and reports violations as problems. */
import type { z } from 'zod';
import { type FieldPath, formatFieldPath, valueAt } from './field-path.js';
import type { Complaint, SourceReference, UnlocatedProblem } from './problem.js';

/** Raises a complaint from within a `superRefine`; zod passes it through as `params`. */
export function complain(context: z.RefinementCtx, path: FieldPath, message: string, complaint: Omit<Complaint, 'message'>): void {
  context.addIssue({ code: 'custom', path: [...path], message, params: { complaint } });
}

/**
 * The value as the schema's type, or the problems that prevent that.
 * Returns the value itself, not zod's copy, so that key order and unknown fields survive.
 */
export function check<T>(schema: z.ZodType<T>, value: unknown, source: SourceReference): { value?: T; problems: UnlocatedProblem[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: value as T, problems: [] };
  return { problems: result.error.issues.map((issue) => toProblem(issue, value, source)) };
}

function toProblem(issue: z.core.$ZodIssue, root: unknown, source: SourceReference): UnlocatedProblem {
  const at = issue.path as FieldPath;
  const field = formatFieldPath(at);
  const value = valueAt(root, at);
  const complaint = issue.code === 'custom' ? (issue.params?.complaint as Omit<Complaint, 'message'> | undefined) : undefined;
  if (complaint) return { ...complaint, message: issue.message, source, at };
  if (issue.code !== 'invalid_type') {
    return {
      code: 'INVALID_VALUE',
      message: 'the value is not valid',
      found: describe(value),
      expected: issue.message,
      fix: `correct ${field}`,
      source,
      at,
    };
  }
  const expected = TYPE_NAMES.get(issue.expected) ?? issue.expected;
  if (value === undefined || value === null) {
    return {
      code: 'FIELD_MISSING',
      message: 'a required field is missing',
      found: value === null ? 'null' : 'nothing',
      expected,
      fix: sibling(root, at) ?? `add ${field}`,
      source,
      at,
    };
  }
  return {
    code: 'WRONG_TYPE',
    message: 'the value has the wrong type',
    found: describe(value),
    expected,
    fix: typeFix(issue.expected, value),
    source,
    at,
  };
}

/** A sibling of the missing key that differs only in case, or `generateName`, with which the API server would make a name. */
function sibling(root: unknown, at: FieldPath): string | undefined {
  const parent = valueAt(root, at.slice(0, -1));
  const missing = at.at(-1);
  if (typeof parent !== 'object' || parent === null || typeof missing !== 'string') return undefined;
  const alike = [missing.toLowerCase(), ...(missing === 'name' ? ['generatename'] : [])];
  const key = Object.keys(parent).find((candidate) => candidate !== missing && alike.includes(candidate.toLowerCase()));
  return key === undefined ? undefined : `write ${missing} instead of ${key}`;
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    string: 'text',
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
    boolean: 'true or false',
    number: 'a number',
    int: 'a whole number',
    // A field that accepts any value, but is required.
    nonoptional: 'a value',
  }),
);

function typeFix(expected: string, value: unknown): string {
  if (expected === 'string' && typeof value !== 'object') return 'put the value in quotes';
  if (expected === 'array') return 'write each entry on a line of its own after "- "';
  if (expected === 'boolean') return 'write true or false, without quotes';
  return `write ${TYPE_NAMES.get(expected) ?? expected} here`;
}

/** A value for a message: its type, and its text when that is short. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)}`;
  if (typeof value === 'boolean') return String(value);
  return `the number ${value}`;
}
