/** Reads and checks the entries of a baseline file. */

import { z } from 'zod';
import { check, complain, describe } from '../../../base/manifest/check.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import type { Locator } from '../../../base/manifest/locator.js';
import type { ParsedDocument } from '../../../base/manifest/parse.js';
import type { SourcePlace } from '../../../base/manifest/place.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { Problem, UnlocatedProblem } from '../../../base/manifest/problem.js';
import { DEFAULT_BASELINE } from '../../../olm/model/default-baseline.js';
import type { FindingRule } from '../../../olm/model/finding.js';
import { nearest } from '../../../olm/model/nearest.js';
import type { ClusterEntry, RepositoryOption, RepositoryOptions } from '../../../olm/model/repository-options.js';
import { rulesById } from '../rules-by-id.js';
import { clusterEntry, clustersSchema } from './clusters.js';
import type { RiskConfiguration } from './configuration.js';
import { customRuleSchema, severitiesSchema } from './custom-rules.js';
import { knownSchema } from './known-schema.js';

/** One accepted risk or finding, or several similar ones. */
export interface BaselineEntry {
  /** The id of a rule. */
  readonly id: string;
  /**
   * A glob for `Kind namespace/name`, or `Kind name`; `*` does not match a `/`.
   * @default every subject
   */
  readonly subject?: string;
  /**
   * Globs for the permissions of a risk, such as `create deployments.apps` or `* pods`; a risk with any other permission is not accepted.
   *
   * @default the permissions in BASE; a risk that gains permissions is not accepted
   */
  readonly permissions?: readonly string[];
  /** Accepts only this one change, and no other of its rule and subject. */
  readonly fingerprint?: string;
  readonly reason: string;
  /**
   * The last day on which it is accepted, as `2027-01-31`.
   * @default it never expires
   */
  readonly expires?: string;
  /**
   * The person who accepts it for one review, as it is shown; never from a file.
   * @default the author of the baseline
   */
  readonly by?: string;
  /** The baseline, as the user named it. */
  readonly file: string;
  readonly place?: SourcePlace;
}

/** Longer patterns could take too long to match against a long name. */
const MAX_SUBJECT_LENGTH = 512;
const MAX_STARS = 4;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const entrySchema = (acceptable: readonly string[]) =>
  z.looseObject({
    id: z.string().superRefine((id, context) => {
      if (acceptable.includes(id)) return;
      const likely = nearest(id, acceptable);
      complain(context, [], 'there is no such risk or finding', {
        code: 'INVALID_VALUE',
        found: JSON.stringify(id),
        expected: 'the id of a risk, a change or a finding, such as secrets-read',
        fix: likely ? `did you mean ${likely}?` : 'copy the id from the report; docs/findings.md lists them all',
      });
    }),
    subject: z
      .string()
      .superRefine((subject, context) => {
        if (isPattern(subject)) return;
        complain(context, [], 'this is not a pattern for a subject', {
          code: 'INVALID_VALUE',
          found: describe(subject),
          expected: `a pattern such as "ServiceAccount op/*", with at most ${MAX_STARS} stars and ${MAX_SUBJECT_LENGTH} characters, without brackets`,
          fix: 'copy the subject from the report, or omit it to accept every subject',
        });
      })
      .optional(),
    permissions: z
      .array(
        z.string().superRefine((permission, context) => {
          if (isPattern(permission)) return;
          complain(context, [], 'this is no pattern for a permission', {
            code: 'INVALID_VALUE',
            found: describe(permission),
            expected: `a permission such as "create deployments.apps": with at most ${MAX_STARS} stars and ${MAX_SUBJECT_LENGTH} characters, without brackets`,
            fix: 'copy the permissions from the report',
          });
        }),
      )
      .min(1)
      .optional(),
    fingerprint: z.string().min(1).optional(),
    reason: z.string().superRefine((reason, context) => {
      if (reason.trim() !== '') return;
      complain(context, [], 'the reason is empty', {
        code: 'INVALID_VALUE',
        expected: 'why this is accepted',
        fix: 'write the reason for the next reader',
      });
    }),
    expires: z
      .string()
      .superRefine((date, context) => {
        if (isDate(date)) return;
        complain(context, [], 'this is not a date', {
          code: 'INVALID_VALUE',
          found: JSON.stringify(date),
          expected: 'a date such as 2027-01-31',
          fix: 'write the last day on which it is accepted',
        });
      })
      .optional(),
  });

const FIELDS: readonly string[] = Object.keys(entrySchema([]).shape);

/**
 * The content of a baseline, entries in file order; empty if there are problems.
 *
 * @param document as it was parsed; absent for an empty file
 * @param acceptable the rules that an entry can name
 * @param known the options that it can set
 */
export function baselineEntries(
  document: ParsedDocument | undefined,
  locator: Locator,
  acceptable: readonly AcceptableRule[],
  known: KnownOptions,
): BaselineContent {
  const configuration: RiskConfiguration = { rules: [], severities: {} };
  if (!document) return { entries: [], configuration, options: {}, clusters: [], problems: [] };
  const { value, source } = document;
  const rulesNamed = rulesById(acceptable);
  const taken = [...rulesNamed.keys()];
  const current = (id: string): string => rulesNamed.get(id)?.id ?? id;
  const schema = fileSchema([...taken, ...customIds(value)], taken, known);
  const { value: baseline, problems: found } = check(schema, value, source);
  const problems = [...found, ...unknownFields(value, known).map((problem): UnlocatedProblem => ({ ...problem, source }))];
  if (!baseline || problems.length > 0)
    return { entries: [], configuration, options: {}, clusters: [], problems: problems.map(locator.locate) };
  const entries = (baseline.accept ?? []).map(({ id, subject, permissions, fingerprint, reason, expires }, index): BaselineEntry => {
    const place = locator.place(source, ['accept', index]);
    return {
      id: current(id),
      reason,
      file: source.file,
      ...(subject === undefined ? {} : { subject }),
      ...(permissions === undefined ? {} : { permissions }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(expires === undefined ? {} : { expires }),
      ...(place ? { place: { file: source.file, line: place.line, column: place.column } } : {}),
    };
  });
  const { rules, severities, known: things, options = {}, exclude, clusters } = baseline;
  const said = { rules: rules ?? [], severities: withCurrentIds(severities ?? {}, current), ...(things?.length ? { known: things } : {}) };
  // `exclude` is a short form of the option.
  const all = { ...options, ...(exclude ? { exclude: [options?.exclude ?? [], exclude].flat() as string[] } : {}) };
  return { entries, configuration: said, options: all, clusters: (clusters ?? []).map(clusterEntry), problems: [] };
}

/** A rule that an entry can name, also by an id of an earlier version. */
type AcceptableRule = Pick<FindingRule, 'id' | 'formerIds'>;

/** Current ids take precedence over former ones. */
function withCurrentIds(severities: RiskConfiguration['severities'], current: (id: string) => string): RiskConfiguration['severities'] {
  const entries = Object.entries(severities);
  const former = entries.filter(([id]) => current(id) !== id);
  if (former.length === 0) return severities;
  return Object.fromEntries([
    ...former.map(([id, severity]) => [current(id), severity] as const),
    ...entries.filter(([id]) => current(id) === id),
  ]);
}

/** The content of the file. */
export interface BaselineContent {
  readonly entries: readonly BaselineEntry[];
  readonly configuration: RiskConfiguration;
  readonly options: RepositoryOptions;
  readonly clusters: readonly ClusterEntry[];
  readonly problems: readonly Problem[];
}

/** The options that the file can set, by their names on the command line. */
type KnownOptions = Readonly<Record<string, RepositoryOption>>;

const texts = z.union([z.string(), z.array(z.string())]);

/** The options by their shape; each option itself checks its values. */
function optionsShape(known: KnownOptions) {
  const types = { text: z.string(), flag: z.boolean(), list: texts };
  return Object.fromEntries(Object.entries(known).map(([name, { shape }]) => [name, types[shape].optional()]));
}

/**
 * The schema of the file.
 * @param ids ids that entries and severities can name
 * @param taken ids that a user's rules cannot have
 */
function fileSchema(ids: readonly string[], taken: readonly string[], knownOptions: KnownOptions) {
  return z.looseObject({
    accept: z.array(entrySchema(ids)).nullish(),
    rules: z
      .array(customRuleSchema)
      .superRefine((rules, context) => {
        for (const [index, { id }] of rules.entries()) {
          if (!taken.includes(id) && rules.findIndex((rule) => rule.id === id) === index) continue;
          complain(context, [index, 'id'], 'there is already a rule of this id', {
            code: 'INVALID_VALUE',
            found: JSON.stringify(id),
            expected: 'an id of its own',
            fix: 'give the rule another id',
          });
        }
      })
      .nullish(),
    severities: severitiesSchema
      .superRefine((severities, context) => {
        for (const id of Object.keys(severities)) {
          if (ids.includes(id)) continue;
          complain(context, [id], 'there is no such risk', {
            code: 'INVALID_VALUE',
            found: JSON.stringify(id),
            expected: 'the id of a risk, such as secrets-read',
            fix: 'copy the id from the report; docs/findings.md lists them all',
          });
        }
      })
      .nullish(),
    known: z.array(knownSchema).nullish(),
    options: z.looseObject(optionsShape(knownOptions)).nullish(),
    exclude: texts.nullish(),
    clusters: clustersSchema(knownOptions).nullish(),
  });
}

/** The ids of the file's own rules, which its entries can name. */
function customIds(value: unknown): string[] {
  const rules = isMapping(value) && Array.isArray(value.rules) ? (value.rules as unknown[]) : [];
  return rules.flatMap((rule) => (isMapping(rule) && typeof rule.id === 'string' ? [rule.id] : []));
}

/** The JSON Schema of the file. */
export function configurationJsonSchema(known: KnownOptions): object {
  const options = Object.entries(optionsShape(known)).map(([name, type]) => {
    const { description, choices } = known[name] ?? {};
    return [name, (choices ? z.enum(choices).optional() : type).describe(`${description}`)] as const;
  });
  const entry = z.strictObject({
    id: z.string(),
    subject: z.string().optional(),
    permissions: z.array(z.string()).optional(),
    fingerprint: z.string().optional(),
    reason: z.string(),
    expires: z.string().regex(DATE).optional(),
  });
  const file = z.strictObject({
    accept: z.array(entry).nullish().describe('Risks and findings that somebody has accepted.'),
    rules: z.array(customRuleSchema).nullish(),
    severities: severitiesSchema.nullish(),
    known: z.array(knownSchema).nullish().describe('Kinds and keys that a review does not know, and that somebody has looked at.'),
    options: z
      .strictObject(Object.fromEntries(options))
      .nullish()
      .describe('Options of the command line that this repository always uses. What a command line says counts more.'),
    exclude: texts.nullish().describe(known.exclude?.description ?? ''),
    clusters: clustersSchema(known).nullish().describe('What reaches which cluster: each is judged as one whole, with its own settings.'),
  });
  return { title: DEFAULT_BASELINE, ...z.toJSONSchema(file) };
}

/** Unknown fields: a misspelt `expires` would accept forever. The schema does not report them if there are other problems. */
function unknownFields(baseline: unknown, known: KnownOptions): Omit<UnlocatedProblem, 'source'>[] {
  const accept = isMapping(baseline) ? baseline.accept : undefined;
  const entries = Array.isArray(accept) ? (accept as unknown[]) : [];
  return [
    ...entries.flatMap((entry, index) => unknownKeys(entry, FIELDS, ['accept', index])),
    ...unknownKeys(isMapping(baseline) ? baseline.options : undefined, Object.keys(known), ['options']),
    ...unknownKeys(baseline, ['accept', 'rules', 'severities', 'known', 'options', 'exclude', 'clusters'], []),
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
