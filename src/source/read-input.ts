/** Inputs → Cluster: reads, parses and checks everything that is named on a command line. */
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import { isError, type Leniency, type Problem, type ProblemCode, tolerate, type UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import { isCatalogBlob } from '../model/catalog-blobs.js';
import type { Cluster } from '../model/cluster.js';
import { readBundle } from '../model/read-bundle.js';
import { readCluster } from '../model/read-cluster.js';
import { bundleFolders, undescribedBundles } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';
import { type FilesRead, readFiles, readRenderedFiles } from './read-files.js';
import { asInput } from './rendered-folder.js';
import { unsubscribed } from './unsubscribed.js';

/** Problems that come back with their places. */
const MAX_PROBLEMS = 10_000;

/** What was read. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
  /** As they stand in the files. */
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** Finds the place of anything that was read. */
  readonly locator: Locator;
}

/** Problems that a document which could not be read may be the cause of: it may be the very one that is missed. */
const FOLLOW_UPS: ReadonlySet<ProblemCode> = new Set(['NAMESPACE_NOT_FOUND', 'PACKAGE_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'BUNDLE_NOT_FOUND']);

/**
 * Reads files, folders and standard input.
 *
 * @example
 * readInput(['clusters/prod']).cluster.operatorGroups
 */
export function readInput(inputs: readonly string[], leniency: Leniency = {}): Input {
  return readFrom(readFiles(inputs), inputs.join(' '), leniency, (manifests) => manifests);
}

/** Reads a folder that an earlier rendering wrote; nothing comes back for any other input. */
export function readRendered(input: string, leniency: Leniency = {}): Input | undefined {
  const files = readRenderedFiles(input);
  if (files.texts.length === 0) return undefined;
  const read = readFrom(files, input, leniency, asInput);
  // Warnings are for what people write; a rendering carries a status and OLM's annotations by right.
  return { ...read, problems: read.problems.filter(isError) };
}

/** @param supplement adds to manifests what they leave to be known */
function readFrom(
  { texts, problems }: FilesRead,
  name: string,
  leniency: Leniency,
  supplement: (manifests: readonly ParsedDocument[]) => readonly ParsedDocument[],
): Input {
  const { manifests, catalogs, bundles, unlocated } = readTexts(texts, problems, leniency);
  const read = readCluster(supplement(manifests), { bundles, catalogs });

  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  const complete = !problems.some(isError) && !unlocated.some(isError);
  const followUps = complete ? read.problems : read.problems.filter(({ code }) => !FOLLOW_UPS.has(code));
  if (complete && !read.problems.some(isError)) problems.push(...nothingToRender(name, read.cluster, { manifests, catalogs, bundles }));
  const all = bounded([...problems, ...unlocated, ...followUps], name, (problem) =>
    'source' in problem ? locator.locate(problem) : problem,
  );
  return { cluster: read.cluster, documents: manifests, problems: all.map((problem) => tolerate(problem, leniency)), locator };
}

/** The first of very many problems with their places, and how many more there are. */
function bounded(
  problems: readonly (Problem | UnlocatedProblem)[],
  name: string,
  locate: (problem: Problem | UnlocatedProblem) => Problem,
): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems.map(locate);
  return [
    ...problems.slice(0, MAX_PROBLEMS).map(locate),
    {
      code: 'TOO_MANY_PROBLEMS',
      message: 'there are too many problems to look for the places of all',
      file: name,
      found: `${problems.length - MAX_PROBLEMS} more`,
      expected: 'none',
      fix: 'correct those that are shown first',
    },
  ];
}

/** What the texts hold, by the way it is read. */
interface Contents {
  readonly manifests: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
}

/** @param problems hears of what cannot be parsed */
function readTexts(texts: readonly SourceText[], problems: Problem[], leniency: Leniency): Contents & { unlocated: UnlocatedProblem[] } {
  const { folders, others } = bundleFolders(texts);
  const parsed = others.map((text) => parseDocuments(text, leniency));
  const described = folders.map((folder) => readBundleFolder(folder, leniency));
  for (const { problems: found } of [...parsed, ...described]) for (const problem of found) problems.push(problem);

  const loose = undescribedBundles(parsed.flatMap(({ documents }) => documents));
  const undescribed = [...loose.folders].map(([folder, members]) => readBundle({ folder, manifests: members }));
  return {
    manifests: loose.others.filter(({ value }) => !isCatalogBlob(value)),
    catalogs: loose.others.filter(({ value }) => isCatalogBlob(value)),
    bundles: [...described, ...undescribed].flatMap(({ bundle }) => bundle ?? []),
    unlocated: [...described.flatMap((read) => read.unlocated), ...undescribed.flatMap((read) => read.problems)],
  };
}

function nothingToRender(
  inputs: string,
  { operatorGroups, clusterServiceVersions, subscriptions }: Cluster,
  contents: Contents,
): Problem[] {
  const { manifests, catalogs, bundles } = contents;
  if (clusterServiceVersions.length > 0) return [];
  if (subscriptions.length === 0 && bundles.length + catalogs.length > 0) return [unsubscribed(inputs, bundles, catalogs)];
  if (operatorGroups.length > 0) return [];
  return manifests.length === 0
    ? [nothingFound(inputs, 'no documents', 'name files or folders that hold manifests')]
    : [nothingFound(inputs, 'neither an OperatorGroup nor a ClusterServiceVersion', 'name the files or folders that hold them')];
}

function nothingFound(file: string, found: string, fix: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'there is nothing to render',
    file,
    found,
    expected: 'OperatorGroups and ClusterServiceVersions',
    fix,
  };
}
