/**
 * The JSON output of the commands: domain data in the shape of the schema. Published functions have no named return type, so the compiler
 * writes the type out and the declarations need no zod.
 */
import type { Finding } from '../olm/model/finding.js';
import { releases, type Versions } from '../olm/model/versions.js';
import { type FindingState, type Review, reported } from '../review/index.js';
import { acceptingEntries } from './change-words.js';
import type { JsonFinding, JsonReview, JsonVersions } from './schema.js';
import { SCHEMA_VERSION } from './schema-version.js';
import { stepsText } from './steps.js';
import { summarise } from './summary.js';

/** A finding as JSON: the path as a sentence and as steps, permissions as rights. */
export function jsonFinding({ path = [], permissions, at: _, effect: __, ...finding }: Finding) {
  const { id, severity, subject, object, message, ...rest } = finding;
  const json: JsonFinding = {
    id,
    severity,
    subject,
    ...(object === undefined ? {} : { object }),
    message,
    ...(path.length === 0 ? {} : { path: stepsText(path), steps: path }),
    ...(permissions === undefined ? {} : { rights: permissions }),
    ...rest,
  };
  return json;
}

/**
 * The review with its summary, in the form of `review --format json` (docs/output.schema.json).
 *
 * @param versions the versions for which each side is valid (default: the report has none)
 * @example
 * jsonReport(review(base, head)).summary.headline // 'No change in meaning'
 */
export function jsonReport(review: Review, versions?: SidesVersions) {
  const { base, head, gained, lost, renames, profiles, operators, changes, objects, unread } = review;
  const summary = summarise(review);
  const inState = (state: FindingState): JsonFinding[] => reported(review, state).map(jsonFinding);
  const report: JsonReview = {
    schemaVersion: SCHEMA_VERSION,
    base,
    head,
    ...(versions ? { versions } : {}),
    summary,
    findings: {
      new: inState('new'),
      grown: inState('grown'),
      unchanged: inState('unchanged'),
      smaller: inState('smaller'),
      fixed: inState('fixed'),
      accepted: review.findings.flatMap(({ finding, acceptance }) =>
        acceptance ? [{ finding: jsonFinding(finding), ...acceptance }] : [],
      ),
    },
    gained,
    lost,
    renames,
    profiles: profiles.map(({ operator, risks: own }) => ({ operator, risks: own.map(jsonFinding) })),
    operators,
    changes,
    objects,
    unread,
    accepting: acceptingEntries(review),
  };
  return report;
}

/**
 * The versions as JSON.
 * @param isOlmV1 whether the rules of OLM v1 apply, not those of v0
 */
export function versionsJson(versions: Versions, isOlmV1 = false) {
  const { olm = null, openshift = null } = releases(versions, isOlmV1);
  const json: JsonVersions = { olm, openshift, kubernetes: versions.kubernetes, notes: versions.notes };
  return json;
}

/** The versions that both revisions of a review are valid for. */
export interface SidesVersions {
  readonly base: ReturnType<typeof versionsJson>;
  readonly head: ReturnType<typeof versionsJson>;
}
