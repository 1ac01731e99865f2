/** The text that a kustomization comes to, or why there is none: nothing is read in place of what would be applied. */
import { tmpdir } from 'node:os';
import type { SourceText } from '../manifest/parse.js';
import { printable } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import type { FileTree } from './file-tree.js';
import type { KustomizationRefusal } from './kustomization.js';
import { buildKustomization, kustomizeCommand } from './kustomize-build.js';

/** Builds the kustomization of a folder. The text has a name of its own, as its lines are nowhere in the input. */
export function builtText(tree: FileTree, folder: string): SourceText | { readonly problem: Problem } {
  const built = buildKustomization(tree, folder, { path: process.env.PATH ?? '', temporary: tmpdir() });
  if ('text' in built) return { file: `kustomize build ${tree.nameOf(folder)}`, text: built.text };
  return {
    problem: {
      code: 'KUSTOMIZATION_NOT_BUILT',
      message: 'this kustomization does more than list manifests, and was not built',
      file: tree.nameOf(folder),
      found: printable(built.message),
      expected: 'a kustomization that kustomize or kubectl builds from files of the input alone',
      fix: `build it yourself: ${printable(built.command)}; or name the file that this prints`,
    },
  };
}

const REASONS: Readonly<Record<KustomizationRefusal['reason'], string>> = {
  remote: 'is of another host',
  outside: 'lies outside of the input',
  missing: 'is neither a file nor a folder with a kustomization',
  unreadable: 'is not one YAML mapping',
  several: 'is beside another one: kustomize takes neither',
};

/** The problem of an entry that leads nowhere. */
export function notFollowed(tree: FileTree, { file, entry, reason }: KustomizationRefusal): Problem {
  const folder = tree.nameOf(file).replace(/\/?[^/]*$/, '') || '.';
  return {
    code: 'KUSTOMIZATION_NOT_BUILT',
    message: 'this kustomization cannot be followed',
    file: tree.nameOf(file),
    found: `${JSON.stringify(printable(entry))}, which ${REASONS[reason]}`,
    expected: 'files and folders of the input',
    fix: `${reason === 'outside' ? 'name the folder that holds both; or ' : ''}build it yourself: ${printable(kustomizeCommand(folder))}; or name the file that this prints`,
  };
}
