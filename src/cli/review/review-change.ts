/** Reviews a change, from both inputs to the reported result: reads, compares and judges, and prints nothing. */

import { isError, type Problem, stops } from '../../base/manifest/problem.js';
import { FOLLOWS_V1 } from '../../olm/evaluate/evaluate.js';
import { followedSides } from '../../olm/evaluate/followed-sides.js';
import type { FailOn, FailOnRules } from '../../olm/model/finding.js';
import type { ClusterEntry } from '../../olm/model/repository-options.js';
import { versionsOf } from '../../olm/model/versions.js';
import { backgroundOf, digestOf, versionsJson } from '../../report/index.js';
import {
  type Baseline,
  baselineOf,
  besideFiles,
  type Choice,
  isAnything,
  isChoice,
  judgedPlacement,
  mayBeSeveral,
  readBaseline,
  readCatalogs,
  readStates,
  readUnits,
  readVersions,
  type Shard,
  type Side,
  type StatesRead,
  textsIn,
  type UnitStates,
  type UnitsRead,
  withOwnSources,
} from '../../repository/index.js';
import {
  type BaselineEntry,
  baselineChanges,
  brokenBaseline,
  fileChanges,
  notCompared,
  type Review,
  review,
  riskFinders,
  type State,
  sortedFindings,
  startedFiles,
  toldList,
  withMigration,
} from '../../review/index.js';
import { reviewOfMade } from './made-applications.js';
import {
  type Alone,
  type AroundPipelines,
  clusterOptions,
  foldReviewed,
  notesOf,
  partOf,
  type ReviewedChange,
  type ReviewedRepository,
  type ReviewedUnit,
  touchedText,
  unknownAcceptance,
  withAround,
} from './reviewed-units.js';

/** The change, and the options of the review. */
export interface ChangeAsked {
  readonly base: Side;
  readonly head: Side;
  /** The baseline file. @default the baseline of BASE: a change must not decide how it is judged */
  readonly baseline?: string | undefined;
  /** Acceptances for this review alone. */
  readonly given: readonly BaselineEntry[];
  readonly failOn: FailOn | FailOnRules;
  /** The day that decides on expired entries. */
  readonly day: string;
  /** Whether inputs can be repositories; a bundle that is placed by options is a whole. */
  readonly hasUnits: boolean;
  readonly choice: Choice;
  readonly shard?: Shard | undefined;
  /** Both sides, with the settings of a cluster. */
  sidesOf(entry: ClusterEntry): readonly [base: Side, head: Side];
  /** Metadata for the part of a shard. */
  readonly ofPart: { readonly program: string; readonly all: boolean; readonly question: object };
}

/** The result. Without a review, `refused` or the problems are the reason. */
export interface ChangeReviewed {
  /** Assumptions, printed first. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
  readonly refused?: string;
  readonly reviewed?: ReviewedChange;
}

/** Reviews a change. */
export function reviewChange(asked: ChangeAsked): ChangeReviewed {
  const { head: headSide, shard, day } = asked;
  const judgement = judgementOf(asked);
  const { accepted, problems } = judgement;
  const change = readChange(asked);
  if ('refused' in change) return { notes: [], problems: [], refused: change.refused };
  if ('problems' in change) return { notes: [], problems: change.problems };
  const notes = notesOfChange(asked, change);
  if (problems.some(stops)) return { notes, problems };
  const wrong = unknownAcceptance(asked.given, accepted.configuration.rules);
  if (wrong !== undefined) return { notes, problems, refused: wrong };

  const { units, read, base, head } = change;
  const compare = comparison(headSide, accepted);
  const reviewed = reviewedUnits(asked, change, compare);
  const ofAll = compared(compare, { base, head, options: read.options });
  const ofMade = reviewOfMade(asked.base, headSide, [{ base, head }, ...statesOf(change)], compare);
  const repository: ReviewedRepository = {
    ...(units ? { of: ofRepository(units) } : {}),
    rest: {
      ...besides(change.around, ofAll),
      findings: sortedFindings([...judgement.changes, ...silentFindings(asked, change), ...ofMade.findings, ...ofAll.findings]),
      changes: [...ofMade.changes, ...besides(change.around, ofAll).changes],
    },
    unread: units?.unread ?? { base: [], head: [] },
    around: units && change.around,
    judged: reviewed,
  };
  const { result, findings } = foldReviewed(repository, {
    empty: { base, head },
    compare,
    entries: [...accepted.entries, ...asked.given],
    day,
  });
  const single = reviewed.flatMap(({ results }) => results.flatMap((one) => one.alone ?? []));
  const { versions, background } = single[0] ?? aloneOf(base, head, read.options);
  return {
    notes,
    problems: problems.filter(({ isAside }) => !isAside),
    reviewed: {
      result,
      findings,
      touched: touchedText(repository, shard),
      versions,
      background: () => background(result),
      ...(problems.some(({ isAside }) => isAside) ? { isBroken: true as const } : {}),
      problems: [
        ...problems.filter(({ isAside }) => isAside),
        ...read.base.problems.filter(isPerhapsWrongPath),
        ...read.head.problems,
        ...(units?.units ?? []).flatMap((one) => one.problems),
      ],
      told: reviewed.some(({ results }) => results.some(({ told }) => told)) || (single.length === 0 && isTold(head, asked)),
      ...(shard && units ? { part: () => partOfShard(asked, judgement, { repository, result, shard, units }) } : {}),
    },
  };
}

/** Both states of a change: those of its units, or those of the whole input. */
interface ReadChange {
  /** Absent if both inputs are read as a whole. */
  readonly units?: UnitsRead | undefined;
  readonly read: StatesRead;
  readonly base: State;
  readonly head: State;
  /** Absent if only some of the units are asked for. */
  readonly around: AroundPipelines | undefined;
}

/** Reads both states of a change, unit by unit where the inputs have several. */
function readChange(asked: ChangeAsked): ReadChange | { readonly refused: string } | { readonly problems: readonly Problem[] } {
  const { base: baseSide, head: headSide, choice, shard } = asked;
  const found = unitsOf(asked, false) ?? ofOperators(asked);
  const whole = found ? undefined : readStates(alone(baseSide), alone(headSide));
  // An input that cannot be read as a whole is read unit by unit: an unbuilt unit does not stop the others.
  const isWhole = whole !== undefined && !mayBeSeveral(whole);
  const apart = found || isWhole || shard || isChoice(choice) ? undefined : unitsOf(asked, true);
  // The author has to fix faults of the change itself.
  const units = found ?? (apart?.units.every(({ problems }) => !problems.some(isError)) ? apart : undefined);
  if (isChoice(choice) && !units) return { refused: '--cluster and --unit need one repository as input' };
  if (shard && !units) return { refused: '--shard needs a repository with several units' };
  if (units && units.unknown.length > 0) return { refused: `neither BASE nor HEAD has the unit ${units.unknown.join(' or ')}` };
  const read = units
    ? ofNoUnit(units, baseSide, headSide)
    : withOwnSources(whole ?? readStates(alone(baseSide), alone(headSide)), alone(baseSide), alone(headSide));
  const { state: base } = read.base;
  const { state: head } = read.head;
  if (!base || !head) return { problems: [...read.base.problems, ...read.head.problems] };
  const around = isChoice(choice) ? undefined : aroundPipelines(asked, units?.unread.whole ?? base.unread);
  if (units) return { units, read, base, head, around };
  const [before, after] = withAround(base, head, around);
  return { units, read, base: before, head: after, around };
}

function aroundPipelines({ base: [base], head: [head] }: ChangeAsked, unread: State['unread']): AroundPipelines {
  let started: State['unread'] | undefined;
  return {
    ...besideFiles(base, head),
    started: () => {
      started ??= startedFiles(unread, textsIn(base));
      return started;
    },
  };
}

/** The touched units, if the inputs are repositories with several units. @param isApart whether parts of one cluster are units, too */
function unitsOf({ base, head, hasUnits, choice, shard, sidesOf }: ChangeAsked, isApart: boolean): UnitsRead | undefined {
  if (!hasUnits) return undefined;
  return readUnits(alone(base), alone(head), { clusters: baselineOf(base[0]).clusters, choice, isApart, shard, sidesOf });
}

/** The versions or channels that a change touches, if the inputs are operators that nothing installs. */
function ofOperators({ base, head, hasUnits, shard }: ChangeAsked): UnitsRead | undefined {
  if (!hasUnits) return undefined;
  const sides = [alone(base), alone(head)] as const;
  return readVersions(...sides, shard) ?? readCatalogs(...sides, shard);
}

function statesOf({ units }: ReadChange): readonly UnitStates[] {
  return (units?.units ?? []).flatMap((one) => one.states);
}

function isOfOperators(units: UnitsRead | undefined): boolean {
  return units?.reading === 'versions' || units?.reading === 'channels';
}

/** The assumptions of a review. */
function notesOfChange(asked: ChangeAsked, change: ReadChange): readonly string[] {
  const { units, read, base, head } = change;
  const states = statesOf(change);
  const isFollowed = isOpen(asked) && [...states, ...(units ? [] : [read])].some(({ options }) => options[0].profile === 'olm-v1');
  return [
    ...(isFollowed ? [FOLLOWS_V1] : []),
    // The assumptions of all units; for versions, their reading already implies them.
    ...notesOf(isOfOperators(units) ? [] : [base, head, ...states.flatMap((one) => [one.base, one.head])]),
  ];
}

type Compare = (before: State, after: State) => Review;

/** The comparison of two states, with the rules of the accepted configuration. */
function comparison([, { progress }]: Side, { configuration }: Baseline): Compare {
  const finders = riskFinders(configuration);
  return (before, after) => {
    progress?.({ doing: 'reviewing' });
    return review(before, after, finders);
  };
}

/** The review of a pair of states; with what a move away from OLM means, if it is one. */
function compared(compare: Compare, { base, head, options }: Pick<UnitStates, 'base' | 'head' | 'options'>): Review {
  const plain = compare(base, head);
  return leavesOlm(options) ? withMigration(plain, base, head) : plain;
}

/** Whether the run fails for an id that HEAD has. It also matches findings that BASE has: an unknown operator stays unknown. */
function isTold({ findings }: State, { failOn }: ChangeAsked): boolean {
  return typeof failOn !== 'string' && findings.some(({ id }) => failOn.ids.includes(id));
}

/** The touched units with their reviews. */
function reviewedUnits(asked: ChangeAsked, change: ReadChange, compare: Compare): readonly ReviewedUnit[] {
  const isOnlyOne = statesOf(change).length === 1;
  return (change.units?.units ?? []).map(
    ({ name, states, inParts, problems }): ReviewedUnit => ({
      unit: name,
      results: states.map((one) => ({
        unit: one.unit,
        ...(one.isCluster ? { isCluster: one.isCluster } : {}),
        ...(isOpen(asked) && one.options[0].profile === 'olm-v1' ? { followed: true } : {}),
        appliedBy: one.appliedBy,
        review: compared(compare, one),
        told: isTold(one.head, asked),
        notes: notesOf([one.base, one.head]),
        ...(isOnlyOne ? { alone: aloneOf(one.base, one.head, one.options) } : {}),
      })),
      inParts,
      problems,
    }),
  );
}

/** Findings about states that contain nothing to compare. */
function silentFindings({ base: [base], head: [head] }: ChangeAsked, change: ReadChange): Review['findings'] {
  // The bundles that a cluster gets from a catalog are compared; other differences of a catalog are listed.
  if (change.units?.reading === 'channels') return [];
  const pairs = change.units ? statesOf(change).map((one) => [one.base, one.head] as const) : [[change.base, change.head] as const];
  return toldList({ change: { new: notCompared(pairs, change.units === undefined, [base, head].every(isAnything)) } });
}

interface ReviewedShard {
  readonly repository: ReviewedRepository;
  readonly result: ReviewedChange['result'];
  readonly shard: Shard;
  readonly units: UnitsRead;
}

/** The part of a review that `report` merges with those of the other shards. */
function partOfShard(
  asked: ChangeAsked,
  { accepted, proposed, problems }: Judgement,
  { repository, result, shard, units }: ReviewedShard,
): object {
  const { program, all, question } = asked.ofPart;
  const digest = digestOf(question, units.identities, accepted.written, proposed.written);
  return partOf(repository, result, {
    part: { command: 'review', program, asked: digest, shard, day: asked.day },
    sides: [asked.base, asked.head].map(([input, given]) => ({ input, ...clusterOptions(given) })),
    failOn: asked.failOn,
    all,
    baseline: accepted.written,
    accepted: asked.given,
    problems,
  });
}

interface Judgement {
  readonly accepted: Baseline;
  /** The baseline of HEAD. */
  readonly proposed: Baseline;
  readonly problems: readonly Problem[];
  /** The changes of the baseline itself. */
  readonly changes: Review['findings'];
}

/** The baseline that judges the change, and the change of the baseline. */
function judgementOf({ base: [base], head: [head], baseline }: ChangeAsked): Judgement {
  const accepted = baseline === undefined ? baselineOf(base) : readBaseline(baseline);
  const proposed = baseline === undefined ? baselineOf(head) : accepted;
  const isRepaired = proposed !== accepted && proposed.problems.length === 0;
  // A baseline that is invalid in BASE, and repaired in HEAD, accepts nothing.
  const unread = accepted.problems.map((problem) => (isRepaired ? { ...problem, tolerated: true as const } : problem));
  return {
    accepted,
    proposed,
    // The settings of HEAD judge nothing here: the change is judged without them, and refused for them.
    problems: proposed === accepted ? unread : [...unread, ...proposed.problems.map((problem) => ({ ...problem, isAside: true as const }))],
    changes: toldList({
      change: {
        new: proposed.problems.some(isError)
          ? brokenBaseline(proposed.problems.map(({ message, found }) => `${message}, found ${found}`))
          : baselineChanges(accepted, proposed),
      },
    }),
  };
}

/** The empty states of both sides, for findings outside of units. */
function ofNoUnit({ empty, units }: UnitsRead, base: Side, head: Side): StatesRead {
  const clusters = units.flatMap(({ states }) => states.flatMap((one) => [one.base.cluster, one.head.cluster]));
  const options = followedSides(base[1], head[1], clusters);
  return { base: { state: empty.base, problems: [] }, head: { state: empty.head, problems: [] }, options };
}

/** The side with a placement: two lone bundles are compared as if each was installed, without a cluster around them. */
function alone([input, options]: Side): Side {
  const { placement } = { ...judgedPlacement(options.profile), ...options };
  return [input, { ...options, placement: { ...placement, inAnyCase: true } }];
}

/** The review with the changed files of both inputs that no tool applies, and that it does not list yet. */
function besides(files: AroundPipelines | undefined, of: Review): Review {
  if (!files) return of;
  const known = new Set(of.changes.flatMap(({ object: { kind, name } }) => (kind === 'File' ? [name] : [])));
  const others = fileChanges(
    files.base,
    files.head,
    () => false,
    (path) => known.has(path),
  );
  return { ...of, changes: [...of.changes, ...others] };
}

/** Whether no profile is named. */
function isOpen({ base: [, base], head: [, head] }: ChangeAsked): boolean {
  return base.profile === undefined && head.profile === undefined;
}

/** Whether the change moves operators from OLM to an installation without OLM, or to OLM v1. */
function leavesOlm([base, head]: StatesRead['options']): boolean {
  return head.install !== undefined && base.install === undefined;
}

function aloneOf(base: State, head: State, [before, after]: StatesRead['options']): Alone {
  return {
    versions: {
      base: versionsJson(versionsOf(base.cluster.versions), before.profile === 'olm-v1'),
      head: versionsJson(versionsOf(head.cluster.versions), after.profile === 'olm-v1'),
    },
    background: (result) => backgroundOf(base, head, result),
  };
}

function ofRepository({ reading, areClusters, all, touched, unexpanded, beyond }: UnitsRead): ReviewedRepository['of'] {
  return { reading, areClusters, count: all, wanted: touched, unexpanded, beyond };
}

/** Whether a problem of BASE may be a wrong path. Other problems of BASE cannot be fixed any more. */
function isPerhapsWrongPath({ code }: Problem): boolean {
  return code === 'NO_MANIFESTS' || code === 'GIT_PATH_NOT_FOUND';
}
