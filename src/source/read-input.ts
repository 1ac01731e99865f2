/** Inputs → Cluster: reads, parses and checks everything that is named on a command line. */
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { readCluster } from '../model/read-cluster.js';
import { type FilesRead, readFiles, readRenderedFiles } from './read-files.js';
import { asInput } from './rendered-folder.js';

/** What was read. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
  /** As they stand in the files. */
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** Finds the place of anything that was read. */
  readonly locator: Locator;
}

/**
 * Reads files, folders and standard input.
 *
 * @example
 * readInput(['clusters/prod']).cluster.operatorGroups
 */
export function readInput(inputs: readonly string[]): Input {
  return readTexts(readFiles(inputs), inputs.join(' '), (documents) => documents);
}

/** Reads a folder that an earlier rendering wrote; nothing comes back for any other input. */
export function readRendered(input: string): Input | undefined {
  const files = readRenderedFiles(input);
  return files.texts.length === 0 ? undefined : readTexts(files, input, asInput);
}

function readTexts({ texts, problems }: FilesRead, name: string, complete: (documents: ParsedDocument[]) => ParsedDocument[]): Input {
  const documents: ParsedDocument[] = [];
  for (const text of texts) {
    const parsed = parseDocuments(text);
    documents.push(...parsed.documents);
    problems.push(...parsed.problems);
  }
  if (problems.length === 0 && documents.length === 0)
    problems.push(nothingFound(name, 'no documents', 'name files or folders that hold manifests'));
  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  const read = readCluster(complete(documents));
  // A document that could not be parsed may be the very one that another one misses.
  const followUps = problems.length > 0 ? read.problems.filter(({ code }) => code !== 'NAMESPACE_NOT_FOUND') : read.problems;
  const { operatorGroups, clusterServiceVersions } = read.cluster;
  if (problems.length + read.problems.length === 0 && operatorGroups.length + clusterServiceVersions.length === 0) {
    problems.push(nothingFound(name, 'neither an OperatorGroup nor a ClusterServiceVersion', 'name the files or folders that hold them'));
  }
  return { cluster: read.cluster, documents, problems: [...problems, ...followUps.map(locator.locate)], locator };
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
