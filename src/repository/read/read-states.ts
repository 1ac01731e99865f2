/** Reads both states of a review. If only one state has the folder, the other state is empty: a change can add or remove a folder. */
import { existsSync } from 'node:fs';
import { isGitInput } from '../../base/manifest/git-input.js';
import { isNoPlainText } from '../../base/manifest/plain-text.js';
import { isError, type Problem, type ProblemCode, stops } from '../../base/manifest/problem.js';
import { isYtt } from '../../base/manifest/ytt.js';
import type { EvaluateOptions } from '../../olm/evaluate/evaluation.js';
import { followedSides } from '../../olm/evaluate/followed-sides.js';
import { folderOf, type UnreadFile } from '../../olm/model/unread-file.js';
import { deliveriesIn } from '../applied/deliveries.js';
import { isMoved, movedObjects } from '../applied/moved-objects.js';
import { areNamedApart, nameOtherSites } from '../applied/sites.js';
import { catalogsOfSide } from '../bundles/catalogs-beside.js';
import { problemsOfLeftOut, type Tolerates } from '../input/left-out.js';
import type { Source } from '../input/read-files.js';
import { type ReviewInput, readForReview } from '../input/read-for-review.js';
import type { ReadOptions } from '../input/read-input.js';
import { otherSide } from '../units/units.js';
import { apartFrom } from './apart.js';
import { problemsOf, readState, type StateRead, stateOf } from './read-state.js';
import { besideKustomizations, withoutLoaded } from './unlisted.js';

/** Whether the input may be several units, so that a problem of one need not stop the others. */
export function mayBeSeveral({ base, head }: Pick<StatesRead, 'base' | 'head'>): boolean {
  return [base, head].some(({ state, isSeveral }) => !state || isSeveral === true);
}

/** Whether objects of listed files contradict each other, or a kustomization is not built. Plain folders can repeat objects. */
function areSeveral({ unjudged }: ReviewInput): boolean {
  return unjudged.some(({ problems, isListed }) =>
    problems.some(({ code }) => (code === 'DUPLICATE_OBJECT' && isListed) || isNotBuilt(code)),
  );
}

/** Whether the problem leaves a kustomization or chart unread. */
export function isNotBuilt(code: ProblemCode): boolean {
  return code === 'KUSTOMIZATION_NOT_BUILT' || code === 'KUSTOMIZATION_INVALID' || code === 'CHART_NOT_RENDERED';
}

/** One side of a review: its input and its options. */
export type Side = readonly [input: string, options: EvaluateOptions & ReadOptions];

/** Both sides, and the options of their evaluation. If the options name no profile, they get the chosen one. */
export interface StatesRead {
  readonly base: StateRead;
  readonly head: StateRead;
  readonly options: readonly [base: Side[1], head: Side[1]];
}

/**
 * Reads and evaluates both states of a review.
 *
 * @example
 * const { base, head } = readStates(['git:main:clusters/new', {}], ['clusters/new', {}]);
 */
export function readStates(base: Side, head: Side): StatesRead {
  const { base: before, head: after, options } = readPair(sourcesOf(base, head), sourcesOf(head, base));
  if (before.state && isMissing(after, head, base)) return { base: before, head: empty([head[0], options[1]], after.problems), options };
  if (after.state && isMissing(before, base, head)) return { base: empty([base[0], options[0]], before.problems), head: after, options };
  return { base: before, head: after, options };
}

/** One side of a pair; without sources, the side is empty. */
export interface SideSources {
  readonly sources: readonly Source[];
  readonly options: Side[1];
}

/**
 * Reads both sides, chooses the options of the evaluation by their content, and evaluates each side once.
 *
 * @param reading `whole`: the whole input; `unit`: a unit of a repository; `placed`: a unit whose place of application is defined
 */
export function readPair(base: SideSources, head: SideSources, reading: 'whole' | 'unit' | 'placed' = 'whole'): StatesRead {
  const [whole, is] = readApart(base, head);
  const unknown = unknownNow(whole, is);
  // Between units, the folder of another cluster counts as another cluster: objects that move into it are new. A whole input is assumed to
  // be one cluster, so the move is only reported.
  const isElsewhere = (from: string, to: string): boolean => reading === 'unit' && nameOtherSites(folderOf(from), folderOf(to));
  const moved = reading === 'placed' ? [] : movedObjects(whole, is, (from, to) => isElsewhere(from, to) || areNamedApart(from, to));
  const away = moved.filter(({ from, to }) => isElsewhere(from, to));
  const was =
    away.length + unknown.size === 0
      ? whole
      : readForReview(base.sources, { ...base.options, asUnbuilt: areMissing(whole, is), leavesOut: isMoved(whole, away) }, unknown);
  const [before, after] = withUnlisted(was, is);
  const isRead = (input: ReviewInput): boolean => !problemsOf(input).some(stops);
  const clusters = [before, after].filter(isRead).map(({ cluster }) => cluster);
  const followed = followedSides(base.options, head.options, clusters);
  const one = stateOf(before, base.sources, followed[0]);
  const other = stateOf(after, head.sources, { ...followed[1], before: one.state });
  const problems = [...problemsOfLeftOut(is.unjudged, toleratedSince(whole, is)), ...other.problems];
  return {
    base: {
      ...one,
      ...(areSeveral(whole) ? { isSeveral: true } : {}),
      problems: [...problemsOfLeftOut(was.unjudged, () => true), ...one.problems],
    },
    head: {
      problems,
      ...(areSeveral(is) ? { isSeveral: true } : {}),
      ...(other.state ? { state: { ...other.state, movedObjects: moved } } : {}),
    },
    options: followed,
  };
}

/**
 * Reads both sides. A side leaves out a kustomization or file if the other side applies it only through another kustomization, and if
 * nothing in this side applies it.
 */
function readApart(base: SideSources, head: SideSources): readonly [base: ReviewInput, head: ReviewInput] {
  const whole = readForReview(base.sources, base.options);
  const headOptions = { ...head.options, ...placedAs(whole, head.options) };
  const is = readForReview(head.sources, headOptions);
  // An object that makes a tool apply manifests can apply a file in an unknown way. With such an object, HEAD leaves nothing out.
  const [before, after] = [apartFrom(whole, is), deliveriesIn(is.documents) === '' ? apartFrom(is, whole) : new Set<string>()];
  return [
    before.size === 0 ? whole : readForReview(base.sources, { ...base.options, apart: before }),
    after.size === 0 ? is : readForReview(head.sources, { ...headOptions, apart: after }),
  ];
}

/** The paths that only HEAD cannot judge. Their applied objects are unknown, so these paths are not judged in BASE, either. */
function unknownNow(base: ReviewInput, head: ReviewInput): ReadonlySet<string> {
  const before = new Set(base.unjudged.map(({ path }) => path));
  return new Set(head.unjudged.flatMap(({ path }) => (before.has(path) ? [] : [path])));
}

/** Whether only HEAD has a kustomization that is not built, or a chart that is not rendered. */
function areMissing(base: ReviewInput, head: ReviewInput): boolean {
  const isMissing = ({ unjudged }: ReviewInput): boolean => unjudged.some(({ what }) => 'missing' in what);
  return isMissing(head) && !isMissing(base);
}

function withUnlisted(before: ReviewInput, after: ReviewInput): readonly [ReviewInput, ReviewInput] {
  const isLoaded = new Set(before.raw.loaded.map(({ path }) => path));
  const plain = new Set(before.raw.plain.flatMap(({ path }) => (isLoaded.has(path) ? [] : [path])));
  let applied: ReturnType<ReviewInput['raw']['applied']> | undefined;
  const isApplied = (path: string): boolean => {
    applied ??= [...before.raw.applied(), ...after.raw.applied()];
    return applied.some((one) => one.plain.has(path));
  };
  const marked = (input: ReviewInput): UnreadFile[] => besideKustomizations(input.unread, (path) => plain.has(path) || isApplied(path));
  const rest = hasSameDeliveries(before, after) ? withoutLoaded(marked(after), loadedIn(before)) : marked(after);
  return [
    { ...before, unread: withoutLoaded(marked(before), loadedIn(after)) },
    { ...after, unread: rest },
  ];
}

function hasSameDeliveries(one: ReviewInput, other: ReviewInput): boolean {
  return deliveriesIn(one.documents) === deliveriesIn(other.documents);
}

/** The content of each file that a kustomization loads. */
function loadedIn({ raw }: ReviewInput): (path: string) => string | undefined {
  const byPath = new Map(raw.loaded.map((file) => [file.path, file]));
  return (path) => byPath.get(path)?.content();
}

/**
 * Tolerates problems that BASE already had, and problems of new templates, which are not applied unrendered. The author of a change
 * has to fix the rest.
 */
function toleratedSince(base: ReviewInput, head: ReviewInput): Tolerates {
  const faultOf = (path: string, { code, path: field, found }: Problem): string =>
    JSON.stringify([path, code, field, ...(isNotBuilt(code) || code === 'KUSTOMIZATION_INVALID' ? [] : [found])]);
  const before = new Set(base.unjudged.flatMap(({ path, problems }) => problems.map((problem) => faultOf(path, problem))));
  const parts = new Map(head.unjudged.map((one) => [one.what, one]));
  // A file of a chart that is not rendered is a template, even if it is listed.
  const templates = new Set(
    // A text is read on access, so only the texts of broken files are read.
    base.unread.flatMap((file) => (file.reason === 'broken' && isNoPlainText(file.text ?? '') ? [file.path] : [])),
  );
  return (what, problem) => {
    const part = parts.get(what);
    if (!part) return false;
    const { path, isListed, text = '' } = part;
    if (before.has(faultOf(path, problem))) return true;
    if (!('file' in what)) return false;
    return isListed ? templates.has(path) : base.has(path) ? isYtt(text) : isNoPlainText(text);
  };
}

/** The placement of a lone bundle in HEAD: whether BASE placed the bundle, and whether it stays in its own namespace. */
function placedAs({ cluster }: ReviewInput, { placement }: Side[1]): Pick<ReadOptions, 'placement'> {
  const [group, ...more] = cluster.operatorGroups;
  const isPlaced = cluster.assumedNamespace !== undefined || placement?.installNamespace !== undefined;
  const { targetNamespaces: targets } = (group?.manifest.spec ?? {}) as { readonly targetNamespaces?: unknown };
  const isOwn = Array.isArray(targets) && targets.length === 1 && targets[0] === group?.namespace;
  if (!placement) return {};
  return { placement: { ...placement, wasPlaced: isPlaced, staysInOwn: isPlaced && isOwn && more.length === 0 } };
}

function sourcesOf([input, options]: Side, [other]: Side): SideSources {
  const catalog = catalogsOfSide(options.catalog ?? [], input);
  return { sources: [input], options: { ...options, catalog, otherSide: otherSide(other) } };
}

/** Whether only the path is missing, and not the revision. A path on disk can only be missing if the other side is a revision. */
function isMissing({ problems, state }: StateRead, [input]: Side, [other]: Side): boolean {
  if (state) return false;
  if (isGitInput(input)) return problems.filter(isError).every(({ code }) => code === 'GIT_PATH_NOT_FOUND');
  return isGitInput(other) && !existsSync(input);
}

/** @param problems why the side is empty: the path may be wrong, so the problems are still reported */
function empty([input, options]: Side, problems: readonly Problem[]): StateRead {
  const { state } = readState([], options);
  return {
    problems: problems.map((problem) => ({ ...problem, tolerated: true as const })),
    ...(state ? { state: { ...state, label: input } } : {}),
  };
}
