/** Inputs → the documents and bundles that the resolver reads: manifests and catalogs alike, as they stand. */
import { wishesOfDocuments } from '../catalog/wishes.js';
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { Leniency, Problem } from '../manifest/problem.js';
import type { BundleOutline } from '../model/bundle.js';
import { bundleFolders } from './bundle-folders.js';
import { type BundlesRead, bundleLibrary, type Progress } from './bundle-library.js';
import { findFiles, readTexts, textByName } from './read-files.js';

/** What was read. With an error among the problems, it is incomplete and must not be used. */
export interface ResolverFiles {
  readonly documents: readonly ParsedDocument[];
  readonly bundles: readonly BundleOutline[];
  readonly problems: readonly Problem[];
  readonly locator: Locator;
  /** Of the bundle folders, those that something asks for. */
  readonly bundlesRead: BundlesRead;
}

/** How files are read. */
export interface ResolverReadOptions extends Leniency {
  /** Whether all bundle folders are read, with all their manifests, and not only those that something asks for. @default false */
  readonly everyBundle?: boolean;
  /** Told how many bundles were read. */
  readonly progress?: Progress;
}

/** Reads files, folders and standard input. Namespaces that nobody declares are no problem here. */
export function readResolverFiles(
  inputs: readonly string[],
  { everyBundle = false, progress, ...leniency }: ResolverReadOptions = {},
): ResolverFiles {
  const found = findFiles(inputs);
  const { folders, others } = bundleFolders(found);
  const problems: Problem[] = [];
  const parsed = readTexts(others, problems).map((text) => parseDocuments(text, leniency));
  for (const { problems: more } of parsed) for (const problem of more) problems.push(problem);
  const documents = parsed.flatMap((read) => read.documents);
  const library = bundleLibrary(folders, problems, leniency, progress);
  const bundles = everyBundle ? library.everything() : library.outlines(wishesOfDocuments(documents));
  const locator = createLocator(textByName(found));
  return {
    documents,
    bundles,
    problems: [...problems, ...library.unlocated.map((problem) => locator.locate(problem))],
    locator,
    bundlesRead: library.bundlesRead(),
  };
}
