/** Reads inputs and evaluates them to one state of a review, with its places. */

import { isNamedObject } from '../../base/kubernetes/object.js';
import { RBAC_KINDS } from '../../base/kubernetes/rbac.js';
import { type Problem, stops, tolerate } from '../../base/manifest/problem.js';
import { judgeable } from '../../base/manifest/problem-reach.js';
import { objectFindings } from '../../olm/checks/files/index.js';
import { resolutionFindings } from '../../olm/checks/index.js';
import { evaluateFiles, withoutLeftOut } from '../../olm/evaluate/evaluate-files.js';
import type { EvaluateOptions, Evaluation } from '../../olm/evaluate/evaluation.js';
import { placed, placesIn } from '../../olm/evaluate/places-in.js';
import { type Before, withStaying } from '../../olm/evaluate/staying.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { withLeftBehind } from '../../olm/model/left-behind.js';
import type { ProfileName } from '../../olm/render/index.js';
import type { UncountedObject } from '../../olm/render/uncounted-object.js';
import { evaluatedState, renderedState, type State } from '../../review/index.js';
import type { Placement } from '../bundles/placed-bundle.js';
import { problemsOfLeftOut } from '../input/left-out.js';
import { namesOf, type Source } from '../input/read-files.js';
import { type ReviewInput, readForReview } from '../input/read-for-review.js';
import type { ReadOptions } from '../input/read-input.js';
import { ofGuessed } from './guessed.js';

/** Options for reading and evaluating a state. With `before`, operators that the change from that state leaves as they are remain. */
export interface StateOptions extends EvaluateOptions, ReadOptions {
  readonly before?: Before | undefined;
}

/** The result of reading a state; without a state, the problems are the reason. */
export interface StateRead {
  readonly problems: readonly Problem[];
  readonly state?: State;
  /** Whether the input may be several units: objects contradict each other, or a part is not built. @default false */
  readonly isSeveral?: true;
}

/**
 * Reads and evaluates one state of a review. Parts that a problem makes unknown are left out; only a problem of the whole input, such
 * as a missing folder, leaves no state.
 *
 * An input without operators is a warning here: a change can add the first one or remove the last one.
 *
 * @param inputs files and folders of manifests, or one folder that an earlier rendering wrote, which is used unchanged.
 * Each can be `git:REVISION[:PATH]`, with a path relative to the top of the repository
 * @example
 * const { state } = readState(['git:origin/main:clusters/prod']);
 */
export function readState(inputs: readonly Source[], options: StateOptions = {}): StateRead {
  const input = readForReview(inputs, options);
  const read = stateOf(input, inputs, options);
  return { ...read, problems: [...problemsOfLeftOut(input.unjudged, options.tolerates ?? (() => false)), ...read.problems] };
}

/** The problems of an input of a review. */
export function problemsOf({ problems }: ReviewInput): readonly Problem[] {
  return judgeable(problems).map(allowNothing);
}

/** Evaluates an input of a review. */
export function stateOf(input: ReviewInput, inputs: readonly Source[], options: StateOptions): StateRead {
  const { documents, locator, others, written } = input;
  // Without OLM, objects that are no longer rendered are pruned; OLM v1 is one itself.
  const before = options.install && options.profile !== 'olm-v1' ? undefined : options.before;
  const cluster = before && !options.install ? withLeftBehind(input.cluster, before.cluster) : input.cluster;
  const problems = problemsOf(input);
  if (problems.some(stops)) return { problems };
  const label = namesOf(inputs);
  const placeOf = placesIn({ cluster, documents: [...written, ...documents] }, locator.place);
  if (input.isRendered) {
    const state = renderedState(label, input, placeOf, options);
    const findings = resolutionFindings(state.cluster, state.resolution).map((finding) => placed(finding, placeOf));
    return { problems, state: { ...state, findings } };
  }
  const found = evaluatedAfter(cluster, before, options, extensionsLeftOut(input));
  const ofObjects = objectFindings(
    found.rendered,
    documents.map(({ value }) => value),
  );
  const evaluation = { ...found, findings: ofGuessed([...found.findings, ...ofObjects], inputs) };
  const all = [...problems, ...evaluation.problems.map((problem) => tolerate(locator.locate(problem), options))];
  const applied = withoutLeftOut(evaluation, options);
  return {
    problems: all,
    state: withUnjudged(
      evaluatedState(label, applied, placeOf, documents, { written, others, unread: input.unread, raw: input.raw }),
      input.unjudged,
    ),
  };
}

/** Evaluates a cluster; an operator that cannot be installed stays at its earlier version. The problems are those of the change. */
function evaluatedAfter(cluster: Cluster, before: Before | undefined, options: EvaluateOptions, leftOut: readonly string[]): Evaluation {
  const changed = evaluateFiles(cluster, options);
  const staying = before && withStaying({ ...changed, refused: [...changed.refused, ...leftOut] }, before);
  if (!staying) return changed;
  const { problems, refused } = changed;
  return { ...evaluateFiles(staying, options), problems, refused };
}

/** The names of ClusterExtensions that are not judged for their own mistakes. */
function extensionsLeftOut({ unjudged }: ReviewInput): readonly string[] {
  return unjudged.flatMap(({ what }) => {
    const value = 'object' in what ? what.object.value : undefined;
    return isNamedObject(value) && value.kind === 'ClusterExtension' ? [value.metadata.name] : [];
  });
}

/** Adds roles and bindings that cannot be judged as uncounted objects: they grant unknown permissions. */
function withUnjudged(state: State, unjudged: ReviewInput['unjudged']): State {
  const unreadable = unjudged.flatMap(({ what }): UncountedObject[] => {
    const value = 'object' in what ? what.object.value : undefined;
    return isNamedObject(value) && RBAC_KINDS.has(value.kind) ? [{ object: value, reason: 'unreadable' }] : [];
  });
  return unreadable.length === 0 ? state : { ...state, uncounted: [...(state.uncounted ?? []), ...unreadable] };
}

/** The placement of a lone bundle by a command that only judges: the namespace with the package's name. */
export function judgedPlacement(profile: ProfileName | undefined): { placement: Placement } {
  return { placement: { watchNamespaces: [], byOlmV1: profile === 'olm-v1' } };
}

function allowNothing(problem: Problem): Problem {
  return problem.code === 'NO_MANIFESTS' ? { ...problem, tolerated: true } : problem;
}
