/** Folds the reviews of a repository's units, from one machine or several, into one report. */

import type { SourceText } from '../../base/manifest/parse.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { appliedByText, beyondText, unitsText } from '../../base/wording/permissions.js';
import { counted, listed } from '../../base/wording/phrases.js';
import { assumptionsOf } from '../../olm/evaluate/evaluate.js';
import type { FailOn, FailOnRules, Finding } from '../../olm/model/finding.js';
import { LISTED, type UnreadFile } from '../../olm/model/unread-file.js';
import { type Background, type ReviewData, type ReviewPart, SCHEMA_VERSION, type SidesVersions } from '../../report/index.js';
import type { Reading, Shard, Side, UnreadSides } from '../../repository/index.js';
import { accept, type BaselineEntry, foldReviews, type Review, ruleOf, type State, type UnitReview } from '../../review/index.js';

/** The review of a touched unit; and of its parts, if it cannot be reviewed as a whole. */
export interface ReviewedUnit {
  readonly unit: string;
  readonly results: readonly {
    readonly unit: string;
    readonly isCluster?: true;
    /** Whether the profile of OLM v1 was chosen because the unit has OLM v1's objects. */
    readonly followed?: true;
    /** Objects of Argo CD and Flux that apply the unit, after the change. */
    readonly appliedBy: readonly string[];
    readonly review: Review;
    /** Whether HEAD has a finding of an id that makes the run fail. */
    readonly told: boolean;
    /** The assumptions about the unit. */
    readonly notes: readonly string[];
    /** Additional data for a report of this unit alone. */
    readonly alone?: Alone;
  }[];
  /** Clusters that cannot be reviewed as a whole, and are reviewed part by part. */
  readonly inParts: readonly string[];
  readonly problems: readonly Problem[];
}

/** Additional data of a report. */
export interface Alone {
  readonly versions: SidesVersions;
  readonly background: (result: Review) => Background;
}

/** The reported content of a review. */
export interface ReviewedChange extends ReviewData {
  /** Problems with the entries of the baseline. */
  readonly findings: readonly Finding[];
  /** The text about the reading of the repository; empty if the input is one unit. */
  readonly touched: string;
  /** Problems that are printed with the report. */
  readonly problems: readonly Problem[];
  /** Whether HEAD has a finding of an id that makes the run fail. */
  readonly told: boolean;
  /** Whether HEAD breaks the settings, without which it is judged. */
  readonly isBroken?: true;
}

/** The files that the pipelines of BASE lead to, changed or not, and the changed files that no tool applies. */
export interface AroundPipelines extends UnreadSides {
  started(): readonly UnreadFile[];
}

/** Both states, with what is around their pipelines. */
export function withAround(base: State, head: State, around: AroundPipelines | undefined): readonly [base: State, head: State] {
  if (!around) return [base, head];
  return [
    { ...base, started: () => around.started(), beside: around.base },
    { ...head, beside: around.head },
  ];
}

/** The results of a repository, or of one shard. */
export interface ReviewedRepository {
  /** Absent if the input is one unit. */
  readonly of?: {
    readonly reading: Reading;
    readonly areClusters: boolean;
    readonly count: number;
    /** The touched units of all shards. */
    readonly wanted: readonly string[];
    /** ApplicationSets that the repository alone cannot expand, after the change. */
    readonly unexpanded: readonly string[];
    /** Units that load files from outside of a kustomization's folder, after the change. */
    readonly beyond: readonly string[];
  };
  /** The review of everything outside of units, or of the whole. */
  readonly rest: Review;
  readonly unread: UnreadSides;
  readonly around?: AroundPipelines | undefined;
  readonly judged: readonly ReviewedUnit[];
}

/** The inputs of the judgement. */
export interface Judging {
  /** Both states without any unit. */
  readonly empty: Readonly<Record<'base' | 'head', State>>;
  compare(base: State, head: State): Review;
  readonly entries: readonly BaselineEntry[];
  readonly day: string;
}

/** Folds all reviews into one with equal results once; and finds problems with the entries of the baseline. */
export function foldReviewed(
  { of, rest, unread, around, judged }: ReviewedRepository,
  { empty, compare, entries, day }: Judging,
): { readonly result: Review; readonly findings: readonly Finding[] } {
  const [base, head] = withAround({ ...empty.base, unread: unread.base }, { ...empty.head, unread: unread.head }, around);
  const files = of ? [{ review: { ...compare(base, head), objects: NONE } }] : [];
  const others: UnitReview[] = [...files, ...judged.flatMap(({ results }) => results.map(({ unit, review }) => ({ unit, review })))];
  const what = of?.areClusters ? 'clusters' : 'units';
  const accepted = ({ unit, review }: UnitReview): UnitReview => ({
    ...(unit === undefined ? {} : { unit }),
    review: accept(review, entries, day).review,
  });
  const result = foldReviews([accepted({ review: rest }), ...others.map(accepted)], what);
  const { findings } = accept(foldReviews([{ review: rest }, ...others], what), entries, day);
  // In a repository, only unread files with a reason of `LISTED` are news.
  return { result: of ? { ...result, unread: result.unread.filter(({ reason }) => LISTED.has(reason)) } : result, findings };
}

/** The assumptions about the first of these states that has any. */
export function notesOf(states: readonly State[]): readonly string[] {
  return states.map(({ cluster }) => assumptionsOf(cluster)).find(({ length }) => length > 0) ?? [];
}

const NONE = { added: 0, removed: 0, changed: 0 };

/** The error text for an unknown id of an acceptance. */
export function unknownAcceptance(given: readonly BaselineEntry[], rules: readonly { readonly id: string }[]): string | undefined {
  const wrong = given.find(({ id }) => !ruleOf(id) && !rules.some((rule) => rule.id === id));
  return wrong && `there is no risk or finding ${wrong.id}; copy the id from the report`;
}

const READINGS: Readonly<Record<Reading, string>> = {
  clusters: 'each reviewed apart as the configuration file of BASE says',
  applications: 'each reviewed apart as Applications and Kustomizations of Flux say',
  alternatives: 'each reviewed apart because some are alternatives',
  versions: 'each compared with the one that it replaces, as if both were installed',
  channels: 'each with the bundle that OLM installs from it before and after the change',
};

/** The text about the reading of the repository, and the touched units. */
export function touchedText({ of, judged }: ReviewedRepository, shard?: Shard): string {
  if (!of) return '';
  const units = judged.flatMap(({ results }) => results);
  const isRest = (unit: string): boolean => unit === '.' && (of.reading === 'versions' || of.reading === 'channels');
  const names = units.map(({ unit }) => unit).filter((unit) => !isRest(unit));
  const [one, many] = namesOfUnits(of);
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

/** The name of one unit, and of several. */
function namesOfUnits({ areClusters, reading }: NonNullable<ReviewedRepository['of']>): readonly [one: string, many: string] {
  if (areClusters) return ['cluster', 'clusters'];
  if (reading === 'versions') return ['bundle', 'bundles'];
  return reading === 'channels' ? ['channel', 'channels'] : ['unit', 'units'];
}

/** Metadata of a part. */
interface AboutPart {
  readonly part: ReviewPart['part'];
  readonly sides: readonly object[];
  readonly failOn: FailOn | FailOnRules;
  readonly all: boolean;
  readonly baseline: SourceText;
  readonly accepted: readonly BaselineEntry[];
  readonly problems: readonly Problem[];
}

/** The output of a shard, for `report merge`. @param result the result of this shard */
export function partOf({ of, rest, unread: { base, head }, around, judged }: ReviewedRepository, result: Review, about: AboutPart): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    ...about,
    ...of,
    rest,
    unread: { base, head },
    ...(around ? { around: { base: around.base, head: around.head, started: around.started() } } : {}),
    judged: judged.map((unit) => ({
      ...unit,
      results: unit.results.map(({ alone, ...one }) => ({
        ...one,
        ...(alone ? { alone: { versions: alone.versions, background: alone.background(result) } } : {}),
      })),
    })),
  };
}

/** The options about the cluster, from which a merge remakes a state without any unit. */
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

/** The options of a side that concern its cluster. */
export function clusterOptions(options: Side[1]): object {
  return Object.fromEntries(SAID.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}
