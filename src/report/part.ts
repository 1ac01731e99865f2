/** The output of a shard of a repository: data from which `report merge` makes one report. */
import { z } from 'zod';
import { SEVERITIES, TIERS } from '../olm/model/finding.js';
import { FINDING_KINDS, FINDING_STATES, type Review } from '../review/index.js';
import { checkOutput, grant, problem, reference, reviewOutput, unreadFile, versions } from './schema.js';
import { SCHEMA_VERSION } from './schema-version.js';

const text = z.string();
const count = z.int().nonnegative();

/** A problem in a part; file, line and column are fields of the problem, not of a place. */
const partProblem = problem
  .omit({ severity: true, place: true })
  .extend({
    code: text.regex(/^[A-Z_0-9]+$/),
    file: text,
    line: count.optional(),
    column: count.optional(),
    caret: count.max(100_000).optional(),
  })
  .loose();

const result = z.strictObject({
  unit: text,
  exit: z.int().min(0).max(2),
  problems: z.array(partProblem),
  json: checkOutput.pick({ operators: true, findings: true, versions: true }).partial().loose().describe('As in the report.'),
  text: text.describe('As text has it.'),
  isInParts: z.literal(true).optional(),
});

/** The identity of a part. */
const partHead = z.strictObject({
  program: text.describe('The version of cdk8s-olm.'),
  asked: text.describe('A digest of the options and of all that the units are made of: the same in all parts.'),
  shard: z.strictObject({ index: z.int().positive(), of: z.int().positive().max(1000) }),
});

/** The output of `check --shard I/N --format json`. */
export const partSchema = z
  .strictObject({
    schemaVersion: z.literal(SCHEMA_VERSION),
    part: partHead.extend({ command: z.literal('check') }),
    quiet: z.boolean(),
    input: text,
    units: z.array(
      z.strictObject({ name: text, kind: z.enum(['kustomization', 'folder', 'chart', 'cluster']), appliedBy: z.array(text).optional() }),
    ),
    charts: z.array(text),
    unexpanded: z.array(text),
    elsewhere: z.array(text).describe('Applications and others that apply nothing of the repository.'),
    settings: z.array(text).describe('Settings of Applications and Flux Kustomizations, in words.'),
    beyond: z.array(text).describe("Units that load files from outside of a kustomization's folder."),
    reading: z.enum(['clusters', 'applications', 'alternatives']),
    missing: z.array(text),
    wanted: z.array(text).describe('The units with objects of OLM, of all shards.'),
    judged: z
      .array(
        z.strictObject({
          unit: text,
          results: z.array(result),
          committed: z.record(text, count).optional().describe('When its locks were last committed, in seconds since 1970.'),
        }),
      )
      .describe('The units of this shard.'),
  })
  .describe('The output of check for one shard, for report merge.');

/** One part. */
export type Part = z.infer<typeof partSchema>;

/**
 * The part in a text; undefined if the text is no part.
 * @param schema of the parts of a command
 */
export function readPart<P>(content: string, schema: z.ZodType<P>): P | undefined {
  try {
    const data: unknown = JSON.parse(content);
    // The data as written: the schema would return keys in another order.
    return schema.safeParse(data).success ? (data as P) : undefined;
  } catch {
    return undefined;
  }
}

/** Why parts are not one whole. */
export type Mismatch =
  /** The part is from another program version, repository, commit or question, or from another number of shards. */
  | { readonly kind: 'version' | 'input' | 'shards'; readonly part: number }
  | { readonly kind: 'doubled' | 'missing'; readonly shards: readonly number[] }
  /** Units that are in no part, or in several. */
  | { readonly kind: 'units'; readonly units: readonly string[] };

/** Fields that parts of every command have. */
export interface AnyPart {
  readonly part: z.infer<typeof partHead>;
  readonly wanted: readonly string[];
  readonly judged: readonly { readonly unit: string }[];
}

/** Merges the parts, in any order, or returns why they are not one whole. */
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

// From here on: the output of a shard of a review.

const object = reference.loose();

/** A finding as rules report it: its path is steps, not yet a sentence. */
const toldFinding = z.looseObject({
  id: text,
  severity: z.enum(SEVERITIES),
  subject: object,
  message: text,
  path: z.array(z.looseObject({ kind: text })).optional(),
  permissions: z.array(text).optional(),
  fix: text,
  related: z.array(object),
  references: z.array(text),
  verdict: z.boolean(),
  fingerprint: text,
});

const unread = z.array(unreadFile.loose());

const review = reviewOutput
  .pick({ base: true, head: true, gained: true, lost: true, renames: true, operators: true, changes: true, objects: true })
  .extend({
    findings: z.array(z.strictObject({ finding: toldFinding, kind: z.enum(FINDING_KINDS), state: z.enum(FINDING_STATES) })),
    profiles: z.array(z.strictObject({ operator: object, risks: z.array(toldFinding) })),
    unread,
  });

const sides = z.strictObject({ base: unread, head: unread });

const tie = z.looseObject({ group: text, to: text, kind: z.enum(['reaches', 'provides', 'conflicts']) });

const alone = z.strictObject({
  versions: z.strictObject({ base: versions, head: versions }),
  background: z.strictObject({
    held: z.array(grant),
    reachGraph: z.strictObject({ groups: z.array(text), namespaces: z.array(text), apis: z.array(text), ties: z.array(tie) }),
  }),
});

/** The output of `review --shard I/N --format json`. */
export const reviewPartSchema = z
  .strictObject({
    schemaVersion: z.literal(SCHEMA_VERSION),
    part: partHead.extend({ command: z.literal('review'), day: text.describe('On which it was reviewed: entries expire.') }),
    sides: z
      .tuple([z.record(text, z.unknown()), z.record(text, z.unknown())])
      .describe('Notes on the cluster before and after the change.'),
    failOn: z.union([
      z.enum([...SEVERITIES, 'never']),
      z.strictObject({
        severity: z.enum([...SEVERITIES, 'never']),
        ids: z.array(text),
        grantsMore: z.enum(TIERS).optional().describe('The tier from which on a power that is gained makes it fail; of none, any does.'),
      }),
    ]),
    all: z.boolean(),
    baseline: z.strictObject({ file: text, text }).describe('By which the change is judged.'),
    accepted: z.array(z.looseObject({ id: text, reason: text, file: text })).describe('Acceptances of the command line.'),
    problems: z.array(partProblem).describe('Problems of the baseline.'),
    reading: z.enum(['clusters', 'applications', 'alternatives', 'versions', 'channels']),
    areClusters: z.boolean(),
    count: count.describe('How many units there are.'),
    wanted: z.array(text).describe('The units that the change touches, of all shards.'),
    unexpanded: z.array(text).describe('ApplicationSets that cannot be expanded from the repository alone.'),
    beyond: z.array(text).describe("The touched units that load files from outside of a kustomization's folder."),
    unread: sides.describe('Files that are in no unit and were not read.'),
    around: sides
      .extend({ started: unread })
      .optional()
      .describe('Changed files that no tool applies, and what pipelines of BASE lead to.'),
    rest: review.describe('The review of files outside all units.'),
    judged: z
      .array(
        z.strictObject({
          unit: text,
          results: z.array(
            z.strictObject({
              unit: text,
              isCluster: z.literal(true).optional(),
              followed: z.literal(true).optional().describe('OLM v1 is followed because the unit has its objects.'),
              appliedBy: z.array(text).describe('The objects that name it.'),
              review,
              told: z.boolean().describe('Whether it has a finding that failOn names.'),
              notes: z.array(text).describe('Assumptions about the unit.'),
              alone: alone.optional().describe('Set if the unit is the only one of its shard.'),
            }),
          ),
          inParts: z.array(text).describe('Clusters that are reviewed part by part.'),
          problems: z.array(partProblem),
        }),
      )
      .describe('The units of this shard.'),
  })
  .describe('The output of review for one shard, for report merge.');

/** One part of a review. */
export type ReviewPart = z.infer<typeof reviewPartSchema>;

/** A review from data; the risks of operator profiles become the same objects as the findings. */
export function reviewOfData(data: z.infer<typeof review>): Review {
  const told = new Map(data.findings.map((one) => [JSON.stringify(one.finding), one.finding]));
  const profiles = data.profiles.map((profile) => ({
    ...profile,
    risks: profile.risks.map((risk) => told.get(JSON.stringify(risk)) ?? risk),
  }));
  return { ...data, profiles } as unknown as Review;
}
