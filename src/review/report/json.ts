/** A review as JSON, for programs; its JSON Schema is docs/review.schema.json. */
import { z } from 'zod';
import { SEVERITIES } from '../../model/finding.js';
import type { Review } from '../review.js';
import { type Summary, summarise } from './summary.js';

const severity = z.enum(SEVERITIES).describe('From worst to mildest: error, warning, info.');
const text = z.string();
const count = z.int().nonnegative();

const reference = z.strictObject({ kind: text, namespace: text.optional(), name: text }).describe('Names one object of the cluster.');

const place = z
  .strictObject({ file: text, line: z.int().positive().optional(), column: z.int().positive().optional() })
  .describe('A place in a source file; lines and columns are counted from 1.');

const path = z
  .strictObject({
    binding: reference.optional(),
    roles: z.array(reference).describe('The role that is bound, those through which aggregation leads, the one that holds the rule.'),
    rule: count.describe('Index in the rules of the last role.'),
    owner: reference.optional().describe('The CSV or OperatorGroup that the role was made for.'),
    field: text.optional().describe('The field of the owner that the rule was taken from.'),
    place: place.optional(),
  })
  .describe('Through what a right comes.');

const grant = z
  .strictObject({
    subject: z
      .strictObject({ kind: z.enum(['User', 'Group', 'ServiceAccount', 'RoleHolder']), name: text, namespace: text.optional() })
      .describe('Who holds the right; a RoleHolder is whoever is bound to the ClusterRole of this name.'),
    scope: z
      .union([z.enum(['cluster', 'where-bound']), z.array(text)])
      .describe('The whole cluster, wherever the role is bound, or these namespaces.'),
    right: z.strictObject({
      verbs: z.array(text),
      apiGroup: text.optional(),
      resource: text.optional(),
      resourceNames: z.array(text).optional(),
      nonResourceURL: text.optional(),
    }),
    paths: z.array(path),
  })
  .describe('Rights of one subject in one scope.');

const scopeChange = z.strictObject({
  subject: reference,
  kind: z.enum([
    'group-added',
    'group-removed',
    'targets-widened',
    'targets-narrowed',
    'targets-moved',
    'member-added',
    'member-removed',
    'member-upgraded',
    'verdict-changed',
    'copies-changed',
    'left-behind',
  ]),
  message: text,
  before: text.optional(),
  after: text.optional(),
  severity,
  place: place.optional(),
});

const risk = z.strictObject({
  id: text,
  severity,
  subject: reference,
  message: text,
  path: text.describe('How the right comes about, as a sentence.'),
  fix: text,
  references: z.array(text),
  place: place.optional(),
  fingerprint: text.describe('The same for the same risk on both sides and in later reviews.'),
});

const finding = z.strictObject({
  id: text,
  severity,
  subject: reference,
  message: text,
  fix: text,
  related: z.array(reference),
  verdict: z.boolean(),
  place: place.optional(),
});

/** What `review --format json` prints. */
export const reviewJsonSchema = z
  .strictObject({
    base: text,
    head: text,
    summary: z.strictObject({
      tone: z.enum(['same', 'less', 'look', 'stop']).describe('Nothing changes; only less is granted; look; do not approve as it is.'),
      headline: text,
      advice: text,
      points: z.array(z.strictObject({ severity, text })),
      counts: z.array(text),
    }),
    scopeChanges: z.array(scopeChange),
    gained: z.array(grant).describe('Rights of HEAD that BASE does not cover.'),
    lost: z.array(grant).describe('Rights of BASE that HEAD does not cover.'),
    risks: z.strictObject({
      new: z.array(risk),
      fixed: z.array(risk),
      unchanged: z.array(risk),
      accepted: z.array(z.strictObject({ risk, reason: text, expires: text.optional() })),
    }),
    findings: z.strictObject({ new: z.array(finding), fixed: z.array(finding), unchanged: z.array(finding) }),
    objects: z.strictObject({ added: count, removed: count, changed: count }),
  })
  .meta({ title: 'A review by cdk8s-olm: what a change really grants' });

/** The review, with its summary, as plain data of `reviewJsonSchema`. */
export function jsonReport({ base, head, ...parts }: Review): Review & { readonly summary: Summary } {
  return { base, head, summary: summarise({ base, head, ...parts }), ...parts };
}

/** The JSON Schema of what `jsonReport` gives. */
export function reviewJsonSchemaDocument(): object {
  return z.toJSONSchema(reviewJsonSchema);
}
