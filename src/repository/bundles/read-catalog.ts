/** Reads the blobs and bundles of one catalog. */
import { createLocator } from '../../base/manifest/locate.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { Bundle } from '../../olm/model/bundle.js';
import { isWhole } from '../../olm/model/whole-bundle.js';
import { type FilesRead, textsByName } from '../input/found-file.js';
import { sortedTexts } from '../input/sort-texts.js';
import { readFilesOnDisk } from './files-on-disk.js';

/** The content of a named catalog. With an error among the problems, it is incomplete and must not be used. */
export interface CatalogFiles {
  readonly blobs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
  readonly problems: readonly Problem[];
}

/** Reads all of a catalog on disk. Skips manifests next to it. */
export function readCatalogOnDisk(path: string): CatalogFiles {
  return catalogOf(readFilesOnDisk(path));
}

/** The catalog in these files. */
export function catalogOf({ texts, problems }: FilesRead): CatalogFiles {
  const { catalogs, bundles, unlocated } = sortedTexts(texts, problems, {});
  const { locate } = createLocator(textsByName(texts));
  return { blobs: catalogs, bundles: bundles.filter(isWhole), problems: [...problems, ...unlocated.map(locate)] };
}
