/** Inputs → the documents and bundles that the resolver reads: manifests and catalogs alike, as they stand. */
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { Leniency, Problem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import { bundleFolders } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';
import { readFiles } from './read-files.js';

/** What was read. With an error among the problems, it is incomplete and must not be used. */
export interface ResolverFiles {
  readonly documents: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
  readonly problems: readonly Problem[];
  readonly locator: Locator;
}

/** Reads files, folders and standard input. Namespaces that nobody declares are no problem here. */
export function readResolverFiles(inputs: readonly string[], leniency: Leniency = {}): ResolverFiles {
  const { texts, problems } = readFiles(inputs);
  const { folders, others } = bundleFolders(texts);
  const parsed = others.map((text) => parseDocuments(text, leniency));
  const described = folders.map((folder) => readBundleFolder(folder, leniency));
  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  return {
    documents: parsed.flatMap(({ documents }) => documents),
    bundles: described.flatMap(({ bundle }) => bundle ?? []),
    problems: [
      ...problems,
      ...[...parsed, ...described].flatMap((read) => read.problems),
      ...described.flatMap(({ unlocated }) => unlocated.map((problem) => locator.locate(problem))),
    ],
    locator,
  };
}
