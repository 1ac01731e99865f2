/**
 * Checks Components that no kustomization loads: they are not applied, so a fault only appears once one is loaded. They are built
 * alone, without the objects that they change.
 */
import { tmpdir } from 'node:os';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';
import type { BuildCache } from './build-cache.js';
import { kustomizationIn, readKustomization } from './kustomization.js';
import { followKustomization, outermost } from './kustomization-graph.js';
import { notBuilt, notFollowed } from './kustomization-text.js';
import { buildKustomizations } from './kustomize-build.js';
import { isPart } from './refused-kustomization.js';

/** The Components among these kustomizations that no other one loads. */
export function unloadedComponents(tree: FileTree, kustomizations: readonly string[]): string[] {
  return outermost(tree, kustomizations).filter((file) => readKustomization(tree, file)?.kind === 'Component');
}

/** kustomize's messages about a Component that needs an object of the loading kustomization. */
const OF_WHO_LOADS = /no matches for Id|cannot merge or replace|nothing selected by|does not match a config|cannot be mapped to a field/;

/** The problems of Components that cannot be built in any kustomization, by file; without a build tool, only those certain without it. */
export function componentProblems(
  tree: FileTree,
  components: readonly string[],
  how: Watched & { readonly cache: BuildCache | undefined },
): ReadonlyMap<string, readonly Problem[]> {
  const followed = new Map(components.map((file) => [file, followKustomization(tree, folderOfPath(file))]));
  const toBuild = components.filter((file) => followed.get(file)?.isBuilt).map(folderOfPath);
  const outcomes = buildKustomizations(tree, toBuild, { path: process.env.PATH ?? '', temporary: tmpdir(), ...how });
  const problems = new Map<string, readonly Problem[]>();
  for (const [file, { refused = [] } = {}] of followed)
    problems.set(
      file,
      refused.filter((refusal) => !isPart(refusal)).map((refusal) => notFollowed(tree, refusal)),
    );
  for (const [folder, outcome] of outcomes) {
    const file = kustomizationIn(tree, folder) ?? folder;
    const isCertain = 'refused' in outcome ? !outcome.refused.every(isPart) : 'failure' in outcome && isFault(outcome);
    problems.set(file, isCertain && !('text' in outcome) ? notBuilt(tree, file, outcome) : []);
  }
  return problems;
}

function isFault({ failure, message }: { readonly failure: string; readonly message: string }): boolean {
  return failure === 'failed' && !OF_WHO_LOADS.test(message);
}
