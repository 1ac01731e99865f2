/**
 * Building kustomizations with `kustomize build` or `kubectl kustomize`, where one is installed: without plugins, without Helm,
 * and without anything from another host, as whoever writes the input would choose that.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { FileTree } from './file-tree.js';
import { isPart, type KustomizationRefusal, kustomizationIn, type UnreadPart } from './kustomization.js';
import type { Closure, Closures } from './kustomization-loads.js';
import { withoutParts } from './kustomization-parts.js';

/** The tools that build, in the order in which they are looked for. */
const TOOLS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
] as const;

const TIMEOUT_SECONDS = 60;
const MAX_OUTPUT_BYTES = 1 << 28;

/** Builds the folder `$2`: what is printed goes into one file of the number `$1`, what is said into another, and the status into a third. */
const BUILD_ONE = `ulimit -t ${TIMEOUT_SECONDS}; cd "$COPY" && PATH= "$TOOL" "$WORD" "./$2" >"$OUT/$1.text" 2>"$OUT/$1.said"; echo $? >"$OUT/$1.status"`;

/** What was built and, of `parts`, without what; or why nothing was. */
export type KustomizeOutcome =
  | { readonly text: string; readonly parts?: readonly UnreadPart[] }
  /** What it would load from elsewhere or start. */
  | { readonly refused: readonly KustomizationRefusal[] }
  /** `not-installed`: `command` is what to pipe. `failed`: what the tool said. */
  | { readonly failure: 'not-installed' | 'failed'; readonly message: string; readonly command: string };

/** Where tools are looked for, as in the environment variable PATH, and a folder for copies. */
export interface KustomizeSurroundings {
  readonly path: string;
  readonly temporary: string;
}

/**
 * Builds the kustomizations of folders of a tree, side by side, in a copy of what they load that is removed again: nothing else can
 * be reached.
 *
 * @returns what came of each, by its folder
 * @example
 * buildKustomizations(tree, ['prod'], closuresIn(tree), { path: process.env.PATH ?? '', temporary: tmpdir() })
 */
export function buildKustomizations(
  tree: FileTree,
  folders: readonly string[],
  closures: Closures,
  { path, temporary }: KustomizeSurroundings,
): ReadonlyMap<string, KustomizeOutcome> {
  const outcomes = new Map<string, KustomizeOutcome>();
  const wanted = new Map<string, Closure>();
  for (const folder of folders) {
    const file = kustomizationIn(tree, folder);
    if (file === undefined) continue;
    const closure = closures(file);
    const { refused, files, kustomizations } = closure;
    const isNothingLeft = refused.length > 0 && files.size === kustomizations.size;
    if (isNothingLeft || !refused.every(isPart)) outcomes.set(folder, { refused });
    else wanted.set(folder, closure);
  }
  if (wanted.size === 0) return outcomes;
  const tool = installedTool(path);
  if (!tool) {
    const message = 'neither kustomize nor kubectl is installed';
    for (const folder of wanted.keys())
      outcomes.set(folder, { failure: 'not-installed', message, command: kustomizeCommand(tree.nameOf(folder)) });
    return outcomes;
  }
  const place = mkdtempSync(join(temporary, 'cdk8s-olm-kustomize-'));
  try {
    const isWhole = (folder: string): boolean => wanted.get(folder)?.refused.length === 0;
    const [whole, partial] = [[...wanted.keys()].filter(isWhole), [...wanted.keys()].filter((folder) => !isWhole(folder))];
    for (const [name, folders] of Object.entries({ whole, partial })) {
      if (folders.length === 0) continue;
      mkdirSync(join(place, name));
      copyFiles(
        tree,
        folders.map((folder) => wanted.get(folder) as Closure),
        join(place, name, 'copy'),
      );
      for (const [folder, outcome] of runAll(tool, folders, join(place, name)))
        outcomes.set(folder, outcomeOf(tree, folder, outcome, (wanted.get(folder) as Closure).refused.filter(isPart)));
    }
    return outcomes;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function outcomeOf(tree: FileTree, folder: string, outcome: Ran, parts: readonly UnreadPart[]): KustomizeOutcome {
  if (!('text' in outcome)) return { ...outcome, failure: 'failed', command: kustomizeCommand(tree.nameOf(folder)) };
  if (parts.length === 0) return outcome;
  return outcome.text === '' ? { refused: parts } : { ...outcome, parts };
}

/** Copies what is built together: the parts that are not read are left out of all of them. */
function copyFiles(tree: FileTree, closures: readonly Closure[], copy: string): void {
  const files = new Set(closures.flatMap((closure) => [...closure.files]));
  const parts = [...new Set(closures.flatMap(({ refused }) => refused.filter(isPart)))];
  const kustomizations = new Set(parts.length === 0 ? [] : closures.flatMap((closure) => [...closure.kustomizations]));
  tree.expect?.([...files]);
  const made = new Set<string>();
  for (const file of files) {
    const inFile = parts.filter((part) => part.file === file);
    const bytes = kustomizations.has(file) ? withoutParts(tree, file, inFile) : tree.read(file);
    if (bytes === undefined) continue;
    const folder = dirname(join(copy, file));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(join(copy, file), bytes);
  }
}

type Ran = { readonly text: string } | { readonly message: string };

/** Runs the tool for each folder of the copy, as many at once as there are cores. */
function runAll({ program, word }: Tool, folders: readonly string[], place: string): Map<string, Ran> {
  const [copy, out] = [join(place, 'copy'), join(place, 'out')];
  mkdirSync(out);
  // Without PATH it finds no git, and through this proxy no other host.
  const proxy = 'http://127.0.0.1:9';
  const env = { PATH: '', HOME: out, HTTP_PROXY: proxy, HTTPS_PROXY: proxy, GIT_ALLOW_PROTOCOL: 'none' };
  const runHere = (folder: string): Ran => {
    const timeout = TIMEOUT_SECONDS * 1000;
    const { status, stdout, stderr, error } = spawnSync(program, [word, `./${folder}`], {
      cwd: copy,
      encoding: 'utf8',
      env,
      timeout,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return status === 0 ? { text: stdout } : { message: said(stderr || (error?.message ?? ''), copy) };
  };
  const ofFiles = (index: number): Ran => {
    const read = (ending: string): string => readFileSync(join(out, `${index}.${ending}`), 'utf8');
    if (!existsSync(join(out, `${index}.status`))) return { message: `it took more than ${TIMEOUT_SECONDS} seconds` };
    return read('status') === '0\n' ? { text: read('text') } : { message: said(read('said'), copy) };
  };
  const [only, second] = folders;
  if (only !== undefined && second === undefined) return new Map([[only, runHere(only)]]);
  const { error } = spawnSync('xargs', ['-0', '-n', '2', '-P', String(availableParallelism()), '/bin/sh', '-c', BUILD_ONE, 'sh'], {
    input: folders.map((folder, index) => `${index}\0${folder}\0`).join(''),
    env: { ...env, PATH: process.env.PATH ?? '', COPY: copy, OUT: out, TOOL: program, WORD: word },
  });
  // Where there is no xargs, one after the other.
  return new Map(folders.map((folder, index) => [folder, error ? runHere(folder) : ofFiles(index)]));
}

/** The innermost of what the tool says: around it, it repeats each step on the way there, with the whole path of the copy. */
function said(text: string, copy: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  // kubectl logs what fails it, in a line for programs.
  const [, logged] = /\berr="((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const [, inLines] = /\berr=<\n([\s\S]*?)\n[^\S\n]*>/.exec(text) ?? [];
  const line =
    logged?.replace(/\\(.)/g, '$1') ?? inLines?.replace(/\s+/g, ' ') ?? lines.findLast((each) => /^error:/i.test(each)) ?? lines.join(' ');
  const error = line.replaceAll(`${copy}/`, '').replaceAll(copy, '.');
  return error
    .slice(Math.max(0, ...INNERMOST.map((mark) => lastEnd(error, mark))))
    .replace(/^error: /i, '')
    .trim();
}

/** After the last of these, kustomize says what is the matter. */
const INNERMOST = [/recursed (?:accumulation|merging) (?:of|from) path '[^']*': /g, /accumulating components: /g, /accumulation err='/g];

function lastEnd(text: string, mark: RegExp): number {
  const found = [...text.matchAll(mark)].at(-1);
  return found ? found.index + found[0].length : 0;
}

/** What to pipe. @param folder as messages name it; of a commit, it has to be checked out first */
export function kustomizeCommand(folder: string): string {
  const [, revision, path = ''] = /^git:([^:]*):?(.*)$/s.exec(folder) ?? [];
  const [checkout, place] =
    revision === undefined ? ['', folder] : [`git worktree add --detach /tmp/base ${revision} && `, `/tmp/base/${path}`];
  return `${checkout}kubectl kustomize ${place} | cdk8s-olm render -`;
}

interface Tool {
  readonly program: string;
  readonly word: string;
}

/** Which tool is there, by its whole path. */
function installedTool(path: string): Tool | undefined {
  for (const [name, word] of TOOLS) {
    for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
      const program = join(folder, name);
      try {
        accessSync(program, constants.X_OK);
        return { program, word };
      } catch {
        // The next folder has it, or none has.
      }
    }
  }
  return undefined;
}
