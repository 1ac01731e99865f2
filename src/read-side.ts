/** Inputs → one side of a review: read, studied, and with its places. */
import { isError, type Leniency, type Problem } from './manifest/problem.js';
import { givenObjects } from './review/given-objects.js';
import { placesIn } from './review/places-in.js';
import { renderedSide } from './review/rendered-side.js';
import type { ReviewSide } from './review/review.js';
import { reviewSide } from './review/review-side.js';
import { readInput, readRendered } from './source/read-input.js';
import { type StudyOptions, study } from './study.js';

/**
 * Reads and studies one side of a review; with bad input, only the problems come back.
 *
 * An input without operators is a warning here: the first one may come, or the last one go.
 *
 * @param inputs files and folders of manifests, or one folder that an earlier rendering wrote: that holds what there is, and
 * nothing more is made; each may be `git:REVISION[:PATH]`, with a path from the top of the repository
 * @example
 * const { side } = readSide(['git:origin/main:clusters/prod']);
 */
export function readSide(
  inputs: readonly string[],
  options: StudyOptions & Leniency = {},
): { problems: readonly Problem[]; side?: ReviewSide } {
  const [first] = inputs;
  const rendered = inputs.length === 1 && first !== undefined ? readRendered(first, options) : undefined;
  const input = rendered ?? readInput(inputs, options);
  const { cluster, documents, locator } = input;
  const problems = input.problems.map(allowNothing);
  if (problems.some(isError)) return { problems };
  const [label, placeOf] = [inputs.join(' '), placesIn(input, locator.place)];
  const side = rendered
    ? renderedSide(label, input, placeOf, options)
    : reviewSide(label, study(cluster, options), placeOf, givenObjects(documents));
  return { problems, side };
}

function allowNothing(problem: Problem): Problem {
  return problem.code === 'NO_MANIFESTS' ? { ...problem, tolerated: true } : problem;
}
