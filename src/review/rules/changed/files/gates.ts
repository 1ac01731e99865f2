/**
 * Recognises the files that run this review, by the words of BASE: a change can rename a job, a script or a target, and what ran the review
 * before the change still tells which lines are of it.
 */

import { folderOf, type UnreadFile, type UnreadReason } from '../../../../olm/model/unread-file.js';
import { commandsIn, isFragment, type Part, partsOf } from './gate-parts.js';
import { type Start, StartIndex } from './gate-words.js';

/** This program, and the component and template of its gate under any name of their project. */
const NAMES = /cdk8s-olm|\/gate@|(?:^|[/"'\s])templates\/gate\.ya?ml\b/;
/** Its commands that judge: a program can also name the package because it uses its library. */
const STARTS = /cdk8s-olm(?:@[^\s"'`]+)?["'`[\],\s]+(?:gate|review|check|lock)\b/;

/** Reasons of files that a pipeline can start. */
const STARTED: ReadonlySet<UnreadReason> = new Set(['other', 'source-code', 'settings', 'hidden', 'pipeline']);
/** Files that run nothing, or name everything. */
const NO_PROGRAM = /(?:^|\/)(?:OWNERS(?:_ALIASES)?|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|go\.mod)$|\.tgz$|^node_modules\//;
/** Build files of others, which no pipeline here starts. */
const VENDORED = /(?:^|\/)(?:vendor|third_party)\//;
/** Pipelines and hooks that no forge names at a fixed path. */
const ENTRY =
  /(?:^|[/.])(?:pre-commit-(?:config|hooks)|\w*-?lefthook(?:-local)?|cloudbuild|buildspec|atlantis|skaffold)\.ya?ml$|(?:^|\/)[^/]*(?:prow|concourse|tekton|pipeline|jenkins)[^/]*(?:\/.*)?\.(?:ya?ml|groovy)$|^\.tekton\//i;
/** The most links between a pipeline and a file that are followed. */
const DEEPEST = 40;

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
}

/** @param unread the files of BASE; those that nothing asks for are not read */
export function gateOf(unread: readonly UnreadFile[]): Gate {
  let found: Chain | undefined;
  const chain = (): Chain => {
    found ??= chainOf(unread);
    return found;
  };
  const isNamedIn = (text: string, path = ''): boolean => NAMES.test(text) || chain().words.isIn(commandsIn(text, path));
  const runs = ({ path, text = '' }: UnreadFile): boolean => (VENDORED.test(path) ? NAMES.test(text) : isNamedIn(text, path));
  const isRunBy = (file: UnreadFile | undefined): boolean => {
    const { path, reason, text } = file ?? {};
    if (file === undefined || path === undefined || reason === undefined || text === undefined) return false;
    if (reason === 'gate') return true;
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
  return { isNamedIn, isRunBy, isReplacedBy };
}

/** A file that a shell or an interpreter runs, or that installs programs: it names no package because it imports it. */
function isScript({ path, reason, text = '' }: UnreadFile): boolean {
  if (/(?:^|\/)(?:devbox\.json|(?:flake|shell|devenv)\.nix)$/.test(path)) return true;
  return reason === 'other' && (/\.(?:sh|bash|zsh|ps1|mk|bat|cmd)$/.test(path) || text.startsWith('#!'));
}

/** What leads from a pipeline to this program. */
interface Chain {
  /** Words that start one of its links; the name of this program is none. */
  readonly words: StartIndex;
  /** Paths of its links. */
  readonly files: ReadonlySet<string>;
}

/** Follows the references backwards: the parts that name this program, those that start such parts, and so on. Reads each text once. */
function chainOf(unread: readonly UnreadFile[]): Chain {
  const parts = startedBy(unread).flatMap(partsOf);
  const all = new StartIndex(parts.flatMap(({ starts }) => starts));
  const startedIn = new Map<Start, Part[]>();
  const needers = new Map<string, Part[]>();
  const links = new Set<Part>();
  for (const part of parts) {
    if (NAMES.test(part.text)) links.add(part);
    for (const start of all.in(part.text)) {
      if (start === undefined) links.add(part);
      else addTo(startedIn, start, part);
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
  return { words: new StartIndex(starts), files: new Set([...links].map(({ file }) => file.path)) };
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The pipelines, the files that they name, and those that such files name; others are not read. */
function startedBy(unread: readonly UnreadFile[]): readonly UnreadFile[] {
  const isEntry = ({ path, reason }: UnreadFile): boolean =>
    (reason === 'forge' || reason === 'gate' || (STARTED.has(reason) && ENTRY.test(path))) &&
    !NO_PROGRAM.test(path) &&
    !VENDORED.test(path);
  let latest = unread.filter(isEntry);
  const found = new Set(latest);
  for (let round = 0; round < DEEPEST && latest.length > 0; round += 1) {
    const texts = latest.map(({ text = '' }) => text);
    const named = new Set(texts.flatMap((text) => text.match(/[\w.-]+/g) ?? []));
    const globs = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/(?<![\w.-])([\w.-]+)"?\/\*[*/]*(?:\.(\w+))?/g)].map(([, folder, ending]) => `${folder}/${ending ?? ''}`),
      ),
    );
    latest = unread.filter((file) => STARTED.has(file.reason) && !found.has(file) && isNamed(file.path, named, globs));
    for (const file of latest) found.add(file);
  }
  return [...found];
}

/** @param named words of other files @param globs the folder and the ending of each pattern in other files */
function isNamed(path: string, named: ReadonlySet<string>, globs: ReadonlySet<string>): boolean {
  const name = nameOf(path);
  if (named.has(name) || (/^action\.ya?ml$/.test(name) && named.has(nameOf(folderOf(path))))) return true;
  if (globs.size === 0) return false;
  const ending = /\.(\w+)$/.exec(name)?.[1] ?? '';
  return path.split('/').some((step) => globs.has(`${step}/${ending}`) || globs.has(`${step}/`));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
