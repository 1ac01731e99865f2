/** An input → one side of a review: read, studied, and with its places. */
import { isError, type Problem } from '../manifest/problem.js';
import { placesIn } from '../review/places-in.js';
import type { ReviewSide } from '../review/review.js';
import { reviewSide } from '../review/review-side.js';
import { resolutionFindings } from '../rules/findings.js';
import { resolve } from '../rules/resolve.js';
import { readInput, readRendered } from '../source/read-input.js';
import { type StudyOptions, study } from '../study.js';

/**
 * Reads and studies one side; with bad input, only the problems come back.
 *
 * @param input as for `check`, or a folder that an earlier rendering wrote: that holds what there is, and nothing more is made
 */
export function readSide(input: string, options: StudyOptions): { problems: readonly Problem[]; side?: ReviewSide } {
  const rendered = readRendered(input);
  const { cluster, problems, locator } = rendered ?? readInput([input]);
  if (problems.some(isError)) return { problems };
  const placeOf = placesIn(cluster, locator.place);
  if (!rendered) return { problems, side: reviewSide(input, study(cluster, options), placeOf) };
  const resolution = resolve(cluster, options);
  const findings = resolutionFindings(cluster, resolution);
  const { copiedCsvs: _, ...side } = reviewSide(input, { cluster, resolution, rendered: [], findings }, placeOf);
  return { problems, side };
}
