/** Bundle folders → bundles. */

import { createLocator } from '../manifest/locate.js';
import type { SourceText } from '../manifest/parse.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import { isError, type Problem, type UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import { readBundle } from '../model/read-bundle.js';
import { type BundleFolder, bundleFolder, textsByFolder } from './bundle-folders.js';
import { readFiles } from './read-files.js';

/** Parses and reads one bundle folder. With a problem, the bundle is left out: it would miss a part. */
export function readBundleFolder({ folder, manifests, annotations, dependencies }: BundleFolder): {
  bundle?: Bundle;
  problems: Problem[];
  unlocated: UnlocatedProblem[];
} {
  const problems: Problem[] = [];
  const parse = (text: SourceText | undefined): ParsedDocument[] => {
    const parsed = text ? parseDocuments(text) : { documents: [], problems: [] };
    problems.push(...parsed.problems);
    return parsed.documents;
  };
  const documents = manifests.flatMap(parse);
  const [described] = parse(annotations);
  const [needed] = parse(dependencies);
  if (problems.length > 0) return { problems, unlocated: [] };
  const { bundle, problems: unlocated } = readBundle({
    folder,
    manifests: documents,
    ...(described ? { annotations: described } : {}),
    ...(needed ? { dependencies: needed } : {}),
  });
  return { ...(bundle ? { bundle } : {}), problems, unlocated };
}

/** Reads the one bundle in a folder, which need not say its package. */
export function readBundleDirectory(path: string): { bundle?: Bundle; problems: Problem[] } {
  const { texts, problems } = readFiles([path]);
  if (problems.length > 0) return { problems };
  const read = readBundleFolder(bundleFolder(path, textsByFolder(texts)));
  const { locate } = createLocator((file) => texts.find((text) => text.file === file)?.text);
  const all = [...read.problems, ...read.unlocated.map(locate)];
  return { ...(read.bundle && !all.some(isError) ? { bundle: read.bundle } : {}), problems: all };
}
