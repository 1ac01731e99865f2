/** The text that a kustomization comes to, or why there is none: nothing is read in place of what would be applied. */
import type { SourceText } from '../manifest/parse.js';
import { printable } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import { type FileTree, folderOfPath } from './file-tree.js';
import { type KustomizationRefusal, kustomizationIn } from './kustomization.js';
import { type KustomizeOutcome, kustomizeCommand } from './kustomize-build.js';

/** The text that was built, or what is wrong. The text has a name of its own, as its lines are nowhere in the input. */
export function builtText(
  tree: FileTree,
  folder: string,
  built: KustomizeOutcome | undefined,
): SourceText | { readonly problems: readonly Problem[] } {
  if (built && 'text' in built) return { file: `kustomize build ${tree.nameOf(folder)}`, text: built.text };
  if (built && 'refused' in built) return { problems: built.refused.map((refusal) => notFollowed(tree, refusal)) };
  const { message, command } = built ?? { message: 'nothing', command: kustomizeCommand(tree.nameOf(folder)) };
  const problem: Problem = {
    code: 'KUSTOMIZATION_NOT_BUILT',
    message: 'kustomize cannot build this kustomization',
    file: tree.nameOf(kustomizationIn(tree, folder) ?? folder),
    found: printable(message),
    expected: 'a kustomization that kustomize or kubectl builds from files of its repository alone',
    fix: `correct it, or build it yourself: ${printable(command)}; or name the file that this prints`,
  };
  return { problems: [problem] };
}

const REASONS: Readonly<Record<KustomizationRefusal['reason'], string>> = {
  remote: 'is of another host',
  outside: 'lies outside of the input and of its repository',
  missing: 'is neither a file nor a folder with a kustomization',
  unreadable: 'is not one YAML mapping',
  several: 'is beside another one: kustomize takes neither',
  program: 'starts Helm',
};

/** The problem of an entry that leads nowhere. */
export function notFollowed(tree: FileTree, { file, entry, reason }: KustomizationRefusal): Problem {
  const folder = tree.nameOf(folderOfPath(file)).replace(/\/$/, '') || '.';
  const line = lineOf(tree, file, entry);
  return {
    code: 'KUSTOMIZATION_NOT_BUILT',
    message: 'this kustomization cannot be followed',
    file: tree.nameOf(file),
    ...(line === undefined ? {} : { line }),
    found: `${JSON.stringify(printable(entry))}, which ${REASONS[reason]}`,
    expected: 'files and folders of its repository',
    fix: `build it yourself: ${printable(kustomizeCommand(folder))}; or name the file that this prints`,
  };
}

/** The first line that has the entry, if it is one of the file. */
function lineOf(tree: FileTree, file: string, entry: string): number | undefined {
  const index = new TextDecoder()
    .decode(tree.read(file))
    .split('\n')
    .findIndex((line) => line.includes(entry));
  return index === -1 ? undefined : index + 1;
}
