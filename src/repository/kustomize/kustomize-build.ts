/**
 * Building kustomizations with `kustomize build` or `kubectl kustomize`, where one is installed: without plugins, and without anything
 * from another host, as whoever writes the input would choose that. Charts of the repository are rendered where Helm is installed.
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
import { isPart, type KustomizationRefusal, kustomizationIn, type UnreadPart } from './kustomization.js';
import { type Closure, closureOf } from './kustomization-graph.js';
import { type GivenOtherwise, givenText } from './kustomization-parts.js';
import { helmGate, installedHelm, installedTool, type Tool, toolEnvironment, toolIdentity } from './tools.js';

const TIMEOUT_SECONDS = 60;
const MAX_OUTPUT_BYTES = 1 << 28;
/** On each core, between two looks at how far it is: enough to keep it busy. */
const BUILT_TOGETHER = 8;

/** Builds the folder `$2`: what is printed goes into one file of the number `$1`, what is said into another, and the status into a third. */
const BUILD_ONE = `ulimit -t ${TIMEOUT_SECONDS}; cd "$COPY/$1" && PATH= "$TOOL" "$WORD" \${GATE:+--enable-helm --helm-command "$GATE"} "./$2" >"$OUT/$1.text" 2>"$OUT/$1.said"; echo $? >"$OUT/$1.status"`;

/** What was built and, of `parts`, without what; or why nothing was. */
export type KustomizeOutcome =
  | { readonly text: string; readonly parts?: readonly UnreadPart[] }
  /** What it would load from elsewhere or start. */
  | { readonly refused: readonly KustomizationRefusal[] }
  /** `not-installed`: `command` is what to pipe. `failed`: what the tool said. */
  | { readonly failure: 'not-installed' | 'failed'; readonly message: string; readonly command: string };

/** Where tools are looked for, as in the environment variable PATH, and a folder for copies. */
export interface KustomizeSurroundings extends Watched {
  readonly path: string;
  readonly temporary: string;
  /** What was built earlier. @default nothing is kept */
  readonly cache?: BuildCache | undefined;
}

/**
 * Builds the kustomizations of folders of a tree, side by side, each in a copy of what it loads that is removed again: nothing else
 * can be reached.
 *
 * @returns what came of each, by its folder
 * @example
 * buildKustomizations(tree, ['prod'], { path: process.env.PATH ?? '', temporary: tmpdir() })
 */
export function buildKustomizations(
  tree: FileTree,
  folders: readonly string[],
  { path, temporary, cache, progress }: KustomizeSurroundings,
): ReadonlyMap<string, KustomizeOutcome> {
  const outcomes = new Map<string, KustomizeOutcome>();
  const wanted = new Map<string, Closure>();
  let helm: string | undefined;
  for (const folder of folders) {
    const file = kustomizationIn(tree, folder);
    if (file === undefined) continue;
    const { refused: lacking, ...loaded } = closureOf(tree, file);
    const { files, kustomizations } = loaded;
    const ofHelm = lacking.filter((one) => isPart(one) && one.isRenderable);
    if (ofHelm.length > 0) helm ??= installedHelm(path);
    const refused = helm === undefined ? lacking : lacking.filter((one) => !ofHelm.includes(one));
    const closure = { ...loaded, refused };
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
  const place = mkdtempSync(join(temporary, `cdk8s-olm-kustomize-${process.pid}-`));
  try {
    const identity = cache && identityOf(tool, helm, cache, place);
    const gate = helm === undefined ? undefined : gateIn(join(place, 'tool'), helm);
    tree.expect?.([...new Set([...wanted.values()].flatMap(({ files }) => [...files]))]);
    const given = givenFiles(tree, join(place, 'files'));
    const buildName = (folder: string, files: readonly GivenFile[]): string => `build ${digestOfBuild(identity ?? '', folder, files)}`;
    const built = new Map<string, Ran>();
    const left = new Map<string, readonly GivenFile[]>();
    for (const [folder, closure] of wanted) {
      const files = given(closure);
      const text = identity === undefined ? undefined : cache?.find(buildName(folder, files));
      if (text === undefined) left.set(folder, files);
      else built.set(folder, { text });
    }
    for (const [index, files] of [...left.values()].entries()) copyFiles(files, join(place, 'copy', String(index)));
    for (const [folder, outcome] of runAll(tool, [...left.keys()], place, { gate, progress })) {
      built.set(folder, 'text' in outcome ? outcome : { message: withOwnPaths(outcome.message, left.get(folder) ?? []) });
      // By what was copied: a file can change after it was looked for.
      if (identity !== undefined && 'text' in outcome) cache?.keep(buildName(folder, left.get(folder) ?? []), outcome.text);
    }
    for (const [folder, { refused }] of wanted)
      outcomes.set(folder, outcomeOf(tree, folder, built.get(folder) as Ran, refused.filter(isPart)));
    return outcomes;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Of the tool, and of Helm where it renders. */
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

/** Changes with how the tool is called. */
const FORM = 'built 1';

/** Of all that decides what is built. */
function digestOfBuild(tool: string, folder: string, files: readonly GivenFile[]): string {
  const decides = [FORM, tool, folder, files.map(({ path, digest }) => [path, digest()])];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}

/** A file as a build is given it. */
interface GivenFile {
  /** In the copy. */
  readonly path: string;
  /** In the tree, where that is elsewhere. */
  readonly from?: string;
  /** Of its content; once it was copied, of what was. Empty where it has none. */
  digest(): string;
  /** Its content on disk, where a copy can link to it. */
  copied(): string | undefined;
}

/**
 * Gives the files of closures, in the order of their paths. A kustomization is given without the parts that are not read. kustomize
 * reads no file outside of a kustomization's folder, and nothing lifts that here: such files are put into the folder, so that it reads
 * those that the closure has and no others.
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

/** A name that no step of the paths has, so that nothing is in the way of what is put there. */
function unusedName(paths: Iterable<string>): string {
  const steps = new Set([...paths].flatMap((path) => path.split('/')));
  let name = '.outside';
  while (steps.has(name)) name += '-';
  return name;
}

/** What the tool says, with the paths of the tree. */
function withOwnPaths(message: string, files: readonly GivenFile[]): string {
  return files.reduce((text, { path, from }) => {
    const [inside] = from === undefined ? [] : (/[^/]+\/\d+\/[^/]+$/.exec(path) ?? []);
    return from === undefined || inside === undefined ? text : text.replaceAll(path, from).replaceAll(inside, from);
  }, message);
}

/** Each build sees its own files and no others: what another one loads must not decide what it comes to. */
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

type Ran = { readonly text: string } | { readonly message: string };

/** Runs the tool for each folder in its copy, as many at once as there are cores. @param gate what kustomize starts in place of Helm, if it may */
function runAll(
  { program, word }: Tool,
  folders: readonly string[],
  place: string,
  { gate, progress }: Watched & { readonly gate: string | undefined },
): Map<string, Ran> {
  const [copies, out] = [join(place, 'copy'), join(place, 'out')];
  mkdirSync(out);
  const env = toolEnvironment(out);
  const runHere = (folder: string, index: number): Ran => {
    const timeout = TIMEOUT_SECONDS * 1000;
    const copy = join(copies, String(index));
    const words = [word, ...(gate === undefined ? [] : ['--enable-helm', '--helm-command', gate]), `./${folder}`];
    const { status, stdout, stderr, error } = spawnSync(program, words, {
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
    return read('status') === '0\n' ? { text: read('text') } : { message: said(read('said'), join(copies, String(index))) };
  };
  if (folders.length < 2) return new Map(folders.map((folder, index) => [folder, runHere(folder, index)]));
  let error: Error | undefined;
  // Where somebody watches, in parts, between which it is told how many are done.
  const size = progress ? BUILT_TOGETHER * availableParallelism() : folders.length;
  for (let start = 0; start < folders.length && !error; start += size) {
    progress?.({ doing: 'building', done: start, all: folders.length });
    ({ error } = spawnSync('xargs', ['-0', '-n', '2', '-P', String(availableParallelism()), '/bin/sh', '-c', BUILD_ONE, 'sh'], {
      input: folders
        .slice(start, start + size)
        .map((folder, index) => `${start + index}\0${folder}\0`)
        .join(''),
      env: { ...env, PATH: process.env.PATH ?? '', COPY: copies, OUT: out, TOOL: program, WORD: word, GATE: gate ?? '' },
    }));
  }
  // Where there is no xargs, one after the other.
  return new Map(folders.map((folder, index) => [folder, error ? runHere(folder, index) : ofFiles(index)]));
}

/** The innermost of what the tool says: around it, it repeats each step on the way there, with the whole path of the copy. */
function said(text: string, copy: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  // kubectl logs what fails it, in a line for programs.
  const [, logged] = /\berr="((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const [, inLines] = /\berr=<\n([\s\S]*?)\n[^\S\n]*>/.exec(text) ?? [];
  const line =
    logged?.replace(/\\(.)/g, '$1') ?? inLines?.replace(/\s+/g, ' ') ?? lines.findLast((each) => /^error:/i.test(each)) ?? lines.join(' ');
  // An address in its memory is another one in each run.
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

/** What Helm, and kustomize of Helm, say besides. */
const OF_HELM = /\s*(?:Use --debug flag to render out invalid YAML.*|:? ?unable to run: '.*)$/s;

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
