/** Inputs → a side to ask about: manifests that are studied, or an earlier rendering as it is. */
import { createLocator } from '../manifest/locate.js';
import { parseDocuments } from '../manifest/parse.js';
import { isError, type Problem } from '../manifest/problem.js';
import { placesIn } from '../review/places-in.js';
import { renderedSide } from '../review/rendered-side.js';
import type { ReviewSide } from '../review/review.js';
import { reviewSide } from '../review/review-side.js';
import { readRenderedFolder } from '../source/rendered-folder.js';
import type { StudyOptions } from '../study.js';
import { studyInput } from './study-input.js';

/** Reads inputs; with bad input, only the problems come back. */
export function readSide(inputs: readonly string[], options: StudyOptions): { problems: readonly Problem[]; side?: ReviewSide } {
  const [only] = inputs;
  const rendered = inputs.length === 1 && only !== undefined ? readRenderedFolder(only) : undefined;
  if (rendered && only !== undefined) return readRendered(only, rendered, options);
  const { problems, result } = studyInput(inputs, options);
  if (!result) return { problems };
  const { cluster, locator } = result.input;
  return { problems, side: reviewSide(inputs.join(' '), result, placesIn(cluster, locator.place)) };
}

function readRendered(
  folder: string,
  { texts, problems }: NonNullable<ReturnType<typeof readRenderedFolder>>,
  options: StudyOptions,
): ReturnType<typeof readSide> {
  const parsed = texts.map(parseDocuments);
  const unreadable = [...problems, ...parsed.flatMap((text) => text.problems)];
  if (unreadable.some(isError)) return { problems: unreadable };
  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  const { side, problems: found } = renderedSide(
    folder,
    parsed.flatMap(({ documents }) => documents),
    locator.place,
    options,
  );
  return { problems: [...unreadable, ...found.map(locator.locate)], ...(side ? { side } : {}) };
}
