/** Inputs → Cluster: reads, parses and checks everything that is named on a command line. */
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import type { Problem, ProblemCode, UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { Cluster } from '../model/cluster.js';
import { readBundle } from '../model/read-bundle.js';
import { isCatalogBlob } from '../model/read-catalog.js';
import { readCluster } from '../model/read-cluster.js';
import { bundleFolders, undescribedBundles } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';
import { readFiles } from './read-files.js';
import { unsubscribed } from './unsubscribed.js';

/** What was read. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
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
export function readInput(inputs: readonly string[]): Input {
  const { texts, problems } = readFiles(inputs);
  const { manifests, catalogs, bundles, unlocated } = readTexts(texts, problems);
  const read = readCluster(manifests, { bundles, catalogs });

  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  const complete = problems.length + unlocated.length === 0;
  const followUps = complete ? read.problems : read.problems.filter(({ code }) => !FOLLOW_UPS.has(code));
  if (complete && read.problems.length === 0)
    problems.push(...nothingToRender(inputs.join(' '), read.cluster, { manifests, catalogs, bundles }));
  return { cluster: read.cluster, problems: [...problems, ...[...unlocated, ...followUps].map(locator.locate)], locator };
}

/** What the texts hold, by the way it is read. */
interface Contents {
  readonly manifests: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly bundles: readonly Bundle[];
}

/** @param problems hears of what cannot be parsed */
function readTexts(texts: readonly SourceText[], problems: Problem[]): Contents & { unlocated: UnlocatedProblem[] } {
  const { folders, others } = bundleFolders(texts);
  const parsed = others.map(parseDocuments);
  const described = folders.map(readBundleFolder);
  problems.push(...[...parsed, ...described].flatMap((read) => read.problems));

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
