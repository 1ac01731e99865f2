/**
 * Recognises the files that run this review, by the words of BASE: a change can rename a job, a script or a target, and what ran the review
 * before the change still tells which lines are of it.
 */

import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { countingLines } from './gate-lines.js';
import { commandsIn, isFragment, type Part, partsOf } from './gate-parts.js';
import { type GateReads, gateReads, runParts } from './gate-reads.js';
import { type Sides, settingsOf } from './gate-settings.js';
import { type Start, StartIndex } from './gate-words.js';
import { NO_PROGRAM, nameOf, STARTED, startedFiles, VENDORED } from './started-files.js';

/** This program, and the component and template of its gate under any name of their project. */
const NAMES = /cdk8s-olm|\/gate@|(?:^|[/"'\s])templates\/gate\.ya?ml\b/;
/** Its commands that judge: a program can also name the package because it uses its library. */
const STARTS = /cdk8s-olm(?:@(?:[^\s"'`]*[^\s"'`[\],])?)?["'`[\],\s]+(?:gate|review|check|lock)\b/;

/** The files of which make reads the first that is there. */
const MAKEFILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile'];

/** What runs the review in BASE. */
export interface Gate {
  /** Whether a text names this program, or a script, target, action or workflow that runs it in BASE. */
  isNamedIn(text: string, path?: string): boolean;
  /** Whether a file of BASE runs it. */
  isRunBy(file: UnreadFile | undefined): boolean;
  /** Whether make reads a new file in place of one that runs it in BASE. */
  isReplacedBy(path: string): boolean;
  /** Whether a program that leads to this one, such as npm, takes its settings from a file at this path. */
  isSetBy(path: string, sides?: Sides): boolean;
  /** Whether a text of the jobs that run this review names a file at this path. */
  isRead(path: string): boolean;
  /** Whether these jobs run a file of BASE at this path, or a part of it. */
  isStarted(path: string): boolean;
  /** Whether only comments of a file differ, or targets that nothing names that runs with this review. */
  isApart(path: string, sides: Sides): boolean;
}

/**
 * @param unread the files of BASE; those that nothing asks for are not read
 * @param started those that its pipelines lead to, with files that do not change
 */
export function gateOf(unread: readonly UnreadFile[], started = () => startedFiles(unread)): Gate {
  let found: Chain | undefined;
  const chain = (): Chain => {
    found ??= chainOf(started());
    return found;
  };
  const isNamedIn = (text: string, path = ''): boolean => NAMES.test(text) || chain().words.isIn(commandsIn(text, path));
  const runs = ({ path, text = '' }: UnreadFile): boolean => (VENDORED.test(path) ? NAMES.test(text) : isNamedIn(text, path));
  const isRunBy = (file: UnreadFile | undefined): boolean => {
    const { path, reason, text } = file ?? {};
    if (file === undefined || path === undefined || reason === undefined || text === undefined) return false;
    if (reason === 'gate') return true;
    if (isSetBy(path)) return true;
    // A text for people can name this program, and nothing else runs it.
    if (reason === 'no-object') return chain().files.has(path);
    if (reason === 'forge' && !NO_PROGRAM.test(path)) return runs(file);
    if (!STARTED.has(reason)) return false;
    if (STARTS.test(text) || (isScript(file) && runs(file))) return true;
    // A program that imports the library names this program, and runs no review.
    return chain().files.has(path) && (reason !== 'source-code' || chain().words.isIn(commandsIn(text, path)));
  };
  const isReplacedBy = (path: string): boolean => {
    const others = MAKEFILES.slice(MAKEFILES.indexOf(nameOf(path)) + 1);
    return MAKEFILES.includes(nameOf(path)) && others.some((other) => chain().files.has(path.replace(/[^/]*$/, other)));
  };
  const isSetBy = (path: string, sides?: Sides): boolean => settingsOf(path, sides).some((program) => chain().names(program));
  const isRead = (path: string): boolean => chain().isRead(path);
  const isStarted = (path: string): boolean => chain().runs.has(path);
  const isApart = (path: string, [before, after]: Sides): boolean => {
    if (before === undefined || after === undefined) return false;
    const [was, is] = [before, after].map((text) => countingLines(path, text, (target) => chain().targets.has(target)));
    return was === is;
  };
  return { isNamedIn, isRunBy, isReplacedBy, isSetBy, isRead, isStarted, isApart };
}

/** A file that a shell or an interpreter runs, or that installs programs: it names no package because it imports it. */
function isScript({ path, reason, text = '' }: UnreadFile): boolean {
  if (/(?:^|\/)(?:devbox\.json|(?:flake|shell|devenv)\.nix)$/.test(path)) return true;
  return reason === 'other' && (/\.(?:sh|bash|zsh|ps1|mk|bat|cmd)$/.test(path) || text.startsWith('#!'));
}

/** What leads from a pipeline to this program. */
interface Chain extends GateReads {
  /** Words that start one of its links; the name of this program is none. */
  readonly words: StartIndex;
  /** Paths of its links. */
  readonly files: ReadonlySet<string>;
  /** Paths of its links, and of what else their jobs run. */
  readonly runs: ReadonlySet<string>;
  /** Words of these parts, of which some are names of targets. */
  readonly targets: ReadonlySet<string>;
}

/** Follows the references backwards: the parts that name this program, those that start such parts, and so on. Reads each text once. */
function chainOf(started: readonly UnreadFile[]): Chain {
  const parts = started.flatMap(partsOf);
  const all = new StartIndex(parts.flatMap(({ starts }) => starts));
  const startedIn = new Map<Start, Part[]>();
  const startsIn = new Map<Part, Start[]>();
  const needers = new Map<string, Part[]>();
  const links = new Set<Part>();
  for (const part of parts) {
    if (NAMES.test(part.text)) links.add(part);
    for (const start of all.in(part.text)) {
      if (start === undefined) links.add(part);
      else {
        addTo(startedIn, start, part);
        addTo(startsIn, part, start);
      }
    }
    for (const need of part.needs ?? []) addTo(needers, need, part);
  }
  const starts = new Set<Start>();
  const needed = new Map<string, Set<UnreadFile>>();
  // Iteration also visits the parts that are added meanwhile.
  for (const { file, names = [], starts: own } of links) {
    for (const start of own.map((one) => all.of(one))) {
      if (starts.has(start)) continue;
      starts.add(start);
      for (const part of startedIn.get(start) ?? []) links.add(part);
    }
    for (const name of names) {
      const files = needed.get(name) ?? new Set();
      needed.set(name, files);
      if (files.has(file)) continue;
      files.add(file);
      for (const part of needers.get(name) ?? []) if (part.file === file || isFragment(file) || isFragment(part.file)) links.add(part);
    }
  }
  const having = new Map<Start, Part[]>();
  for (const part of parts) for (const start of part.starts) addTo(having, all.of(start), part);
  const run = runParts(links, parts, (part) => (startsIn.get(part) ?? []).flatMap((start) => having.get(start) ?? []));
  return {
    words: new StartIndex(starts),
    files: new Set([...links].map(({ file }) => file.path)),
    runs: new Set([...run].map(({ file }) => file.path)),
    targets: new Set([...run].flatMap(({ text, names = [] }) => [...names, ...(text.match(/[\w./-]+/g) ?? [])])),
    ...gateReads(run),
  };
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
