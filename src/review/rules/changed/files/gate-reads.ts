/**
 * Finds what else the jobs that run this review read or run: arguments and variables in texts, programs of a folder in PATH, targets of the
 * same job, files that a tool gets by their path. Such a file counts before it exists, too: a command of BASE names it.
 */

import { folderOf, plainPath, type UnreadFile } from '../../../../olm/model/unread-file.js';
import { commandsIn, hasTargets, isProse, type Part } from './gate-parts.js';

/** What is read where this review runs. */
export interface GateReads {
  /** Whether a text of its jobs names a file, or the folder from which programs are taken. */
  isRead(path: string): boolean;
  /** Whether one of these texts names a program. */
  names(program: RegExp): boolean;
}

/** A path in a command, whatever stands for the folder in front of it. */
const TOKEN = /[\w.@+~-]+(?:\/[\w.@+~*-]+)*/g;
/** What reads a file, or takes variables of it, earlier in the line. */
const READS =
  /<|\b(?:cat|tac|head|tail|sed|awk|grep|tr|cut|sort|jq|yq|base64|envsubst|xargs|read|mapfile|readarray|source|eval|exec|bash|sh|zsh|ksh|dash|python3?|node|ruby|perl|COPY|ADD|open|Path|require)\b|(?<![\w./])\.\s/;
/** What takes the file that stands behind it. */
const TAKES = /[=:@]\s*["'[]?(?:\.\/)?$/;
/** Longer words are no paths. */
const LONGEST_PATH = 4096;
/** The most steps of a path that a command can leave out. */
const MOST_STEPS = 100;
/** What makes arguments, commands or variables of a text that people read, too. */
const MAKES = /\$\(|`|<\(|\bxargs\b|\bGITHUB_(?:ENV|PATH|OUTPUT)\b|\b(?:eval|source|exec)\b|\|\s*(?:sudo\s+)?(?:ba|z|k|da)?sh\b/;
/** Lines from which programs, or all files of a folder, are taken. */
const FOLDERS = /PATH\b|^\s*(?:COPY|ADD)\s|\b(?:docker|podman|buildah|nerdctl)\b.*\bbuild\b|\bcontext["']?:|\brun-parts\b/;

const BUILDS_HERE = /\b(?:docker|podman|buildah|nerdctl)\b.*\bbuild\b.*\s\.\/?(?=["'\s;&|]|$)|\bcontext["']?:\s*["']?\.\/?["']?\s*$/;

/** The names in texts, by the ways in which they count. */
interface Names {
  /** Paths and names with an ending. */
  readonly any: Set<string>;
  /** Those that something reads. */
  readonly fed: Set<string>;
  /** Those of which something makes commands. */
  readonly made: Set<string>;
  /** Folders of programs. */
  readonly folders: Set<string>;
}

/** @param run the parts of the jobs that run this review, and what they start */
export function gateReads(run: Iterable<Part>): GateReads {
  const texts = [...run].map(({ text, file }) => commandsIn(text, file.path));
  const names: Names = { any: new Set(), fed: new Set(), made: new Set(), folders: new Set() };
  for (const text of new Set(texts)) for (const line of text.split('\n')) addNames(names, line);
  const isRead = (path: string): boolean => {
    const ends = endsOf(path);
    const some = (set: ReadonlySet<string>): boolean => ends.some((end) => set.has(end)) || set.has(path);
    if (isInFolder(path, names.folders)) return true;
    if (isProse(path)) return some(names.made);
    return some(names.fed) || ends.some((end) => names.any.has(end));
  };
  return { isRead, names: (program) => texts.some((text) => program.test(text)) };
}

function addNames({ any, fed, made, folders }: Names, line: string): void {
  const [isFolder, isMade] = [FOLDERS.test(line), MAKES.test(line)];
  // What caches and versions are named after is not read.
  if (/\bhashFiles\(|cache-dependency-path/.test(line)) return;
  if (BUILDS_HERE.test(line)) for (const name of ['Dockerfile', 'Containerfile', '.dockerignore', '.containerignore']) fed.add(name);
  const reads = READS.exec(line);
  const readsFrom = reads ? reads.index + reads[0].length : Number.POSITIVE_INFINITY;
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    // An argument such as @FILE, and a folder that a variable names.
    const path = inside(token.replace(/^@/, ''));
    if (path === '' || path.length > LONGEST_PATH) continue;
    const isRead = index >= readsFrom || token.startsWith('@') || TAKES.test(line.slice(Math.max(0, index - LONGEST_PATH), index));
    const isPattern = /\*/.test(path);
    if (isPattern) folders.add(path.slice(0, Math.max(0, path.lastIndexOf('/', path.indexOf('*')))));
    for (const end of [path, ...endsOf(path)]) {
      if (end.includes('/') || end.includes('.')) any.add(end);
      if (isRead) fed.add(end);
      if (isMade) made.add(end);
    }
    if (isFolder) for (const end of stepsOf(path)) folders.add(end);
  }
}

/** A path without steps to where it starts. */
function inside(path: string): string {
  return plainPath(path)
    .split('/')
    .filter((step) => step !== '..')
    .join('/');
}

/** What a command can name of a path, from another folder: its last steps, or its name if that has an ending. */
function endsOf(path: string): readonly string[] {
  return stepsOf(path).filter((end) => end.includes('/') || /.\.\w|^\.\w/.test(end));
}

function stepsOf(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.slice(-MOST_STEPS).map((_, at, last) => last.slice(at).join('/'));
}

/** Whether a file is in a folder of programs, by the path or the last steps of which a command names it. */
function isInFolder(path: string, folders: ReadonlySet<string>): boolean {
  const folder = folderOf(path);
  if (folder === '' || folders.size === 0) return false;
  const steps = folder.split('/');
  return steps.some((_, at) => at > 0 && folders.has(steps.slice(-at).join('/'))) || folders.has(folder);
}

/** The parts of each file that count for what runs this review: all of a file, unless some of its parts are apart from it. */
export function runParts(links: ReadonlySet<Part>, all: readonly Part[], started: (part: Part) => Iterable<Part>): ReadonlySet<Part> {
  const apart = new Map<UnreadFile, Part[]>();
  for (const part of all) if (part.isWhole !== true) apart.set(part.file, [...(apart.get(part.file) ?? []), part]);
  const isGranular = ({ file, isWhole }: Part): boolean =>
    isWhole === true && (hasTargets(file) || (apart.get(file) ?? []).some((part) => links.has(part)));
  const run = new Set<Part>();
  const add = (part: Part): void => {
    if (!isGranular(part)) run.add(part);
    // What stands outside of jobs and targets is of all of them.
    for (const other of apart.get(part.file) ?? []) {
      const isNeeded = (other.names ?? []).some((name) => part.needs?.includes(name));
      if (other.isCommon || isNeeded) run.add(other);
    }
  };
  for (const part of links) add(part);
  const linked = new Set([...links].map(({ file }) => file));
  // A target of the same name can be in any folder.
  const isNear = ({ file }: Part, { text }: Part): boolean => {
    const folder = folderOf(file.path);
    return !hasTargets(file) || linked.has(file) || folder === '' || text.includes(folder);
  };
  // Iteration also visits the parts that are added meanwhile.
  for (const part of run) for (const other of started(part)) if (isNear(other, part)) add(other);
  return run;
}
