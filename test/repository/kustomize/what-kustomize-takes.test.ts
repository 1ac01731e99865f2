/**
 * kubectl builds kustomizations as people write and break them, and what is followed here has to come to the same: built or refused,
 * and the same objects. FAST_CHECK_RUNS=50 tries all of them, and FAST_CHECK_SEED=1 others. The rules are those of kustomize 5.5.
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect } from 'vitest';
import { valuesOf } from '../../../src/base/inside/index.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { sortedText } from '../../../src/base/manifest/plain-data.js';
import { isError } from '../../../src/base/manifest/problem.js';
import { kustomizationIn } from '../../../src/repository/kustomize/kustomization.js';
import { closureOf, followKustomization } from '../../../src/repository/kustomize/kustomization-graph.js';
import { readKustomizations } from '../../../src/repository/kustomize/kustomization-text.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { type FileTree, parsedAt } from '../../../src/repository/trees/file-tree.js';
import { documentsAt } from '../../../src/repository/trees/tree-paths.js';
import { folderOf } from '../../support/files.js';
import { anyTree, everyVariant, type Tried } from '../../support/kustomizations.js';
import { itWith, program } from '../../support/needs.js';
import { runs } from '../../support/runs.js';

/** The objects of a build; nothing where it is refused. */
type Outcome = readonly string[] | undefined;

const outcomeOf = (values: readonly unknown[]): Outcome => values.map(sortedText).sort();

function builtByKubectl(place: string, folder: string): Outcome {
  // Files from outside of a kustomization's folder are loaded here, and reported apart.
  const words = ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', `./${folder}`];
  const { status, stdout } = spawnSync('kubectl', words, { cwd: place, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: tmpdir() } });
  return status === 0 ? outcomeOf(valuesOf(parseDocuments({ file: 'built', text: stdout }).documents)) : undefined;
}

function readHere(tree: FileTree, folder: string): Outcome {
  const followed = followKustomization(tree, folder);
  if (followed?.isBuilt) {
    const { texts, problems } = readKustomizations(tree, [folder], { cache: undefined, partsAlone: false }).get(folder) ?? {};
    return texts && problems?.length === 0 ? outcomeOf(valuesOf(texts.flatMap((text) => parseDocuments(text).documents))) : undefined;
  }
  const isRefused = !followed || followed.refused.length + followed.parts.length > 0 || hasWrongYaml(tree, followed.files);
  return isRefused ? undefined : outcomeOf(valuesOf(followed.files.flatMap((file) => documentsAt(tree, file))));
}

function hasWrongYaml(tree: FileTree, files: readonly string[]): boolean {
  return files.some((file) => parsedAt(tree, file)?.problems.some(isError));
}

/** What differs; of YAML that tools read in several ways, nothing is read here, whatever kustomize makes of it. */
function difference({ name, folder, files }: Tried): object | undefined {
  const place = folderOf(files);
  const tree = diskTree(place);
  const [kubectl, here] = [builtByKubectl(place, folder), readHere(tree, folder)];
  if (JSON.stringify(kubectl) === JSON.stringify(here)) return undefined;
  const start = kustomizationIn(tree, folder);
  if (!here && start !== undefined && hasWrongYaml(tree, [...closureOf(tree, start).files])) return undefined;
  return { name, folder, files, kubectl: kubectl ?? 'refused', here: here ?? 'refused' };
}

const SEED = Number(process.env.FAST_CHECK_SEED ?? 0);

itWith([program('kubectl')], 'is what is taken here: variants of a kustomization, each in another place', () => {
  const all = everyVariant();
  const { numRuns } = runs(75);
  // A step without a divisor of their number comes to each of them.
  const chosen = Array.from({ length: Math.min(numRuns, all.length) }, (_, index) => all[((index + SEED) * 587) % all.length] as Tried);
  expect(new Set(chosen).size).toBe(chosen.length);
  expect(chosen.flatMap((tried) => difference(tried) ?? [])).toEqual([]);
});

itWith([program('kubectl')], 'is what is taken here: random kustomizations that load each other', () => {
  fc.assert(
    fc.property(anyTree, (tried) => {
      expect(difference(tried)).toBeUndefined();
    }),
    runs(30),
  );
});
