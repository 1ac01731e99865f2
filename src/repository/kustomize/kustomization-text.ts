/** Reads the built text of a kustomization, or reports why there is none: no other file is read in its place. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { emitYaml } from '../../base/manifest/emit.js';
import type { SourceText } from '../../base/manifest/parse.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { Watched } from '../../olm/model/progress.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import { unreadFile } from '../input/manifest-files.js';
import { type FileTree, folderOfPath, textAt } from '../trees/file-tree.js';
import type { BuildCache } from './build-cache.js';
import { buildFault, faultProblem, GIVE_REMOTE, MERGES_INTO_REMOTE, parseProblems } from './build-fault.js';
import { type BuiltOrigins, builtOrigins, type OtherSide } from './built-origins.js';
import { kustomizationIn, readKustomization } from './kustomization.js';
import { UNKNOWN_FIELD } from './kustomization-faults.js';
import { HELM_FIELDS, NEEDED } from './kustomization-fields.js';
import { closureOf } from './kustomization-graph.js';
import { buildKustomizations, type KustomizeOutcome, kustomizeCommand } from './kustomize-build.js';
import { withPolicies } from './policy-generator.js';
import { isPart, type KustomizationRefusal, leadsElsewhere, type UnreadPart } from './refused-kustomization.js';
import { OLDEST_HELM } from './tools.js';

/** The result of reading a kustomization. */
export interface KustomizationRead {
  readonly texts: readonly SourceText[];
  /** Parts whose content another host, Helm or a plugin has. */
  readonly parts: readonly UnreadPart[];
  /** Why the kustomization is not built. */
  readonly problems: readonly Problem[];
  /** Files that change objects which are not available. */
  readonly unread: readonly UnreadFile[];
}

/** Options for reading kustomizations. */
interface Reading extends Watched {
  readonly cache: BuildCache | undefined;
  /** The other revision, in a review. */
  readonly other?: OtherSide | undefined;
  /** Whether a kustomization with only remote parts is read as empty; otherwise it counts as not built. */
  readonly partsAlone: boolean;
}

/** Reads the kustomizations of these folders, which are built in parallel. */
export function readKustomizations(
  tree: FileTree,
  folders: readonly string[],
  { cache, other, partsAlone, progress }: Reading,
): ReadonlyMap<string, KustomizationRead> {
  if (folders.length === 0) return new Map();
  const outcomes = buildKustomizations(tree, folders, { path: process.env.PATH ?? '', temporary: tmpdir(), cache, progress });
  const origins = builtOrigins(tree, other);
  return new Map([...outcomes].map(([folder, outcome]) => [folder, readBuilt(tree, folder, outcome, { origins, partsAlone })]));
}

/** Reads kustomizations that count as not built: lists their files as unread. */
export function unbuiltKustomizations(tree: FileTree, folders: readonly string[]): ReadonlyMap<string, KustomizationRead> {
  return new Map(
    folders.map((folder) => {
      const unread = notApplied(tree, kustomizationIn(tree, folder) ?? folder, { isBuilt: false });
      return [folder, { texts: [], parts: [], problems: [], unread }];
    }),
  );
}

function readBuilt(
  tree: FileTree,
  folder: string,
  outcome: KustomizeOutcome,
  { origins, partsAlone }: { readonly origins: BuiltOrigins; readonly partsAlone: boolean },
): KustomizationRead {
  const start = kustomizationIn(tree, folder) ?? folder;
  const isElsewhere = 'refused' in outcome && outcome.refused.every(isPart);
  const left = 'text' in outcome ? (outcome.parts ?? []) : isElsewhere ? outcome.refused.filter(isPart) : [];
  const { policies, parts, generators } = withPolicies(tree, left);
  const isBuilt = 'text' in outcome || (isElsewhere && (policies.length > 0 || partsAlone));
  const unread = notApplied(tree, start, { generators, isBuilt });
  if (!isBuilt) {
    const problems = notBuilt(tree, start, outcome);
    return { texts: [], parts: [], problems, unread: areRefused(problems) ? ofRefused(unread) : unread };
  }
  // The text has its own name, because its lines are in no file of the input.
  const built = 'text' in outcome ? [{ file: `kustomize build ${tree.nameOf(folder)}`, text: outcome.text }] : [];
  return { texts: [...built.map((text) => ({ ...text, originOf: origins(start, text) })), ...policies], parts, problems: [], unread };
}

/** The problems of a kustomization without a text. */
export function notBuilt(tree: FileTree, start: string, outcome: Exclude<KustomizeOutcome, { readonly text: string }>): Problem[] {
  if ('refused' in outcome) return outcome.refused.map((refusal) => notFollowed(tree, refusal));
  const { failure, message, command } = outcome;
  const fault = failure === 'failed' ? buildFault(tree, start, message) : undefined;
  const remedy = failure === 'failed' ? 'correct it, or build it yourself' : 'install kubectl or kustomize, or build it elsewhere';
  const problem: Problem = {
    code: failure === 'failed' ? 'KUSTOMIZATION_INVALID' : 'KUSTOMIZATION_NOT_BUILT',
    message: NOT_BUILT,
    file: tree.nameOf(start),
    found: printable(message),
    expected: 'a kustomization that kustomize or kubectl builds from files of its repository alone',
    fix: `${remedy}: ${printable(command)}; or name the file that this prints`,
  };
  return [fault ?? problem];
}

/** Files that change unavailable objects, such as patches of a remote base: a review reports their changed lines. */
export function notApplied(
  tree: FileTree,
  start: string,
  {
    generators = [],
    isBuilt,
    apart = new Set(),
  }: {
    readonly generators?: readonly UnreadPart[];
    readonly isBuilt: boolean;
    /** Files whose objects are read all the same. @default none */
    readonly apart?: ReadonlySet<string>;
  },
): UnreadFile[] {
  const read = new Set(generators.flatMap(({ files = [] }) => files));
  const found = new Map<string, UnreadFile>();
  const mark = isBuilt ? {} : { isOfUnbuilt: true as const };
  const { kustomizations, files, resources } = closureOf(tree, start);
  for (const file of kustomizations) {
    const own = closureOf(tree, file);
    const fields = readKustomization(tree, file) ?? {};
    if (isBuilt && own.refused.length === 0) continue;
    // A kustomization that cannot be built loads nothing that is read.
    const covered = isBuilt ? PLAIN : NAMES;
    // The part of a kustomization that Helm renders shows its own changes.
    const charts = isBuilt ? own.refused.filter(isPart).filter(({ reason }) => reason === 'helm') : [];
    const ofCharts = new Set(charts.flatMap(({ files: its = [] }) => its));
    const rest = Object.fromEntries(
      Object.entries(fields).filter(
        ([field]) => !covered.has(field) && !(field === 'generators' && read.size > 0) && !(charts.length > 0 && CHART_FIELDS.has(field)),
      ),
    );
    if (Object.keys(rest).length > 0) {
      const text = sortedText(rest);
      found.set(file, { path: file, file: tree.nameOf(file), reason: 'not-applied', content: hashOf(text), text, ...mark });
    }
    for (const path of own.files)
      if (!own.resources.has(path) && !own.kustomizations.has(path) && !read.has(path) && !ofCharts.has(path))
        found.set(path, Object.assign(unreadFile(tree, path, 'not-applied'), mark));
  }
  if (!isBuilt)
    for (const path of files)
      if (resources.has(path) && !found.has(path))
        found.set(path, Object.assign(unreadFile(tree, path, 'not-applied'), apart.has(path) ? {} : mark));
  return [...found.values()];
}

/** Fields whose effect is covered by the read objects, or by the reported parts. */
const NAMES: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
const PLAIN: ReadonlySet<string> = new Set([...NEEDED, ...NAMES]);
/** Fields of which Helm renders objects. */
const CHART_FIELDS: ReadonlySet<string> = new Set([...HELM_FIELDS, 'helmGlobals']);

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

const REASONS: Readonly<Record<KustomizationRefusal['reason'], string>> = {
  refused: 'kustomize refuses',
  remote: 'is remote',
  outside: 'is outside the input and its repository',
  missing: 'is neither a file nor a folder with a kustomization',
  unreadable: 'is not one YAML mapping',
  field: 'is a field that is not passed to kustomize',
  several: 'is one of several in its folder, which kustomize refuses',
  helm: 'Helm renders',
  plugin: 'a plugin of kustomize makes',
  absent: 'git has no content of here',
};

/** Reasons for which kustomize refuses a kustomization, too. */
const INVALID: ReadonlySet<KustomizationRefusal['reason']> = new Set(['missing', 'several', 'unreadable']);

const INSTALL_HELM = `install Helm ${OLDEST_HELM} or newer, which then renders it`;

/** The problem of an entry that cannot be followed. */
export function notFollowed(tree: FileTree, refusal: KustomizationRefusal): Problem {
  const { file, reason, fault } = refusal;
  if (fault) return faultProblem(tree, fault);
  const [invalid] = reason === 'unreadable' ? parseProblems(tree, file) : [];
  if (invalid) return invalid;
  const remedy = reason === 'remote' ? `${GIVE_REMOTE}, or ` : '';
  return {
    code: INVALID.has(reason) && !leadsElsewhere(tree, refusal) ? 'KUSTOMIZATION_INVALID' : 'KUSTOMIZATION_NOT_BUILT',
    message: 'this kustomization cannot be followed',
    ...entryFound(tree, refusal),
    fix: `${remedy}build it yourself: ${buildCommand(tree, file)}; or name the file that this prints`,
  };
}

/** The problem of an entry that is not read, while others are. */
export function partNotRead(tree: FileTree, part: UnreadPart): Problem {
  const { file, reason, isRenderable, lack } = part;
  const remedies: Partial<Record<UnreadPart['reason'], string>> = { remote: GIVE_REMOTE, absent: 'clone without --filter' };
  const remedy = remedies[reason] ?? (isRenderable ? INSTALL_HELM : 'add its target to the repository');
  return {
    code: 'KUSTOMIZATION_PART_NOT_READ',
    message: 'a part of this kustomization is not read',
    ...entryFound(tree, part, lack),
    fix: `${remedy}, or build all of it yourself: ${buildCommand(tree, file)}`,
  };
}

/** The place and text of an entry, for a problem. */
function entryFound(
  tree: FileTree,
  { file, entry, reason }: KustomizationRefusal,
  lack?: string,
): Pick<Problem, 'file' | 'line' | 'found' | 'expected'> {
  const line = textAt(tree, file)
    .split('\n')
    .findIndex((text) => text.includes(entry));
  return {
    file: tree.nameOf(file),
    ...(line === -1 ? {} : { line: line + 1 }),
    found: `${JSON.stringify(printable(entry))}, which ${REASONS[reason]}${lack === undefined ? '' : `: ${lack}`}`,
    expected: 'files and folders of its repository',
  };
}

function buildCommand(tree: FileTree, file: string): string {
  return printable(kustomizeCommand(tree.nameOf(folderOfPath(file)).replace(/\/$/, '') || '.'));
}

/**
 * The parts, in the form that a review compares: paths have no revision of a remote part, so that another revision is a change.
 *
 * @param place the folder of the tree to which paths are relative
 */
export function unreadParts(tree: FileTree, place: string, parts: readonly UnreadPart[]): UnreadFile[] {
  const partName = ({ file, entry }: UnreadPart): string => `${posix.relative(place, file)}: ${printable(entry.replace(/\?.*$/s, ''))}`;
  return [...groupBy(parts, partName)].flatMap(([path, alike]) => {
    const [first] = alike;
    if (!first) return [];
    const { file, entry, reason } = first;
    const files = alike.flatMap((part) => part.files ?? []);
    const own = reason === 'helm' ? chartFieldsOf(tree, file) : undefined;
    return [
      {
        path,
        file: tree.nameOf(file),
        entry: printable(entry),
        reason,
        content: contentOf(tree, first, alike),
        get text() {
          return files.length === 0 ? undefined : files.map((each) => textAt(tree, each)).join('\n---\n');
        },
        ...(own === undefined ? {} : { sources: () => new Map([['', own], ...files.map((each) => [each, textAt(tree, each)] as const)]) }),
      },
    ];
  });
}

/** What a kustomization says of its charts, in the form that is compared. */
function chartFieldsOf(tree: FileTree, file: string): string {
  const fields = Object.entries(readKustomization(tree, file) ?? {}).filter(([field]) => CHART_FIELDS.has(field));
  return emitYaml(Object.fromEntries(fields));
}

/** A value that changes with a part: its name if it is remote; for Helm and plugins, a hash with the files that they use. */
function contentOf(tree: FileTree, { file, reason }: UnreadPart, parts: readonly UnreadPart[]): string {
  const entries = parts.map(({ entry }) => entry).sort(compareText);
  if (reason === 'remote') return entries.join(' ');
  const hash = createHash('sha1').update(JSON.stringify(entries));
  const fields = readKustomization(tree, file) ?? {};
  if (reason === 'helm') hash.update(sortedText([...entries, 'helmGlobals'].map((field) => fields[field])));
  for (const path of parts.flatMap(({ files = [] }) => files)) hash.update(`${path}\0${tree.identityOf(path)}\0`);
  return hash.digest('hex');
}

/** Reasons why entries are not loaded while a review reports the lines of all files that are. */
const TOLD: ReadonlySet<KustomizationRefusal['reason']> = new Set(['missing', 'refused', 'remote', 'several']);

/** Whether each source of a kustomization that cannot be built is a file whose lines a review reports, or the name of a remote part. */
export function isToldByFiles(tree: FileTree, start: string): boolean {
  return closureOf(tree, start).refused.every(({ reason }) => TOLD.has(reason));
}

/**
 * A completely unread kustomization.
 * @param content a value that changes with any of its sources
 * @param isTold whether the review reports each of its changed sources
 */
export function notBuiltFile(path: string, content: string, problems: readonly Problem[], isTold = false): UnreadFile {
  const [first] = problems.filter(({ code }) => code === 'KUSTOMIZATION_NOT_BUILT' || code === 'KUSTOMIZATION_INVALID');
  return {
    path,
    file: path,
    reason: 'not-built',
    content,
    ...(isTold ? { isOfUnbuilt: true as const } : {}),
    ...(areRefused(problems) ? { isRefused: true } : {}),
    ...(first ? { fault: faultText(first) } : {}),
  };
}

/** Whether every version of kustomize refuses a kustomization with these problems: nothing of it is applied. */
export function areRefused(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every(({ code, message }) => code === 'KUSTOMIZATION_INVALID' && !DEPENDS.has(message));
}

/** Files that a refused kustomization loads. */
export function ofRefused(files: readonly UnreadFile[]): UnreadFile[] {
  return files.map((one) => {
    const { path, file, reason, content, isOfUnbuilt } = one;
    return {
      ...(isOfUnbuilt ? { isOfUnbuilt } : {}),
      path,
      file,
      reason,
      content,
      isRefused: true,
      get text() {
        return one.text;
      },
    };
  });
}

const NOT_BUILT = 'kustomize cannot build this kustomization';
/** Faults that another version of kustomize, or content from elsewhere, can do without. */
const DEPENDS: ReadonlySet<string> = new Set([NOT_BUILT, UNKNOWN_FIELD, MERGES_INTO_REMOTE]);

/** `prod/kustomization.yaml:6: this kustomization cannot be followed, found "../base", which …`. */
export function faultText({ file, line, message, found }: Problem): string {
  const at = `${file.replace(/^git:[^:]*:/, '')}${line === undefined ? '' : `:${line}`}`;
  return `${at}: ${message}${found === undefined ? '' : `, found ${found}`}`;
}
