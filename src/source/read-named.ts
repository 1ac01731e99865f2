/** Files of locks and catalogs that a program names. */
import { createLocator } from '../manifest/locate.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { type Bundle, isWhole } from '../model/bundle.js';
import { type LockBeside, lockOfText } from './lock-beside.js';
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

// A path → the lock in it.

/** Reads a lock that somebody names; why it is none, where it is none. */
export function readLockFile(path: string): { readonly beside?: LockBeside; readonly problems: readonly Problem[] } {
  const { texts, problems } = readFiles([path]);
  const [text] = texts;
  if (!text || problems.length > 0) return { problems };
  const beside = lockOfText(text);
  const locator = createLocator((file) => (file === text.file ? text.text : undefined));
  return { beside, problems: [...beside.problems, ...beside.unlocated.map((problem) => locator.locate(problem))] };
}
