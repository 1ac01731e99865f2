/** A review of a repository, unit by unit: what one machine found, or several of them, becomes one report. */

import type { SourceText } from '../../base/manifest/parse.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { appliedByText, beyondText, counted, listed, unitsText } from '../../base/wording/phrases.js';
import { assumptionsOf } from '../../olm/evaluate/evaluate.js';
import type { FailOn, FailOnRules, Finding } from '../../olm/model/finding.js';
import { LISTED } from '../../olm/model/unread-file.js';
import { type Background, type ReviewData, type ReviewPart, SCHEMA_VERSION, type SidesVersions } from '../../report/index.js';
import type { Reading, Shard, Side, UnreadSides } from '../../repository/index.js';
import { accept, type BaselineEntry, foldReviews, type Review, ruleOf, type State, type UnitReview } from '../../review/index.js';

/** What came of a unit that the change touches, and of its parts where it is no whole. */
export interface ReviewedUnit {
  readonly unit: string;
  readonly results: readonly {
    readonly unit: string;
    readonly isCluster?: true;
    /** Whether OLM v1 is followed because the unit has its objects. */
    readonly followed?: true;
    /** Argo CD's and Flux's objects that name it, after the change. */
    readonly appliedBy: readonly string[];
    readonly review: Review;
    /** Whether HEAD has a finding of an id that makes the run fail. */
    readonly told: boolean;
    /** What is assumed of it. */
    readonly notes: readonly string[];
    /** What a report of it alone says beside the review. */
    readonly alone?: Alone;
  }[];
  /** Clusters that are no whole, and reviewed part by part. */
  readonly inParts: readonly string[];
  readonly problems: readonly Problem[];
}

/** What a report says beside the review. */
export interface Alone {
  readonly versions: SidesVersions;
  readonly background: (result: Review) => Background;
}

/** What is reported of a review. */
export interface ReviewedChange extends ReviewData {
  /** What is wrong with the entries of the baseline. */
  readonly findings: readonly Finding[];
  /** Which reading of the repository was used; empty where there is one. */
  readonly touched: string;
  /** What is told after the report. */
  readonly problems: readonly Problem[];
  /** Whether HEAD has a finding of an id that makes the run fail. */
  readonly told: boolean;
}

/** All that is found in a repository, or in a shard of it. */
export interface ReviewedRepository {
  /** Absent where the input is one unit. */
  readonly of?: {
    readonly reading: Reading;
    readonly areClusters: boolean;
    readonly count: number;
    /** The units that the change touches, of all shards. */
    readonly wanted: readonly string[];
    /** ApplicationSets of which the repository alone does not say what they apply, after the change. */
    readonly unexpanded: readonly string[];
    /** What loads files from outside of a kustomization's folder, after the change. */
    readonly beyond: readonly string[];
  };
  /** What concerns no unit, or everything. */
  readonly rest: Review;
  readonly unread: UnreadSides;
  readonly judged: readonly ReviewedUnit[];
}

/** By what it is judged. */
export interface Judging {
  /** Both states without any unit. */
  readonly empty: Readonly<Record<'base' | 'head', State>>;
  compare(base: State, head: State): Review;
  readonly entries: readonly BaselineEntry[];
  readonly day: string;
}

/** One review of all, in which what is the same in many is told once, and what is wrong with the entries of the baseline. */
export function foldReviewed(
  { of, rest, unread, judged }: ReviewedRepository,
  { empty, compare, entries, day }: Judging,
): { readonly result: Review; readonly findings: readonly Finding[] } {
  const files = of
    ? [{ review: { ...compare({ ...empty.base, unread: unread.base }, { ...empty.head, unread: unread.head }), objects: NONE } }]
    : [];
  const others: UnitReview[] = [...files, ...judged.flatMap(({ results }) => results.map(({ unit, review }) => ({ unit, review })))];
  const what = of?.areClusters ? 'clusters' : 'units';
  const accepted = ({ unit, review }: UnitReview): UnitReview => ({
    ...(unit === undefined ? {} : { unit }),
    review: accept(review, entries, day).review,
  });
  const result = foldReviews([accepted({ review: rest }), ...others.map(accepted)], what);
  const { findings } = accept(foldReviews([{ review: rest }, ...others], what), entries, day);
  // Of a whole repository, what nobody reads and the change does not touch is no news; parts of what it touches are.
  return { result: of ? { ...result, unread: result.unread.filter(({ reason }) => LISTED.has(reason)) } : result, findings };
}

/** What is assumed of the first of these states of which anything is. */
export function notesOf(states: readonly State[]): readonly string[] {
  return states.map(({ cluster }) => assumptionsOf(cluster)).find(({ length }) => length > 0) ?? [];
}

const NONE = { added: 0, removed: 0, changed: 0 };

/** Why an id cannot be accepted, if it is none. */
export function unknownAcceptance(given: readonly BaselineEntry[], rules: readonly { readonly id: string }[]): string | undefined {
  const wrong = given.find(({ id }) => !ruleOf(id) && !rules.some((rule) => rule.id === id));
  return wrong && `there is no risk or finding ${wrong.id}; copy the id from the report`;
}

const READINGS: Readonly<Record<Reading, string>> = {
  clusters: 'each reviewed apart as the configuration file of BASE says',
  applications: 'each reviewed apart as Applications and Kustomizations of Flux say',
  alternatives: 'each reviewed apart because some are alternatives',
  versions: 'each compared with the one that it replaces, as if both were installed',
};

/** Which reading of the repository was used. */
export function touchedText({ of, judged }: ReviewedRepository, shard?: Shard): string {
  if (!of) return '';
  const units = judged.flatMap(({ results }) => results);
  const names = units.map(({ unit }) => unit);
  const [one, many] = of.areClusters ? ['cluster', 'clusters'] : of.reading === 'versions' ? ['bundle', 'bundles'] : ['unit', 'units'];
  const [first, ...others] = units;
  const who = first && others.length === 0 ? appliedByText(first.appliedBy) : '';
  const own = names.length === 0 ? 'none' : `${unitsText(names, of.count, many)}${who}`;
  const inAll = of.wanted.length === 0 ? 'none' : of.wanted.length;
  const whose = shard ? `${inAll}; in shard ${shard.index} of ${shard.of}: ${own}` : own;
  const touched = `${counted(of.count, one)}, ${READINGS[of.reading]}; the change touches ${whose}`;
  const open = of.unexpanded.length > 0 ? [`; not expanded: ${listed(of.unexpanded, 'ApplicationSets')}`] : [];
  const beyond = of.beyond.length > 0 ? [`; ${beyondText(of.beyond)}`] : [];
  const inParts = judged.flatMap((unit) => unit.inParts);
  const parts = inParts.length > 0 ? [`; reviewed part by part: ${inParts.join(', ')}`] : [];
  return `${printable([touched, ...open, ...beyond, ...parts].join(''))}\n`;
}

/** What a part says besides what was found. */
interface AboutPart {
  readonly part: ReviewPart['part'];
  readonly sides: readonly object[];
  readonly failOn: FailOn | FailOnRules;
  readonly all: boolean;
  readonly baseline: SourceText;
  readonly accepted: readonly BaselineEntry[];
  readonly problems: readonly Problem[];
}

/** What a shard gives, for `report merge`. @param result of this shard */
export function partOf({ of, rest, unread, judged }: ReviewedRepository, result: Review, about: AboutPart): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    ...about,
    ...of,
    rest,
    unread,
    judged: judged.map((unit) => ({
      ...unit,
      results: unit.results.map(({ alone, ...one }) => ({
        ...one,
        ...(alone ? { alone: { versions: alone.versions, background: alone.background(result) } } : {}),
      })),
    })),
  };
}

/** What is said of the cluster: from it, a state without any unit is made again. */
const SAID = [
  'profile',
  'platform',
  'olmVersion',
  'kubeVersion',
  'globalCatalogNamespace',
  'assumeNamespace',
  'lenient',
  'dependencies',
  'install',
] as const;

/** What of the options of a side is said of its cluster. */
export function saidOf(options: Side[1]): object {
  return Object.fromEntries(SAID.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}
