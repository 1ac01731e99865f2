/**
 * Components that no kustomization loads: nothing is applied of them, and what is wrong with one is found where somebody loads it. They
 * are built alone; what they change there need not be in them.
 */
import { tmpdir } from 'node:os';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';
import type { BuildCache } from './build-cache.js';
import { isPart, kustomizationIn, readKustomization } from './kustomization.js';
import { followKustomization, outermost } from './kustomization-graph.js';
import { notBuilt, notFollowed } from './kustomization-text.js';
import { buildKustomizations } from './kustomize-build.js';

/** Of these kustomizations, the Components that no other one loads. */
export function unloadedComponents(tree: FileTree, kustomizations: readonly string[]): string[] {
  return outermost(tree, kustomizations).filter((file) => readKustomization(tree, file)?.kind === 'Component');
}

/** What kustomize says where a Component needs an object of whoever loads it. */
const OF_WHO_LOADS = /no matches for Id|cannot merge or replace|nothing selected by|does not match a config|cannot be mapped to a field/;

/** Why Components cannot be built, by their files, whoever loads them; without a tool that builds, only what is certain without it. */
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
