/**
 * Builds kustomizations with `kustomize build` or `kubectl kustomize`, if installed: without plugins and other hosts, which the author
 * of the input would choose. Renders charts of the repository if Helm is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compareText } from '../../base/kubernetes/object.js';
import type { Watched } from '../../olm/model/progress.js';
import { type FileTree, folderOfPath, pathIn } from '../trees/file-tree.js';
import type { BuildCache } from './build-cache.js';
import { kustomizationIn } from './kustomization.js';
import { type Closure, closureOf } from './kustomization-graph.js';
import { type GivenOtherwise, givenText } from './kustomization-parts.js';
import { isPart, type KustomizationRefusal, type UnreadPart } from './refused-kustomization.js';
import { helmGate, installedHelm, installedTool, type Tool, toolEnvironment, toolIdentity } from './tools.js';

const TIMEOUT_SECONDS = 60;
const MAX_OUTPUT_BYTES = 1 << 28;
/** The number of builds per core between two progress reports: enough to keep a core busy. */
const BUILT_TOGETHER = 8;

/**
 * Builds the folder `$2`. Writes output, messages and status into three files with the number `$1`. A second process ends a build that
 * takes too long: a limit of CPU time does not end one that waits. A shell lets its background processes ignore Ctrl-C, so it ends both.
 */
const BUILD_ONE = `ulimit -t ${TIMEOUT_SECONDS}; cd "$COPY/$1" || exit 0
PATH= "$TOOL" "$WORD" \${GATE:+--enable-helm --helm-command "$GATE"} "./$2" >"$OUT/$1.text" 2>"$OUT/$1.said" & build=$!
trap 'kill -9 $build $watch; wait; exit 130' INT TERM
(for _ in $SECONDS_LEFT; do sleep 1; kill -0 $build || exit 0; done; kill -9 $build) >/dev/null 2>&1 </dev/null & watch=$!
wait $build; echo $? >"$OUT/$1.status"; kill $watch`;
/** The statuses of a program that a signal ended: SIGKILL and SIGXCPU. */
const ENDED: ReadonlySet<string> = new Set(['137\n', '152\n']);

/** The built text, and the `parts` left out of it; or the reason why there is none. */
export type KustomizeOutcome =
  | { readonly text: string; readonly parts?: readonly UnreadPart[] }
  /** The entries that would load remote content or start a program. */
  | { readonly refused: readonly KustomizationRefusal[] }
  /** `not-installed`: `command` is the command to pipe. `failed`: `message` is the tool's. */
  | { readonly failure: 'not-installed' | 'failed'; readonly message: string; readonly command: string };

/** The search path of tools, like the environment variable PATH, and a folder for copies. */
export interface KustomizeSurroundings extends Watched {
  readonly path: string;
  readonly temporary: string;
  /** The cache of earlier builds. @default nothing is kept */
  readonly cache?: BuildCache | undefined;
  /** The seconds that one build may take. @default 60 */
  readonly seconds?: number;
}

/**
 * Builds the kustomizations of folders of a tree in parallel, each in a temporary copy of its files: other files are out of reach.
 *
 * @returns the outcome of each, by folder
 * @example
 * buildKustomizations(tree, ['prod'], { path: process.env.PATH ?? '', temporary: tmpdir() })
 */
export function buildKustomizations(
  tree: FileTree,
  folders: readonly string[],
  { path, temporary, cache, progress, seconds = TIMEOUT_SECONDS }: KustomizeSurroundings,
): ReadonlyMap<string, KustomizeOutcome> {
  const { outcomes, wanted, charts, helm } = closuresToBuild(tree, folders, path);
  if (wanted.size === 0) return outcomes;
  const tool = installedTool(path);
  if (!tool) {
    const message = 'neither kustomize nor kubectl is installed';
    for (const folder of wanted.keys())
      outcomes.set(folder, { failure: 'not-installed', message, command: kustomizeCommand(tree.nameOf(folder)) });
    return outcomes;
  }
  const place = mkdtempSync(join(temporary, `cdk8s-olm-kustomize-${process.pid}-`));
  try {
    const identity = cache && identityOf(tool, helm, cache, place);
    const gate = helm === undefined ? undefined : gateIn(join(place, 'tool'), helm);
    tree.expect?.([...new Set([...wanted.values()].flatMap(({ files }) => [...files]))]);
    const given = givenFiles(tree, join(place, 'files'));
    const kept = identity === undefined || cache === undefined ? undefined : outcomesIn(cache, identity);
    const built = new Map<string, Ran>();
    const left = new Map<string, readonly GivenFile[]>();
    const enter = (folder: string, files: readonly GivenFile[], outcome: Ran): unknown =>
      built.set(folder, 'text' in outcome ? outcome : { message: withOwnPaths(outcome.message, files) });
    for (const [folder, closure] of wanted) {
      const files = given(closure);
      const outcome = kept?.find(folder, files);
      if (outcome === undefined) left.set(folder, files);
      else enter(folder, files, outcome);
    }
    for (const [index, files] of [...left.values()].entries()) copyFiles(files, join(place, 'copy', String(index)));
    for (const [folder, outcome] of runAll(tool, [...left.keys()], place, { gate, progress, seconds })) {
      const files = left.get(folder) ?? [];
      enter(folder, files, outcome);
      // Uses the digests of the copies: a file can change after the lookup.
      if ('text' in outcome || (outcome.isOfTool && !charts.has(folder) && !outcome.message.includes(basename(place))))
        kept?.keep(folder, files, outcome);
    }
    for (const [folder, { refused }] of wanted)
      outcomes.set(folder, outcomeOf(tree, folder, built.get(folder) as Ran, refused.filter(isPart)));
    return outcomes;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What is built, by folder, and which of it Helm renders a part of; and the outcomes of what is not built. */
function closuresToBuild(tree: FileTree, folders: readonly string[], path: string) {
  const outcomes = new Map<string, KustomizeOutcome>();
  const wanted = new Map<string, Closure>();
  const charts = new Set<string>();
  let helm: string | undefined;
  for (const folder of folders) {
    const file = kustomizationIn(tree, folder);
    if (file === undefined) continue;
    const { refused: lacking, ...loaded } = closureOf(tree, file);
    const { files, kustomizations } = loaded;
    const ofHelm = lacking.filter((one) => isPart(one) && one.isRenderable);
    if (ofHelm.length > 0) {
      charts.add(folder);
      helm ??= installedHelm(path);
    }
    const refused = helm === undefined ? lacking : lacking.filter((one) => !ofHelm.includes(one));
    const closure = { ...loaded, refused };
    const isNothingLeft = refused.length > 0 && files.size === kustomizations.size;
    if (isNothingLeft || !refused.every(isPart)) outcomes.set(folder, { refused });
    else wanted.set(folder, closure);
  }
  return { outcomes, wanted, charts, helm };
}

/** The identity of the tool, and of Helm if it renders. */
function identityOf(tool: Tool, helm: string | undefined, cache: BuildCache, place: string): string | undefined {
  const own = toolIdentity(tool, cache, place);
  if (helm === undefined) return own;
  const ofHelm = toolIdentity({ program: helm, word: 'template', version: ['version'] }, cache, place);
  return own === undefined || ofHelm === undefined ? undefined : `${own} ${ofHelm}`;
}

function gateIn(place: string, helm: string): string {
  mkdirSync(place);
  return helmGate(helm, place);
}

function outcomeOf(tree: FileTree, folder: string, outcome: Ran, parts: readonly UnreadPart[]): KustomizeOutcome {
  if (!('text' in outcome)) return { ...outcome, failure: 'failed', command: kustomizeCommand(tree.nameOf(folder)) };
  if (parts.length === 0) return outcome;
  return outcome.text === '' ? { refused: parts } : { ...outcome, parts };
}

/**
 * A cache of what the tool gave for all inputs of a build. An error has a name of its own, so that none is read as a built text, and is
 * kept as the tool wrote it: which file it names depends on paths that are no input of the build.
 */
function outcomesIn(cache: BuildCache, tool: string) {
  const namesOf = (folder: string, files: readonly GivenFile[]): readonly [string, string] => {
    const digest = digestOfBuild(tool, folder, files);
    return [`build ${digest}`, `failed ${digest}`];
  };
  return {
    find: (folder: string, files: readonly GivenFile[]): Ran | undefined => {
      const [build, failed] = namesOf(folder, files);
      const text = cache.find(build);
      if (text !== undefined) return { text };
      const message = cache.find(failed);
      return message === undefined ? undefined : { message };
    },
    keep: (folder: string, files: readonly GivenFile[], outcome: Ran): void => {
      const [build, failed] = namesOf(folder, files);
      if ('text' in outcome) cache.keep(build, outcome.text);
      else cache.keep(failed, outcome.message);
    },
  };
}

/** The version of the tool's invocation, as part of the digest. */
const FORM = 'built 1';

/** The digest of all inputs of a build. */
function digestOfBuild(tool: string, folder: string, files: readonly GivenFile[]): string {
  const decides = [FORM, tool, folder, files.map(({ path, digest }) => [path, digest()])];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}

/** A file for a build. */
interface GivenFile {
  /** The path in the copy. */
  readonly path: string;
  /** The path in the tree, if different. */
  readonly from?: string;
  /** The digest of the content; after copying, of the copy. Empty without content. */
  digest(): string;
  /** The path of the content on disk, to which a copy can link. */
  copied(): string | undefined;
}

/**
 * Returns the files of closures, in the order of their paths. A kustomization is given without its unread parts. kustomize reads no
 * file outside of a kustomization's folder, and this limit stays: such files are copied into the folder, so that kustomize only
 * reads the files of the closure.
 */
function givenFiles(tree: FileTree, store: string): (closure: Closure) => readonly GivenFile[] {
  const known = new Map<string, GivenFile>();
  const one = (path: string, from: string, otherwise: GivenOtherwise | undefined): GivenFile => {
    const read = (): Uint8Array | string | undefined => (otherwise ? givenText(tree, from, otherwise) : tree.read(from));
    const digestOf = (content: Uint8Array | string | undefined): string =>
      content === undefined ? '' : createHash('sha256').update(content).digest('hex');
    const number = known.size;
    let [digest, copy]: (string | undefined)[] = [];
    return {
      path,
      ...(path === from ? {} : { from }),
      digest: () => {
        digest ??= digestOf(read());
        return digest;
      },
      copied: () => {
        if (copy !== undefined) return copy;
        const content = read();
        digest = digestOf(content);
        if (content === undefined) return undefined;
        mkdirSync(store, { recursive: true });
        copy = join(store, String(number));
        writeFileSync(copy, content);
        return copy;
      },
    };
  };
  const given = (path: string, from: string, otherwise: GivenOtherwise | undefined): GivenFile => {
    const key = JSON.stringify([path, from, otherwise?.parts, [...(otherwise?.moved ?? [])]]);
    const file = known.get(key) ?? one(path, from, otherwise);
    known.set(key, file);
    return file;
  };
  return ({ files, kustomizations, beyond, refused }) => {
    const left = refused.filter(isPart);
    const inside = beyond.size === 0 ? '' : unusedName(files);
    const isChanged = (path: string): boolean => kustomizations.has(path) && (left.length > 0 || beyond.has(path));
    return [...files].sort(compareText).flatMap((path) => {
      const places = [...(beyond.get(path) ?? [])].map(([text, from], index) => ({
        text,
        from,
        to: `${inside}/${index}/${basename(from)}`,
      }));
      const otherwise = {
        parts: left.length > 0 ? left.filter(({ file }) => file === path) : undefined,
        moved: new Map(places.map(({ text, to }) => [text, to])),
      };
      return [
        given(path, path, isChanged(path) ? otherwise : undefined),
        ...places.map(({ from, to }) => given(pathIn(folderOfPath(path), to), from, undefined)),
      ];
    });
  };
}

/** A name that no step of the paths has, so that no file clashes with it. */
function unusedName(paths: Iterable<string>): string {
  const steps = new Set([...paths].flatMap((path) => path.split('/')));
  let name = '.outside';
  while (steps.has(name)) name += '-';
  return name;
}

/** The tool's message, with the paths of the tree. */
function withOwnPaths(message: string, files: readonly GivenFile[]): string {
  return files.reduce((text, { path, from }) => {
    const [inside] = from === undefined ? [] : (/[^/]+\/\d+\/[^/]+$/.exec(path) ?? []);
    return from === undefined || inside === undefined ? text : text.replaceAll(path, from).replaceAll(inside, from);
  }, message);
}

/** Copies the files of one build. Each build only sees its own files: files of another one must not affect it. */
function copyFiles(files: readonly GivenFile[], copy: string): void {
  const made = new Set<string>();
  mkdirSync(copy, { recursive: true });
  for (const { path, copied } of files) {
    const content = copied();
    if (content === undefined) continue;
    const target = join(copy, path);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    linkSync(content, target);
  }
}

/** `isOfTool`: the tool itself refused its input, and does so again; it was not ended, and did not lack memory, a disk or time. */
type Ran = { readonly text: string } | { readonly message: string; readonly isOfTool?: boolean };

/** What a tool lacked that can be there in another run. */
const LACKING =
  /no space left|too many open files|cannot allocate|out of memory|temporarily unavailable|input\/output error|quota exceeded|signal:/i;

function failure(status: number | string | null, output: string, copy: string): Ran {
  return { message: said(output, copy), isOfTool: Number(status) === 1 && output.trim() !== '' && !LACKING.test(output) };
}

/** Runs the tool for each folder in its copy, one per core at a time. @param gate the program that kustomize starts in place of Helm */
function runAll(
  { program, word }: Tool,
  folders: readonly string[],
  place: string,
  { gate, progress, seconds }: Watched & { readonly gate: string | undefined; readonly seconds: number },
): Map<string, Ran> {
  const [copies, out] = [join(place, 'copy'), join(place, 'out')];
  mkdirSync(out);
  const env = toolEnvironment(out);
  const runHere = (folder: string, index: number): Ran => {
    const timeout = seconds * 1000;
    const copy = join(copies, String(index));
    const words = [word, ...(gate === undefined ? [] : ['--enable-helm', '--helm-command', gate]), `./${folder}`];
    const { status, stdout, stderr, error } = spawnSync(program, words, {
      cwd: copy,
      encoding: 'utf8',
      env,
      timeout,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    if (status === 0) return { text: stdout };
    return error ? { message: said(stderr || error.message, copy) } : failure(status, stderr, copy);
  };
  const ofFiles = (index: number): Ran => {
    const read = (ending: string): string => readFileSync(join(out, `${index}.${ending}`), 'utf8');
    const status = existsSync(join(out, `${index}.status`)) ? read('status') : undefined;
    if (status === undefined || ENDED.has(status)) return { message: `it took more than ${seconds} seconds` };
    return status === '0\n' ? { text: read('text') } : failure(status, read('said'), join(copies, String(index)));
  };
  if (folders.length < 2) return new Map(folders.map((folder, index) => [folder, runHere(folder, index)]));
  let error: Error | undefined;
  // With a progress listener, in batches, to report the number of finished builds in between.
  const size = progress ? BUILT_TOGETHER * availableParallelism() : folders.length;
  for (let start = 0; start < folders.length && !error; start += size) {
    progress?.({ doing: 'building', done: start, all: folders.length });
    ({ error } = spawnSync('xargs', ['-0', '-n', '2', '-P', String(availableParallelism()), '/bin/sh', '-c', BUILD_ONE, 'sh'], {
      input: folders
        .slice(start, start + size)
        .map((folder, index) => `${start + index}\0${folder}\0`)
        .join(''),
      env: {
        ...env,
        PATH: process.env.PATH ?? '',
        COPY: copies,
        OUT: out,
        TOOL: program,
        WORD: word,
        GATE: gate ?? '',
        SECONDS_LEFT: '1 '.repeat(seconds),
      },
    }));
  }
  // Without xargs, one after the other.
  return new Map(folders.map((folder, index) => [folder, error ? runHere(folder, index) : ofFiles(index)]));
}

/** The innermost message of the tool: around it, the tool repeats each step to it, with the full path of the copy. */
function said(text: string, copy: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  // kubectl logs its error in a line for programs.
  const [, logged] = /\berr="((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const [, inLines] = /\berr=<\n([\s\S]*?)\n[^\S\n]*>/.exec(text) ?? [];
  const line =
    logged?.replace(/\\(.)/g, '$1') ?? inLines?.replace(/\s+/g, ' ') ?? lines.findLast((each) => /^error:/i.test(each)) ?? lines.join(' ');
  // Memory addresses differ in each run.
  const error = line
    .replaceAll(`${copy}/`, '')
    .replaceAll(copy, '.')
    .replace(/\b0xc[\da-f]{6,}\b/g, '0xc…');
  return error
    .slice(Math.max(0, ...INNERMOST.map((mark) => lastEnd(error, mark))))
    .replace(OF_HELM, '')
    .replace(/^error: /i, '')
    .trim();
}

/** Additional hints of Helm, and of kustomize about Helm. */
const OF_HELM = /(?<!\s)\s*(?:Use --debug flag to render out invalid YAML.*|:? ?unable to run: '.*)$/s;

/** After the last of these marks, kustomize reports the error itself. */
const INNERMOST = [/recursed (?:accumulation|merging) (?:of|from) path '[^']*': /g, /accumulating components: /g, /accumulation err='/g];

function lastEnd(text: string, mark: RegExp): number {
  const found = [...text.matchAll(mark)].at(-1);
  return found ? found.index + found[0].length : 0;
}

/** The command to pipe. @param folder the folder's name in messages; a folder of a commit has to be checked out first */
export function kustomizeCommand(folder: string): string {
  const [, revision, path = ''] = /^git:([^:]*):?(.*)$/s.exec(folder) ?? [];
  const [checkout, place] =
    revision === undefined ? ['', folder] : [`git worktree add --detach /tmp/base ${revision} && `, `/tmp/base/${path}`];
  return `${checkout}kubectl kustomize ${place} | cdk8s-olm render -`;
}
