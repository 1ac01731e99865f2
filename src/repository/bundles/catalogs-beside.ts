/** Catalogs and bundle folders beside the input: operators are taken from them, and nothing in them is applied. */
import { resolve } from 'node:path';
import { isGitInput } from '../../base/manifest/input-name.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { Leniency, Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import { isImagePlace, placesNamed } from '../../olm/model/catalog.js';
import type { Watched } from '../../olm/model/progress.js';
import { type FoundFile, readTexts } from '../input/found-file.js';
import { parseTexts } from '../input/parse-texts.js';
import { findFiles, readFiles } from '../input/read-files.js';
import { placeAtRevision } from '../trees/git-tree.js';
import { pathOfPlace } from '../trees/places.js';
import type { BrokenBundle } from './broken-bundles.js';
import { type BundleFolder, bundleFolders } from './bundle-folders.js';
import { type CatalogFiles, catalogOf } from './read-catalog.js';

/** What is beside the input. */
export interface CatalogsBeside {
  readonly files: readonly FoundFile[];
  readonly folders: readonly BundleFolder<FoundFile>[];
  /** Of file-based catalogs. */
  readonly catalogs: readonly ParsedDocument[];
  /** Of folders without annotations. */
  readonly bundles: readonly BundleOutline[];
  readonly unlocated: readonly UnlocatedProblem[];
  readonly broken: readonly BrokenBundle[];
}

/**
 * Finds it.
 *
 * @param own the files of the input, which are read once
 * @param problems receives what cannot be parsed
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

/** Of what `lock` takes as `NAME=PLACE`, the paths: what is in an image, the lock says. */
export function catalogPaths(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const path = placesNamed(place).find((one) => pathOfPlace(one) !== undefined);
    // What is no image has to be there.
    return path ?? (placesNamed(place).length === 1 && !isImagePlace(place) ? [place] : []);
  });
}

/** Reads all of a catalog that somebody names, as the files of an input are read. */
export function readCatalogFiles(path: string): CatalogFiles {
  return catalogOf(readFiles([path]));
}

/**
 * The catalogs of one side of a review: those in the repository, of the revision of that side; any other is the same for both.
 *
 * @param input of the side
 */
export function catalogsOfSide(paths: readonly string[], input: string): string[] {
  if (!isGitInput(input)) return [...paths];
  return catalogPaths(paths).flatMap((path) => placeAtRevision(path, input) ?? []);
}
