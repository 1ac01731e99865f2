/**
 * Finds Jsonnet files that the build of a repository renders to files: their output is committed, and read instead. Argo CD's directory
 * source evaluates a `.jsonnet` file only in a folder that it applies.
 */
import { type FileTree, folderOfPath, pathIn, textAt } from '../trees/file-tree.js';

/** Files with the commands of a build. */
export const BUILD_FILE = /(?:^|\/)(?:(?:gnu)?makefile|[^/]+\.(?:mk|sh|bash))$/i;
const SCRIPT = /\.(?:sh|bash)$/i;
/** The program with a file. */
const RUNS = /(?<![\w-])jsonnet\)?(?![\w-])[^|;&]*?([^\s'"`()|;&<>]+\.jsonnet)\b/gi;
/** The option or redirection that writes files. */
const WRITES = /(?<![\d&])>\s*(?![\s&]|\/dev\/)|(?:^|\s)-(?:m|o|cm|-multi|-output-file)\b/;
const APPLIES = /\b(?:kubectl|oc|apply|argocd|flux)\b/;
const IMPORT = /\bimport(?:str|bin)?\s+['"](?:[^'"\n]*\/)?([^'"\n/]+)['"]/g;

/**
 * The Jsonnet files that are rendered, with the libraries that only such files import.
 * @param programs the Jsonnet files
 * @param builds the files of the build
 */
export function renderedJsonnet(tree: FileTree, programs: readonly string[], builds: readonly string[]): ReadonlySet<string> {
  // The commands of a makefile run in its folder, those of a script there or at the top.
  const named = new Set(
    builds.flatMap((build) =>
      renderedBy(textAt(tree, build)).flatMap((path) => [pathIn(folderOfPath(build), path), ...(SCRIPT.test(build) ? [path] : [])]),
    ),
  );
  const isRendered = (path: string): boolean => named.has(path);
  const mains = programs.filter((path) => path.endsWith('.jsonnet'));
  if (!mains.some(isRendered)) return new Set();
  const imports = new Map(programs.map((path) => [path, importsOf(textAt(tree, path))]));
  const reached = (from: readonly string[]): ReadonlySet<string> => {
    const found = new Set(from);
    for (const path of found) {
      const names = imports.get(path) ?? new Set();
      for (const other of programs) if (names.has(basename(other))) found.add(other);
    }
    return found;
  };
  const evaluated = reached(mains.filter((path) => !isRendered(path)));
  return new Set([...reached(mains.filter(isRendered))].filter((path) => !evaluated.has(path)));
}

/** The files that the commands of a build render to files. */
function renderedBy(text: string): string[] {
  return text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line) && WRITES.test(line) && !APPLIES.test(line))
    .flatMap((line) => [...line.matchAll(RUNS)].flatMap(([, path]) => path ?? []))
    .map((path) => path.replace(/^(?:\.\/|\$\([^)]*\)\/|\$\{[^}]*\}\/)+/, ''));
}

function importsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(IMPORT)].map(([, name = '']) => name));
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
