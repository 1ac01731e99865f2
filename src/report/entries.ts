/** The findings and problems of a check or a review as entries of one shape, for the formats that forges show. */
import { formatReference } from '../base/kubernetes/object.js';
import type { SourcePlace } from '../base/manifest/place.js';
import type { Problem } from '../base/manifest/problem.js';
import type { Finding, Severity } from '../olm/model/finding.js';
import { type Review, toDecide } from '../review/index.js';
import { type CheckedJson, problemJson } from './check-json.js';
import { digestOf } from './digest.js';

/** One entry. */
export interface Entry {
  /** The id of the finding, or the code of the problem. */
  readonly id: string;
  readonly severity: Severity;
  /** The object of a finding. */
  readonly subject?: string;
  readonly message: string;
  readonly fix: string;
  readonly place?: SourcePlace;
  /** The same in each run for the same entry. */
  readonly fingerprint: string;
}

type Told = Pick<Finding, 'id' | 'severity' | 'subject' | 'message' | 'fix' | 'place' | 'fingerprint'>;

function entryOf({ id, severity, subject, message, fix, place, fingerprint }: Told): Entry {
  return { id, severity, subject: formatReference(subject), message, fix, ...(place ? { place } : {}), fingerprint };
}

/** The findings of a check, and the problems of its input, errors first. */
export function checkEntries({ findings = [], problems = [] }: Partial<CheckedJson>): Entry[] {
  return bySeverity([...problems.map(problemEntry), ...findings.map(entryOf)]);
}

function problemEntry({ code, severity, message, fix, found, path, place }: CheckedJson['problems'][number]): Entry {
  const text = `${message}${found === undefined ? '' : `, found ${found}`}`;
  return { id: code, severity, message: text, fix, ...(place ? { place } : {}), fingerprint: digestOf(code, place?.file, path, text) };
}

/** The findings of a review that need a decision, and the problems of its input. */
export function reviewEntries(review: Review, problems: readonly Problem[] = []): Entry[] {
  return bySeverity([...problems.map(problemJson).map(problemEntry), ...toDecide(review).map(entryOf)]);
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

function bySeverity(entries: readonly Entry[]): Entry[] {
  return ORDER.flatMap((severity) => entries.filter((entry) => entry.severity === severity));
}

/** The path of a file in its repository: without the revision, and without `./`. */
export function repositoryPath(file: string): string {
  return file.replace(/^git:[^:]*:?/, '').replace(/^(?:\.\/)+/, '') || '.';
}

/** An entry in one sentence: the object, the message and the fix. */
export function entryText({ subject, message, fix }: Entry): string {
  return `${subject === undefined ? '' : `${subject}: `}${message}. Fix: ${fix}.`;
}
