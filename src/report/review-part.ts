/** What a shard of a review gives, as data from which `report merge` makes the one report. */
import { z } from 'zod';
import { SEVERITIES, TIERS } from '../model/finding.js';
import { UNREAD_REASONS, type UnreadReason } from '../model/unread-file.js';
import { FINDING_KINDS, FINDING_STATES, type Review } from '../review/review.js';
import { partHead, partProblem } from './part.js';

const text = z.string();
const count = z.int().nonnegative();

const object = z.looseObject({ kind: text, name: text, namespace: text.optional() });

const finding = z.looseObject({
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

const grant = z.looseObject({
  subject: object,
  scope: z.union([z.enum(['cluster', 'where-bound']), z.array(text)]),
  right: z.looseObject({ verbs: z.array(text) }),
  paths: z.array(z.looseObject({ roles: z.array(object), rule: count })),
});

const unread = z.looseObject({
  path: text,
  file: text,
  reason: z.enum(Object.keys(UNREAD_REASONS) as UnreadReason[]),
  content: text,
});

const review = z.strictObject({
  base: text,
  head: text,
  findings: z.array(z.strictObject({ finding, kind: z.enum(FINDING_KINDS), state: z.enum(FINDING_STATES) })),
  gained: z.array(grant),
  lost: z.array(grant),
  renames: z.array(z.strictObject({ from: object, to: object, overlap: z.number() })),
  profiles: z.array(z.strictObject({ operator: object, risks: z.array(finding) })),
  operators: z.array(z.looseObject({ operator: object, name: text, objects: z.array(object) })),
  objects: z.strictObject({ added: count, removed: count, changed: count }),
  unread: z.array(unread),
});

const sides = z.strictObject({ base: z.array(unread), head: z.array(unread) });

const tie = z.looseObject({ group: text, to: text, kind: z.enum(['reaches', 'provides', 'conflicts']) });

const alone = z.strictObject({
  versions: z.strictObject({ base: z.unknown(), head: z.unknown() }),
  background: z.strictObject({
    held: z.array(grant),
    reachGraph: z.strictObject({ groups: z.array(text), namespaces: z.array(text), apis: z.array(text), ties: z.array(tie) }),
  }),
});

/** What `review --shard I/N --format json` prints. */
export const reviewPartSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    part: partHead.extend({ command: z.literal('review'), day: text.describe('On which it was reviewed: entries expire.') }),
    sides: z
      .tuple([z.record(text, z.unknown()), z.record(text, z.unknown())])
      .describe('What is said of the cluster before and after the change.'),
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
    accepted: z.array(z.looseObject({ id: text, reason: text, file: text })).describe('What was accepted on the command line.'),
    problems: z.array(partProblem).describe('Of the baseline.'),
    reading: z.enum(['clusters', 'applications', 'alternatives']),
    areClusters: z.boolean(),
    count: count.describe('How many units there are.'),
    wanted: z.array(text).describe('The units that the change touches, of all shards.'),
    unexpanded: z.array(text).describe('ApplicationSets for which the repository alone does not define what they apply.'),
    beyond: z.array(text).describe("Of the units that the change touches, those that load files from outside of a kustomization's folder."),
    unread: sides.describe('What is in no unit, and not read.'),
    rest: review.describe('What concerns no unit.'),
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
              notes: z.array(text).describe('What is assumed of it.'),
              alone: alone.optional().describe('Of the only one of its shard.'),
            }),
          ),
          inParts: z.array(text).describe('Clusters that are reviewed part by part.'),
          problems: z.array(partProblem),
          unread: sides,
        }),
      )
      .describe('Those of this shard.'),
  })
  .describe('What review prints for one shard, for report merge.');

/** One part of a review. */
export type ReviewPart = z.infer<typeof reviewPartSchema>;

/** A review as data, in which the risks of an operator are again the findings that it tells. */
export function reviewOfData(data: z.infer<typeof review>): Review {
  const told = new Map(data.findings.map((one) => [JSON.stringify(one.finding), one.finding]));
  const profiles = data.profiles.map((profile) => ({
    ...profile,
    risks: profile.risks.map((risk) => told.get(JSON.stringify(risk)) ?? risk),
  }));
  return { ...data, profiles } as unknown as Review;
}
