/**
 * Recognises the files that run this review, by the words of BASE: a change can rename a job, a script or a target, and what ran the review
 * before the change still tells which lines are of it.
 */

import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile, UnreadReason } from '../../../../olm/model/unread-file.js';

/** This program, and the component and template of its gate under any name of their project. */
const NAMES = /cdk8s-olm|\/gate@|(?:^|[/"'\s])templates\/gate\.ya?ml\b/;
/** Its commands that judge: a program can also name the package because it uses its library. */
const STARTS = /cdk8s-olm(?:@[^\s"'`]+)?["'`\],\s]+(?:gate|review|check|lock)\b/;

/** Reasons of files that a pipeline can start. */
const STARTED: ReadonlySet<UnreadReason> = new Set(['other', 'source-code', 'settings', 'hidden', 'pipeline']);
/** Files that run nothing, or name everything. */
const NO_PROGRAM = /(?:^|\/)(?:OWNERS(?:_ALIASES)?|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|go\.mod)$|\.tgz$|^node_modules\//;
const TARGETS = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Earthfile)$/;
const TASKS = /(?:^|\/)(?:Taskfile\.ya?ml|package\.json|\.?mise\.toml)$/;
/** A script can start another one, which starts the review. */
const ROUNDS = 3;

/** What runs the review in BASE. */
export interface Gate {
  /** Whether a text names this program, or a script, target, action or workflow that runs it in BASE. */
  isNamedIn(text: string): boolean;
  /** Whether a file of BASE runs it. */
  isRunBy(file: UnreadFile | undefined): boolean;
}

/** @param unread the files of BASE; those that nothing asks for are not read */
export function gateOf(unread: readonly UnreadFile[]): Gate {
  let words: RegExp | undefined;
  const isNamedIn = (text: string): boolean => {
    if (NAMES.test(text)) return true;
    words ??= wordsOf(unread);
    return words.test(text);
  };
  return {
    isNamedIn,
    isRunBy: (file) =>
      file?.text !== undefined &&
      (file.reason === 'gate' ||
        (file.reason === 'forge' && !NO_PROGRAM.test(file.path) ? isNamedIn(file.text) : isStarted(file, isNamedIn))),
  };
}

/** Whether a script or program starts the review. */
function isStarted(file: UnreadFile, isNamedIn: (text: string) => boolean): boolean {
  if (!STARTED.has(file.reason)) return false;
  return STARTS.test(file.text ?? '') || (isScript(file) && isNamedIn(file.text ?? ''));
}

/** A file that a shell or an interpreter runs, or that installs programs: it names no package because it imports it. */
function isScript({ path, reason, text = '' }: UnreadFile): boolean {
  if (/(?:^|\/)(?:devbox\.json|(?:flake|shell|devenv)\.nix)$/.test(path)) return true;
  return reason === 'other' && (/\.(?:sh|bash|zsh|ps1|mk|bat|cmd)$/.test(path) || text.startsWith('#!'));
}

/** The words of files that run the review, and of those that run such files. */
function wordsOf(unread: readonly UnreadFile[]): RegExp {
  const pipelines = unread.filter(({ path, reason }) => (reason === 'forge' || reason === 'gate') && !NO_PROGRAM.test(path));
  const scripts = startedBy(pipelines, unread);
  let words = NAMES;
  const known = new Set<UnreadFile>();
  const sources = [NAMES.source];
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = [...pipelines, ...scripts].filter((file) => !known.has(file) && words.test(file.text ?? ''));
    if (found.length === 0) break;
    for (const file of found) {
      known.add(file);
      sources.push(...namesOf(file, words).map(({ source }) => source));
    }
    words = new RegExp(sources.join('|'));
  }
  return words;
}

/** The scripts that pipelines name, and those that such scripts name; others are not read. */
function startedBy(pipelines: readonly UnreadFile[], unread: readonly UnreadFile[]): readonly UnreadFile[] {
  const found = new Set<UnreadFile>();
  let latest = pipelines;
  for (let round = 0; round < ROUNDS && latest.length > 0; round += 1) {
    const named = new Set(latest.flatMap(({ text = '' }) => text.match(/[\w.-]+/g) ?? []));
    latest = unread.filter((file) => STARTED.has(file.reason) && named.has(nameOf(file.path)) && !found.has(file));
    for (const file of latest) found.add(file);
  }
  return [...found];
}

/** How others start a file that runs the review. */
function namesOf({ path, text = '' }: UnreadFile, words: RegExp): readonly RegExp[] {
  if (TARGETS.test(path)) return targetsIn(text, words).map(startOf);
  if (TASKS.test(path)) return tasksIn(text, words).map(startOf);
  const steps = path.replace(/\/action\.ya?ml$/, '').split('/');
  // A name such as `run` or `ci.yml` alone can be any word.
  const isTelling = /\.(?:sh|bash|py|rb|pl|[cm]?[jt]s|ps1)$/.test(path);
  if (!isTelling && steps.length < 2) return [];
  return [new RegExp(`(?<![\\w.-])${escaped(steps.slice(isTelling ? -1 : -2).join('/'))}(?![\\w-])`)];
}

/** The targets of a Makefile, justfile or Earthfile whose lines match. */
function targetsIn(text: string, words: RegExp): readonly string[] {
  let target: string | undefined;
  return text.split('\n').flatMap((line) => {
    target = /^([\w.-]+)[^:=\n]*:(?!=)/.exec(line)?.[1] ?? target;
    return target !== undefined && words.test(line) ? [target] : [];
  });
}

/** The scripts of a package and the tasks of a Taskfile that match. */
function tasksIn(text: string, words: RegExp): readonly string[] {
  const tables = [...text.matchAll(/^\[tasks\.["']?([\w:.-]+)["']?\]([^[]*)/gm)].flatMap(([, name = '', lines = '']) =>
    words.test(lines) ? [name] : [],
  );
  const entries = parseDocuments({ file: '', text }, { lenient: true }).documents.flatMap(({ value }) => {
    const { scripts, tasks } = isMapping(value) ? value : {};
    return [scripts, tasks].flatMap((all) => (isMapping(all) ? Object.entries(all) : []));
  });
  return [...tables, ...entries.flatMap(([name, task]) => (words.test(JSON.stringify(task) ?? '') ? [name] : []))];
}

function startOf(target: string): RegExp {
  return new RegExp(`\\b(?:make|just|task|mise|npm|pnpm|yarn|bun|earthly)\\b[^\\n]*[\\s+]${escaped(target)}(?![\\w-])`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
