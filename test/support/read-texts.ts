/** Texts of manifests, read into a cluster and problems with their places, without files. */
import { unwrapped } from '../../src/base/inside/index.js';
import { createLocator } from '../../src/base/manifest/locate.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import type { Problem, UnlocatedProblem } from '../../src/base/manifest/problem.js';
import type { Cluster } from '../../src/olm/model/cluster.js';
import { desiredCluster } from '../../src/olm/subscriptions/desired-cluster.js';

/** What the texts come to, by file name. */
export function readTexts(texts: Readonly<Record<string, string>>): { cluster: Cluster; problems: Problem[] } {
  const parsed = Object.entries(texts).map(([file, text]) => parseDocuments({ file, text }));
  const { cluster, problems } = desiredCluster(unwrapped(parsed.flatMap(({ documents }) => documents)));
  const { locate } = createLocator((file) => texts[file]);
  return { cluster, problems: [...parsed.flatMap((result) => result.problems), ...problems.map(locate)] };
}

/** What one text comes to. */
export function readText(text: string): { cluster: Cluster; problems: Problem[] } {
  return readTexts({ 'test.yaml': text });
}

/** A problem in a table: code, line, column, field path. */
export type Brief = readonly [code: string, line: number | undefined, column: number | undefined, path: string | undefined];

/** The problems as a table. */
export function brief(problems: readonly Problem[]): Brief[] {
  return problems.map(({ code, line, column, path }) => [code, line, column, path]);
}

/** Problems of texts with their places. */
export function locateProblems(texts: Readonly<Record<string, string>>, problems: readonly UnlocatedProblem[]): Problem[] {
  return problems.map(createLocator((file) => texts[file]).locate);
}
