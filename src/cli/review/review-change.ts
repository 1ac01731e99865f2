/** Reviews a change, from both inputs to the reported result: reads, compares and judges, and prints nothing. */

import { isError, type Problem } from '../../base/manifest/problem.js';
import { FOLLOWS_V1 } from '../../olm/evaluate/evaluate.js';
import { followedSides } from '../../olm/evaluate/followed-profile.js';
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
  readStates,
  readUnits,
  readVersions,
  type Shard,
  type Side,
  type StatesRead,
  type UnitStates,
  type UnitsRead,
} from '../../repository/index.js';
import {
  type BaselineEntry,
  baselineChanges,
  fileChanges,
  notCompared,
  type Review,
  review,
  riskFinders,
  type State,
  sortedFindings,
  toldList,
  withMigration,
} from '../../review/index.js';
import {
  type Alone,
  foldReviewed,
  notesOf,
  partOf,
  type ReviewedChange,
  type ReviewedRepository,
  type ReviewedUnit,
  saidOf,
  touchedText,
  unknownAcceptance,
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
  const { base: baseSide, head: headSide, choice, shard, day, failOn } = asked;
  const refuse = (refused: string): ChangeReviewed => ({ notes: [], problems: [], refused });
  const judgement = judgementOf(asked);
  const { accepted } = judgement;
  const unitsOf = (isApart: boolean): UnitsRead | undefined =>
    asked.hasUnits
      ? readUnits(alone(baseSide), alone(headSide), {
          clusters: baselineOf(baseSide[0]).clusters,
          choice,
          isApart,
          shard,
          sidesOf: asked.sidesOf,
        })
      : undefined;
  const found = unitsOf(false) ?? (asked.hasUnits ? readVersions(alone(baseSide), alone(headSide), shard) : undefined);
  const whole = found ? undefined : readStates(alone(baseSide), alone(headSide));
  // An input that cannot be read as a whole is read unit by unit: an unbuilt unit does not stop the others.
  const isWhole = whole !== undefined && !mayBeSeveral(whole);
  const apart = found || isWhole || shard || isChoice(choice) ? undefined : unitsOf(true);
  // The author has to fix faults of the change itself.
  const units = found ?? (apart?.units.every(({ problems }) => !problems.some(isError)) ? apart : undefined);
  if (isChoice(choice) && !units) return refuse('--cluster and --unit need one repository as input');
  if (shard && !units) return refuse('--shard needs a repository with several units');
  if (units && units.unknown.length > 0) return refuse(`neither BASE nor HEAD has the unit ${units.unknown.join(' or ')}`);
  const read = units ? ofNoUnit(units, baseSide, headSide) : (whole ?? readStates(alone(baseSide), alone(headSide)));
  const { state: base } = read.base;
  const { state: head } = read.head;
  if (!base || !head) return { notes: [], problems: [...read.base.problems, ...read.head.problems] };
  const states = (units?.units ?? []).flatMap((one) => one.states);
  const isFollowed = isOpen(asked) && [...states, ...(units ? [] : [read])].some(({ options }) => options[0].profile === 'olm-v1');
  const notes = [
    ...(isFollowed ? [FOLLOWS_V1] : []),
    // The assumptions of all units; for versions, their reading already implies them.
    ...notesOf(units?.reading === 'versions' ? [] : [base, head, ...states.flatMap((one) => [one.base, one.head])]),
  ];
  const { problems } = judgement;
  if (problems.some(isError)) return { notes, problems };
  const wrong = unknownAcceptance(asked.given, accepted.configuration.rules);
  if (wrong !== undefined) return { notes, problems, refused: wrong };

  const finders = riskFinders(accepted.configuration);
  const compare = (before: State, after: State): Review => {
    headSide[1].progress?.({ doing: 'reviewing' });
    return review(before, after, finders);
  };
  // A threshold's id also matches findings that BASE has: an unknown operator stays unknown.
  const isTold = ({ findings }: State): boolean => typeof failOn !== 'string' && findings.some(({ id }) => failOn.ids.includes(id));
  const compared = (one: Pick<UnitStates, 'base' | 'head' | 'options'>): Review => {
    const plain = compare(one.base, one.head);
    return leavesOlm(one.options) ? withMigration(plain, one.base, one.head) : plain;
  };
  const reviewed = (units?.units ?? []).map(
    ({ name, states: ofUnit, inParts, problems }): ReviewedUnit => ({
      unit: name,
      results: ofUnit.map((one) => ({
        unit: one.unit,
        ...(one.isCluster ? { isCluster: one.isCluster } : {}),
        ...(isOpen(asked) && one.options[0].profile === 'olm-v1' ? { followed: true } : {}),
        appliedBy: one.appliedBy,
        review: compared(one),
        told: isTold(one.head),
        notes: notesOf([one.base, one.head]),
        ...(states.length === 1 ? { alone: aloneOf(one.base, one.head, one.options) } : {}),
      })),
      inParts,
      problems,
    }),
  );
  const ofAll = compared({ base, head, options: read.options });
  const pairs = units ? states.map((one) => [one.base, one.head] as const) : [[base, head] as const];
  const silent = toldList({
    change: {
      new: notCompared(
        pairs,
        units === undefined,
        [baseSide, headSide].every(([input]) => isAnything(input)),
      ),
    },
  });
  const repository: ReviewedRepository = {
    ...(units ? { of: ofRepository(units) } : {}),
    rest: { ...besides(asked, ofAll), findings: sortedFindings([...judgement.changes, ...silent, ...ofAll.findings]) },
    unread: units?.unread ?? { base: [], head: [] },
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
  const part = (ofShard: Shard, { identities }: UnitsRead): object => {
    const { program, all, question } = asked.ofPart;
    const digest = digestOf(question, identities, accepted.written, judgement.proposed.written);
    return partOf(repository, result, {
      part: { command: 'review', program, asked: digest, shard: ofShard, day },
      sides: [baseSide, headSide].map(([input, given]) => ({ input, ...saidOf(given) })),
      failOn,
      all,
      baseline: accepted.written,
      accepted: asked.given,
      problems,
    });
  };
  return {
    notes,
    problems,
    reviewed: {
      result,
      findings,
      touched: touchedText(repository, shard),
      versions,
      background: () => background(result),
      problems: [
        ...read.base.problems.filter(isPerhapsWrongPath),
        ...read.head.problems,
        ...(units?.units ?? []).flatMap((one) => one.problems),
      ],
      told: reviewed.some(({ results }) => results.some(({ told }) => told)) || (single.length === 0 && isTold(head)),
      ...(shard && units ? { part: () => part(shard, units) } : {}),
    },
  };
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
    problems: proposed === accepted ? unread : [...unread, ...proposed.problems],
    changes: toldList({
      change: {
        new: baselineChanges(accepted, proposed),
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
function besides({ base: [base], head: [head], choice }: ChangeAsked, of: Review): Review {
  if (isChoice(choice)) return of;
  const files = besideFiles(base, head);
  const known = new Set(of.changes.flatMap(({ object: { kind, name } }) => (kind === 'File' ? [name] : [])));
  const others = fileChanges(files.base, files.head, () => false).filter(({ object }) => !known.has(object.name));
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
