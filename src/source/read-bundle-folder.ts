/** Bundle folders → bundles. */

import { createLocator } from '../manifest/locate.js';
import type { SourceText } from '../manifest/parse.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import { isError, type Leniency, type Problem, tolerate, type UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import { readBundle } from '../model/read-bundle.js';
import { type BundleFolder, bundleFolder, textsByFolder } from './bundle-folders.js';
import { readFiles } from './read-files.js';

/** Parses and reads one bundle folder. With a problem, the bundle is left out: it would miss a part. */
export function readBundleFolder(
  { folder, manifests, annotations, dependencies }: BundleFolder,
  leniency: Leniency = {},
): {
  bundle?: Bundle;
  problems: Problem[];
  unlocated: UnlocatedProblem[];
} {
  const problems: Problem[] = [];
  const parse = (text: SourceText | undefined): ParsedDocument[] => {
    const parsed = text ? parseDocuments(text, leniency) : { documents: [], problems: [] };
    for (const problem of parsed.problems) problems.push(problem);
    return parsed.documents;
  };
  const documents = manifests.flatMap(parse);
  const [described] = parse(annotations);
  const [needed] = dependencies ? parseDependencies(dependencies, problems, leniency) : [];
  if (problems.some(isError)) return { problems, unlocated: [] };
  const { bundle, problems: unlocated } = readBundle({
    folder,
    manifests: documents,
    ...(described ? { annotations: described } : {}),
    ...(needed ? { dependencies: needed } : {}),
  });
  return { ...(bundle ? { bundle } : {}), problems, unlocated };
}

/** What a bundle needs besides what its CSV says: without that, the bundle can still be read. */
function parseDependencies(text: SourceText, problems: Problem[], leniency: Leniency): ParsedDocument[] {
  const parsed = parseDocuments(text, leniency);
  const first = parsed.problems.find(({ code }) => code === 'NOT_YAML');
  if (!first) {
    for (const problem of parsed.problems) problems.push(problem);
    return parsed.documents;
  }
  const problem: Problem = {
    ...first,
    code: 'BUNDLE_DEPENDENCIES',
    message: `the dependencies of the bundle cannot be read: ${first.message}`,
    fix: `${first.fix}; --lenient goes on without them`,
  };
  problems.push(tolerate(problem, leniency));
  return [];
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
