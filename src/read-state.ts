/** Inputs → one side of a review: read, evaluated, and with its places. */

import { type EvaluateOptions, type Evaluation, evaluate } from './evaluate.js';
import type { KubernetesObject } from './kubernetes/object.js';
import { isError, type Problem, tolerate } from './manifest/problem.js';
import { ofSets } from './render/index.js';
import { type ReadOptions, readForReview } from './source/read-input.js';
import { evaluatedState } from './state/evaluated-state.js';
import { placesIn } from './state/places-in.js';
import { renderedState } from './state/rendered-state.js';
import type { State } from './state/state.js';

/**
 * Reads and evaluates one side of a review. For bad input, it returns only the problems.
 *
 * An input without operators is a warning here: a change can add the first one or remove the last one.
 *
 * @param inputs files and folders of manifests, or one folder that an earlier rendering wrote, which is used unchanged.
 * Each can be `git:REVISION[:PATH]`, with a path relative to the top of the repository
 * @example
 * const { side } = readState(['git:origin/main:clusters/prod']);
 */
export function readState(
  inputs: readonly string[],
  options: EvaluateOptions & ReadOptions = {},
): { problems: readonly Problem[]; side?: State } {
  const input = readForReview(inputs, options);
  const { cluster, documents, locator, others, written } = input;
  const problems = input.problems.map(allowNothing);
  if (problems.some(isError)) return { problems };
  const label = inputs.join(' ');
  const placeOf = placesIn({ cluster, documents: [...written, ...documents] }, locator.place);
  if (input.isRendered) return { problems, side: renderedState(label, input, placeOf, options) };
  const evaluation = evaluate(cluster, options);
  const all = [...problems, ...evaluation.problems.map((problem) => tolerate(locator.locate(problem), options))];
  if (all.some(isError)) return { problems: all };
  const side = evaluatedState(label, applied(evaluation, options), placeOf, documents, { written, others, unread: input.unread });
  return { problems: all, side: { ...side, given: [...side.given, ...runByOlmV1(evaluation)] } };
}

/** Without OLM, what only OLM reads is not applied. */
function applied(evaluation: Evaluation, options: EvaluateOptions): Evaluation {
  return options.install ? { ...evaluation, rendered: ofSets(evaluation.rendered, options) } : evaluation;
}

/** What runs operators, where no CSV of the state says it. */
function runByOlmV1({ rendered }: Evaluation): KubernetesObject[] {
  return rendered.filter(({ owner }) => owner.kind === 'ClusterExtension').map(({ object }) => object);
}

function allowNothing(problem: Problem): Problem {
  return problem.code === 'NO_MANIFESTS' ? { ...problem, tolerated: true } : problem;
}
