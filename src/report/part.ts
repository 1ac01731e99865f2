/** What a shard of a repository gives, as data from which `report merge` makes the one report. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SEVERITIES } from '../model/finding.js';

const text = z.string();
const count = z.int().nonnegative();

/** A problem, as a part has it. */
export const partProblem = z.looseObject({
  code: text.regex(/^[A-Z_0-9]+$/),
  message: text,
  file: text,
  line: count.optional(),
  column: count.optional(),
  path: text.optional(),
  found: text.optional(),
  expected: text.optional(),
  fix: text,
  excerpt: text.optional(),
  caret: count.max(100_000).optional(),
});

const cell = text.nullable();

const operator = z.looseObject({
  namespace: text,
  name: cell,
  package: cell,
  channel: cell,
  source: cell,
  version: cell,
  approval: cell,
  verdict: text,
  power: cell,
});

const finding = z.looseObject({
  id: text.regex(/^[\w-]+$/),
  severity: z.enum(SEVERITIES),
  subject: z.looseObject({ kind: text, name: text, namespace: text.optional() }),
  message: text,
  fix: text,
  place: z.looseObject({ file: text, line: count.optional(), column: count.optional() }).optional(),
});

const versions = z.looseObject({ olm: cell, openshift: cell, kubernetes: text, notes: z.array(text) });

const result = z.strictObject({
  unit: text,
  exit: z.int().min(0).max(2),
  problems: z.array(partProblem),
  json: z
    .looseObject({ operators: z.array(operator).optional(), findings: z.array(finding).optional(), versions: versions.optional() })
    .describe('As in the report.'),
  text: text.describe('As text has it.'),
  isInParts: z.literal(true).optional(),
});

/** What says which part it is. */
export const partHead = z.strictObject({
  program: text.describe('The version of cdk8s-olm.'),
  asked: text.describe('A digest of the options and of all that the units are made of: the same in all parts.'),
  shard: z.strictObject({ index: z.int().positive(), of: z.int().positive().max(1000) }),
});

/** What `check --shard I/N --format json` prints. */
export const partSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    part: partHead.extend({ command: z.literal('check') }),
    quiet: z.boolean(),
    input: text,
    units: z.array(
      z.strictObject({ name: text, kind: z.enum(['kustomization', 'folder', 'chart', 'cluster']), appliedBy: z.array(text).optional() }),
    ),
    charts: z.array(text),
    unexpanded: z.array(text),
    elsewhere: z.array(text).describe('Applications and others that apply nothing of the repository.'),
    beyond: z.array(text).describe("Units that load files from outside of a kustomization's folder."),
    reading: z.enum(['clusters', 'applications', 'alternatives']),
    missing: z.array(text),
    wanted: z.array(text).describe('The units with objects of OLM, of all shards.'),
    judged: z.array(z.strictObject({ unit: text, results: z.array(result) })).describe('Those of this shard.'),
  })
  .describe('What check prints for one shard, for report merge.');

/** One part. */
export type Part = z.infer<typeof partSchema>;

/** The part that a text holds, or nothing. @param schema of the parts of a command */
export function readPart<P>(content: string, schema: z.ZodType<P>): P | undefined {
  try {
    const data: unknown = JSON.parse(content);
    // As it was written: what a schema gives back has its keys in another order.
    return schema.safeParse(data).success ? (data as P) : undefined;
  } catch {
    return undefined;
  }
}

/** The same for the same question about the same input. */
export function digestOf(...asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

/** Parts that make no whole. */
export type Mismatch =
  /** Of another program, repository, commit or question, or of another number of shards. */
  | { readonly kind: 'version' | 'input' | 'shards'; readonly part: number }
  | { readonly kind: 'doubled' | 'missing'; readonly shards: readonly number[] }
  /** Units that no part has, or several have. */
  | { readonly kind: 'units'; readonly units: readonly string[] };

/** What parts of every command have. */
export interface AnyPart {
  readonly part: z.infer<typeof partHead>;
  readonly wanted: readonly string[];
  readonly judged: readonly { readonly unit: string }[];
}

/** What all parts hold together, in any order of them, or why they are no whole. */
export function wholeOf<P extends AnyPart>(parts: readonly [P, ...P[]], program: string): P | Mismatch {
  const [first] = parts;
  for (const [index, { part, judged: _, ...rest }] of parts.entries()) {
    const { part: firstPart, judged: __, ...firstRest } = first;
    if (part.program !== program) return { kind: 'version', part: index };
    if (part.shard.of !== firstPart.shard.of) return { kind: 'shards', part: index };
    if (part.asked !== firstPart.asked || JSON.stringify(rest) !== JSON.stringify(firstRest)) return { kind: 'input', part: index };
  }
  const given = parts.map(({ part }) => part.shard.index);
  const all = Array.from({ length: first.part.shard.of }, (_, index) => index + 1);
  const doubled = all.filter((index) => given.filter((one) => one === index).length > 1);
  if (doubled.length > 0) return { kind: 'doubled', shards: doubled };
  const missing = all.filter((index) => !given.includes(index));
  if (missing.length > 0) return { kind: 'missing', shards: missing };
  const judged = parts.flatMap((part) => part.judged);
  const byName = new Map(judged.map((one) => [one.unit, one]));
  const astray = [
    ...first.wanted.filter((name) => !byName.has(name)),
    ...judged.filter((one) => byName.get(one.unit) !== one || !first.wanted.includes(one.unit)).map(({ unit }) => unit),
  ];
  if (astray.length > 0 || given.some((index) => index > all.length)) return { kind: 'units', units: astray };
  return { ...first, judged: first.wanted.flatMap((name) => byName.get(name) ?? []) };
}
