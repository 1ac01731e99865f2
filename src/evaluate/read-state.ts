/** Inputs → one state of a review: read, evaluated, and with its places. */

import { resolutionFindings } from '../findings/input/index.js';
import { judgeable, type Problem, stops, tolerate } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { namesOf, type Source } from '../source/read-files.js';
import { readForReview } from '../source/read-for-review.js';
import type { ReadOptions } from '../source/read-input.js';
import { evaluatedState } from '../state/evaluated-state.js';
import { placed, placesIn } from '../state/places-in.js';
import { renderedState } from '../state/rendered-state.js';
import type { State } from '../state/state.js';
import { type EvaluateOptions, evaluate, withoutLeftOut } from './evaluate.js';
import { ofGuessed } from './guessed.js';
import { withLeftBehind } from './left-behind.js';

/**
 * Reads and evaluates one state of a review. For bad input, it returns only the problems.
 *
 * An input without operators is a warning here: a change can add the first one or remove the last one.
 *
 * @param inputs files and folders of manifests, or one folder that an earlier rendering wrote, which is used unchanged.
 * Each can be `git:REVISION[:PATH]`, with a path relative to the top of the repository
 * @param options with `before`, the cluster that a change starts from: operators that it leaves behind are still there
 * @example
 * const { state } = readState(['git:origin/main:clusters/prod']);
 */
export function readState(
  inputs: readonly Source[],
  options: EvaluateOptions & ReadOptions & { readonly before?: Cluster | undefined } = {},
): { problems: readonly Problem[]; state?: State } {
  const input = readForReview(inputs, options);
  const { documents, locator, others, written } = input;
  // Without OLM, what is no longer rendered is pruned.
  const cluster = options.before && !options.install ? withLeftBehind(input.cluster, options.before) : input.cluster;
  const problems = judgeable(input.problems).map(allowNothing);
  if (problems.some(stops)) return { problems };
  const label = namesOf(inputs);
  const placeOf = placesIn({ cluster, documents: [...written, ...documents] }, locator.place);
  if (input.isRendered) {
    const state = renderedState(label, input, placeOf, options);
    const findings = resolutionFindings(state.cluster, state.resolution).map((finding) => placed(finding, placeOf));
    return { problems, state: { ...state, findings } };
  }
  const found = evaluate(cluster, options);
  const evaluation = { ...found, findings: ofGuessed(found.findings, inputs) };
  const all = [...problems, ...evaluation.problems.map((problem) => tolerate(locator.locate(problem), options))];
  if (all.some(stops)) return { problems: all };
  const applied = withoutLeftOut(evaluation, options);
  return {
    problems: all,
    state: evaluatedState(label, applied, placeOf, documents, { written, others, unread: input.unread, raw: input.raw }),
  };
}

function allowNothing(problem: Problem): Problem {
  return problem.code === 'NO_MANIFESTS' ? { ...problem, tolerated: true } : problem;
}
