/** A file or folder with a catalog: blobs, or bundle folders with all their manifests. */
import { createLocator } from '../manifest/locate.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { type Bundle, isWhole } from '../model/bundle.js';
import { parseTexts } from './parse-texts.js';
import { readFiles } from './read-files.js';
import { textsByName } from './read-input.js';

/** What was read. With an error among the problems, it is incomplete and must not be used. */
export interface CatalogFiles {
  readonly blobs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
  readonly problems: readonly Problem[];
}

/** Reads all of a catalog. Manifests beside it are passed over. */
export function readCatalogFiles(path: string): CatalogFiles {
  const { texts, problems } = readFiles([path]);
  const { catalogs, bundles, unlocated } = parseTexts(texts, problems, {});
  const { locate } = createLocator(textsByName(texts));
  return { blobs: catalogs, bundles: bundles.filter(isWhole), problems: [...problems, ...unlocated.map(locate)] };
}
