/** Inputs → the documents and bundles that the resolver reads: manifests and catalogs alike, as they stand. */
import { wishesOfDocuments } from '../catalog/wishes.js';
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { Leniency, Problem } from '../manifest/problem.js';
import type { BundleOutline } from '../model/bundle.js';
import { bundleFolders } from './bundle-folders.js';
import { type BundleLibrary, type BundlesRead, bundleLibrary, type Progress } from './bundle-library.js';
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

/** Reads files, folders and standard input. Namespaces that nobody declares are no problem here. */
export function readResolverFiles(inputs: readonly string[], options: OpenOptions = {}): ResolverFiles {
  const { documents, library, problems, locator } = openResolverFiles(inputs, options);
  const bundles = library.outlines(wishesOfDocuments(documents));
  return {
    documents,
    bundles,
    problems: [...problems, ...library.unlocated.map((problem) => locator.locate(problem))],
    locator,
    bundlesRead: library.bundlesRead(),
  };
}

/** How files are opened. */
export interface OpenOptions extends Leniency {
  /** Told how many bundles were read. */
  readonly progress?: Progress;
}

/** Documents that were read, and bundle folders that wait for what asks for them. */
export interface OpenFiles {
  readonly documents: readonly ParsedDocument[];
  readonly library: BundleLibrary;
  /** Those of the library are added when its bundles are read. */
  readonly problems: readonly Problem[];
  readonly locator: Locator;
}

/** Reads everything except the bundles of folders. */
export function openResolverFiles(inputs: readonly string[], { progress, ...leniency }: OpenOptions = {}): OpenFiles {
  const found = findFiles(inputs);
  const { folders, others } = bundleFolders(found);
  const problems: Problem[] = [];
  const parsed = readTexts(others, problems).map((text) => parseDocuments(text, leniency));
  for (const { problems: more } of parsed) for (const problem of more) problems.push(problem);
  return {
    documents: parsed.flatMap((read) => read.documents),
    library: bundleLibrary(folders, problems, leniency, progress),
    problems,
    locator: createLocator(textByName(found)),
  };
}
