/** Reads catalogs and bundle folders next to the input: they only supply operators, and are not applied. */
import { resolve } from 'node:path';
import { isGitInput } from '../../base/manifest/git-input.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { Leniency, Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import { isImagePlace, placesNamed } from '../../olm/model/catalog-option.js';
import type { Watched } from '../../olm/model/progress.js';
import { type FoundFile, readTexts } from '../input/found-file.js';
import { parseTexts } from '../input/parse-texts.js';
import { findFiles, readFiles } from '../input/read-files.js';
import { placeAtRevision } from '../trees/git-tree.js';
import { pathOfPlace } from '../trees/outside.js';
import type { BrokenBundle } from './broken-bundles.js';
import { type BundleFolder, bundleFolders } from './bundle-folders.js';
import { type CatalogFiles, catalogOf } from './read-catalog.js';

/** The catalogs and bundles next to the input. */
export interface CatalogsBeside {
  readonly files: readonly FoundFile[];
  readonly folders: readonly BundleFolder<FoundFile>[];
  /** The blobs of file-based catalogs. */
  readonly catalogs: readonly ParsedDocument[];
  /** The bundles of folders without annotations. */
  readonly bundles: readonly BundleOutline[];
  readonly unlocated: readonly UnlocatedProblem[];
  readonly broken: readonly BrokenBundle[];
}

/**
 * Finds the catalogs and bundles next to the input.
 *
 * @param own the files of the input, which are not read again
 * @param problems receives the parse errors
 */
export function catalogsBeside(
  paths: readonly string[],
  own: readonly { readonly file: string }[],
  problems: Problem[],
  options: Leniency & Watched,
): CatalogsBeside {
  const known = new Set(own.map(({ file }) => resolve(file)));
  const places = catalogPaths(paths);
  if (places.length > 0) options.progress?.({ doing: 'reading-catalogs' });
  const files = places.length === 0 ? [] : findFiles(places).filter(({ file }) => !known.has(resolve(file)));
  const { folders, others } = bundleFolders(files);
  const { catalogs, bundles, unlocated, broken } = parseTexts(readTexts(others, problems), problems, options);
  return { files, folders, catalogs, bundles, unlocated, broken };
}

/** The paths among values of `--catalog` (`NAME=PLACE`). Images are skipped: the lock has their content. */
export function catalogPaths(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const path = placesNamed(place).find((one) => pathOfPlace(one) !== undefined);
    // A place that is no image has to exist.
    return path ?? (placesNamed(place).length === 1 && !isImagePlace(place) ? [place] : []);
  });
}

/** Reads all of a named catalog, in the way of an input's files. */
export function readCatalogFiles(path: string): CatalogFiles {
  return catalogOf(readFiles([path]));
}

/**
 * The catalogs of one side of a review: paths in the repository, at that side's revision; other paths are the same for both sides.
 *
 * @param input the side's input
 */
export function catalogsOfSide(paths: readonly string[], input: string): string[] {
  if (!isGitInput(input)) return [...paths];
  return catalogPaths(paths).flatMap((path) => placeAtRevision(path, input) ?? []);
}
