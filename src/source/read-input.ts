/** Inputs → Cluster: reads, parses and checks everything that is named on a command line. */
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import { isError, type Leniency, type Problem, tolerate, type UnlocatedProblem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import { readCluster } from '../model/read-cluster.js';
import { readFiles } from './read-files.js';

/** Problems that come back with their places. */
const MAX_PROBLEMS = 10_000;

/** What was read. With an error among the problems, the cluster is incomplete and must not be used. */
export interface Input {
  readonly cluster: Cluster;
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
export function readInput(inputs: readonly string[], leniency: Leniency = {}): Input {
  const { texts, problems } = readFiles(inputs);
  const documents: ParsedDocument[] = [];
  for (const text of texts) {
    const parsed = parseDocuments(text, leniency);
    for (const document of parsed.documents) documents.push(document);
    for (const problem of parsed.problems) problems.push(problem);
  }
  if (problems.length === 0 && documents.length === 0)
    problems.push(nothingFound(inputs.join(' '), 'no documents', 'name files or folders that hold manifests'));
  const textOf = new Map(texts.map(({ file, text }) => [file, text]));
  const locator = createLocator((file) => textOf.get(file));
  const read = readCluster(documents);
  // A document that could not be parsed may be the very one that another one misses.
  const followUps = problems.some(isError) ? read.problems.filter(({ code }) => code !== 'NAMESPACE_NOT_FOUND') : read.problems;
  const { operatorGroups, clusterServiceVersions } = read.cluster;
  const readable = !problems.some(isError) && !read.problems.some(isError);
  if (readable && operatorGroups.length + clusterServiceVersions.length === 0) {
    problems.push(
      nothingFound(inputs.join(' '), 'neither an OperatorGroup nor a ClusterServiceVersion', 'name the files or folders that hold them'),
    );
  }
  return {
    cluster: read.cluster,
    problems: bounded([...problems, ...followUps], inputs, (problem) => ('source' in problem ? locator.locate(problem) : problem)).map(
      (problem) => tolerate(problem, leniency),
    ),
    locator,
  };
}

/** The first of very many problems with their places, and how many more there are. */
function bounded(
  problems: readonly (Problem | UnlocatedProblem)[],
  inputs: readonly string[],
  locate: (problem: Problem | UnlocatedProblem) => Problem,
): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems.map(locate);
  return [
    ...problems.slice(0, MAX_PROBLEMS).map(locate),
    {
      code: 'TOO_MANY_PROBLEMS',
      message: 'there are too many problems to look for the places of all',
      file: inputs.join(' '),
      found: `${problems.length - MAX_PROBLEMS} more`,
      expected: 'none',
      fix: 'correct those that are shown first',
    },
  ];
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
