/** Baselines: risks and findings that somebody has accepted, each with a reason and for as long as stated. */
import picomatch from 'picomatch/posix.js';
import type { Finding, FindingId, Severity } from '../model/finding.js';
import { formatReference, type ObjectReference } from '../model/kubernetes-object.js';
import type { BaselineEntry } from './baseline-entries.js';
import type { SourcePlace } from './review.js';

/** A risk or a finding. */
export interface Acceptable {
  readonly id: string;
  readonly severity: Severity;
  readonly subject: ObjectReference;
}

/** One that an entry accepts. */
export interface Accepted<T> {
  readonly item: T;
  readonly reason: string;
  readonly expires?: string;
}

/** A finding about an entry of the baseline itself. */
export interface BaselineFinding extends Finding {
  readonly place?: SourcePlace;
}

/** What a baseline leaves, and what it accepts. */
export interface AppliedBaseline<T> {
  readonly remaining: readonly T[];
  readonly accepted: readonly Accepted<T>[];
  /** About entries that are past their date, or that nothing needs. */
  readonly findings: readonly BaselineFinding[];
}

/**
 * Takes out what the entries accept. The first entry that fits counts; an entry that is past its date accepts nothing.
 *
 * @param today as `2027-01-31`; an entry still accepts on the day it expires
 * @example
 * applyBaseline(riskFinders().risksOf(side), entries, '2027-01-31').remaining
 */
export function applyBaseline<T extends Acceptable>(
  items: readonly T[],
  entries: readonly BaselineEntry[],
  today: string,
): AppliedBaseline<T> {
  const matchers = entries.map((entry) => ({ entry, fits: fits(entry), isExpired: entry.expires !== undefined && entry.expires < today }));
  const used = new Set<BaselineEntry>();
  const remaining: T[] = [];
  const accepted: Accepted<T>[] = [];
  for (const item of items) {
    const fitting = matchers.filter((matcher) => matcher.fits(item));
    for (const { entry } of fitting) used.add(entry);
    const valid = fitting.find(({ isExpired }) => !isExpired);
    if (valid) accepted.push({ item, ...acceptanceOf(valid.entry) });
    else remaining.push(item);
  }
  const findings = matchers.flatMap(({ entry, isExpired }) => {
    if (!used.has(entry)) return [unused(entry)];
    return isExpired ? [expired(entry)] : [];
  });
  return { remaining, accepted, findings };
}

/** The reading of the file keeps out patterns that take for ever; without extended globs, none can be written another way. */
const GLOB_OPTIONS = { dot: true, noextglob: true, nonegate: true } as const;

function fits({ id, subject }: BaselineEntry): (item: Acceptable) => boolean {
  if (subject === undefined) return (item) => item.id === id;
  const matches = picomatch(subject, GLOB_OPTIONS);
  return (item) => item.id === id && matches(formatReference(item.subject));
}

function acceptanceOf({ reason, expires }: BaselineEntry): { reason: string; expires?: string } {
  return { reason, ...(expires === undefined ? {} : { expires }) };
}

function expired(entry: BaselineEntry): BaselineFinding {
  return entryFinding(
    entry,
    'baseline-expired',
    `${entryText(entry)} was accepted until ${entry.expires}, and is still there`,
    'mend it, or extend expires with a reason',
  );
}

function unused(entry: BaselineEntry): BaselineFinding {
  return entryFinding(
    entry,
    'baseline-unused',
    `${entryText(entry)} is accepted, but there is no such risk or finding`,
    'remove the entry, or correct its subject',
  );
}

function entryText({ id, subject }: BaselineEntry): string {
  return subject === undefined ? id : `${id} of ${subject}`;
}

function entryFinding({ file, place }: BaselineEntry, id: FindingId, message: string, fix: string): BaselineFinding {
  return {
    id,
    severity: 'warning',
    subject: { kind: 'Baseline', name: file },
    message,
    fix,
    related: [],
    verdict: false,
    ...(place ? { place } : {}),
  };
}
