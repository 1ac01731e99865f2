/** The entries of a baseline file: what may stand in it, and what is wrong with what does. */
import { z } from 'zod';
import type { FieldPath } from '../manifest/field-path.js';
import type { Locator } from '../manifest/locate.js';
import { isMapping } from '../manifest/mapping.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { Problem, UnlocatedProblem } from '../manifest/problem.js';
import { check, complain, describe } from '../model/check.js';
import { nearest } from '../model/nearest.js';
import { FINDING_DESCRIPTIONS } from './finding-descriptions.js';
import type { SourcePlace } from './review.js';
import { RISK_RULES } from './risks/index.js';

/** One risk or finding, or several alike, that somebody has accepted. */
export interface BaselineEntry {
  /** Of a risk rule, or of a finding. */
  readonly id: string;
  /** A glob for `Kind namespace/name`, or `Kind name`; `*` does not match a `/`. @default every subject */
  readonly subject?: string;
  readonly reason: string;
  /** The last day on which it is accepted, as `2027-01-31`. @default it never expires */
  readonly expires?: string;
  /** The baseline, as the user named it. */
  readonly file: string;
  readonly place?: SourcePlace;
}

/** Whatever a baseline can accept: findings about the baseline itself are not among it. */
const ACCEPTABLE_IDS: readonly string[] = [
  ...RISK_RULES.map(({ id }) => id),
  ...Object.keys(FINDING_DESCRIPTIONS).filter((id) => !id.startsWith('baseline-')),
];

/** Beyond this, matching a pattern against a long name could take for ever. */
const MAX_SUBJECT_LENGTH = 512;
const MAX_STARS = 4;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const entrySchema = z.looseObject({
  id: z.string().superRefine((id, context) => {
    if (ACCEPTABLE_IDS.includes(id)) return;
    const likely = nearest(id, ACCEPTABLE_IDS);
    complain(context, [], 'there is no such risk or finding', {
      code: 'INVALID_VALUE',
      found: JSON.stringify(id),
      expected: 'the id of a risk or a finding, such as secrets-read',
      fix: likely ? `did you mean ${likely}?` : 'copy the id from the report; docs/findings.md lists them all',
    });
  }),
  subject: z
    .string()
    .superRefine((subject, context) => {
      if (isPattern(subject)) return;
      complain(context, [], 'this is no pattern for a subject', {
        code: 'INVALID_VALUE',
        found: describe(subject),
        expected: `a pattern such as "ServiceAccount op/*": with at most ${MAX_STARS} stars and ${MAX_SUBJECT_LENGTH} characters, without brackets`,
        fix: 'copy the subject from the report, or leave it out to accept every subject',
      });
    })
    .optional(),
  reason: z.string().superRefine((reason, context) => {
    if (reason.trim() !== '') return;
    complain(context, [], 'the reason is empty', {
      code: 'INVALID_VALUE',
      expected: 'why this is accepted',
      fix: 'write the reason for whoever reads this next',
    });
  }),
  expires: z
    .string()
    .superRefine((date, context) => {
      if (isDate(date)) return;
      complain(context, [], 'this is no date', {
        code: 'INVALID_VALUE',
        found: JSON.stringify(date),
        expected: 'a date such as 2027-01-31',
        fix: 'write the last day on which it is accepted',
      });
    })
    .optional(),
});

const baselineSchema = z.looseObject({ accept: z.array(entrySchema).nullish() });

/**
 * The entries of a baseline, in its order; with problems, none.
 *
 * @param document as it was parsed; absent for an empty file
 */
export function baselineEntries(document: ParsedDocument | undefined, locator: Locator): { entries: BaselineEntry[]; problems: Problem[] } {
  if (!document) return { entries: [], problems: [] };
  const { value, source } = document;
  const { value: baseline, problems: found } = check(baselineSchema, value, source);
  const problems = [...found, ...unknownFields(value).map((problem): UnlocatedProblem => ({ ...problem, source }))];
  if (!baseline || problems.length > 0) return { entries: [], problems: problems.map(locator.locate) };
  const entries = (baseline.accept ?? []).map(({ id, subject, reason, expires }, index): BaselineEntry => {
    const place = locator.place(source, ['accept', index]);
    return {
      id,
      reason,
      file: source.file,
      ...(subject === undefined ? {} : { subject }),
      ...(expires === undefined ? {} : { expires }),
      ...(place ? { place: { file: source.file, line: place.line, column: place.column } } : {}),
    };
  });
  return { entries, problems: [] };
}

/** Fields that no one reads: a misspelt `expires` would accept for ever. The schema does not see them beside other problems. */
function unknownFields(baseline: unknown): Omit<UnlocatedProblem, 'source'>[] {
  const accept = isMapping(baseline) ? baseline.accept : undefined;
  const entries = Array.isArray(accept) ? (accept as unknown[]) : [];
  return [
    ...entries.flatMap((entry, index) => unknownKeys(entry, Object.keys(entrySchema.shape), ['accept', index])),
    ...unknownKeys(baseline, ['accept'], []),
  ];
}

function unknownKeys(value: unknown, known: readonly string[], at: FieldPath): Omit<UnlocatedProblem, 'source'>[] {
  const unknown = isMapping(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return unknown.map((key) => {
    const likely = nearest(key, known);
    return {
      code: 'INVALID_VALUE',
      message: 'there is no such field',
      found: JSON.stringify(key),
      expected: known.join(', '),
      fix: likely ? `did you mean ${likely}?` : 'remove the field',
      at: [...at, key],
    };
  });
}

function isPattern(subject: string): boolean {
  const stars = subject.split('*').length - 1;
  return subject.trim() !== '' && subject.length <= MAX_SUBJECT_LENGTH && stars <= MAX_STARS && !/[()[\]]/.test(subject);
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
