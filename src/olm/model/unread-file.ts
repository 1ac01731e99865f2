/** Files of an input by the way they are read: unread files that a GitOps tool could apply, raw files, remote folders, paths. */

import { LOCK_FILE } from '../lock/lock-name.js';

/** The reasons why a file is not read, in the words of the reports. */
export const UNREAD_REASONS = {
  hidden: 'it is hidden: its name, or that of its folder, begins with a dot',
  pipeline: 'it is a pipeline, which Pipelines as Code runs at events of the forge',
  'node-modules': 'it is in node_modules',
  link: 'it is a link that is not followed',
  special: 'it is a pipe, a socket or a device, which no commit has',
  submodule: 'it is a submodule, whose files are in another repository',
  'not-listed': 'the kustomization does not list it',
  unlisted: 'no kustomization lists it',
  program: 'it is Jsonnet, which Argo CD evaluates to manifests',
  template: 'it is a program or template, of which tools such as ytt, kpt, KCL and CUE make manifests',
  'permissions-template':
    'it is a program or template, of which tools such as ytt, kpt, KCL and CUE make manifests, and it names roles, accounts or operators',
  'bundle-part': 'it is in a part of a bundle that OLM does not read',
  'catalog-setting': 'it is a setting of a catalog, next to bundles',
  'no-object': 'it is in or next to a bundle, and contains no object',
  'bundle-copy': 'it is in a part of a bundle that OLM does not read, and a copy of a file that is read',
  'ignore-list': 'it decides which files Flux, kpt, Helm or Fleet leave out',
  'argocd-source': 'it changes how Argo CD treats its folder',
  'argocd-skip': 'Argo CD leaves it out, because of +argocd:skip-file-rendering in it',
  'argocd-directory': 'Argo CD leaves it out, because of directory.include or directory.exclude of the Application',
  substituted: 'the object that applies it sets it to a value that is not known here',
  'comment-program':
    'tools write other values where its comments stand, such as $imagepolicy for Flux, kpt-set for kpt and #@ for ytt, and what they write is not in it',
  'git-attributes': 'it decides how git changes files at checkout',
  gate: 'it decides whether this review runs, and which findings stop a change',
  forge: 'it decides which programs run in pipelines or for those who use the repository, and who approves changes',
  chart: 'it makes its folder a Helm chart for Argo CD, which then applies what the chart renders',
  'chart-part': 'it is part of a Helm chart, which can render it to something else',
  'chart-rendered':
    'Helm rendered it only with the values that were available, and can render it differently with others, or at another time',
  'not-built': 'it cannot be built here: it has an error, or needs another host, Helm or a plugin',
  'not-judged': 'it is not valid, or contradicts something else',
  remote: 'it is remote',
  helm: 'Helm renders it',
  plugin: 'a plugin of kustomize makes it, or changes the rest',
  absent: 'git has no content of it here: the clone was made without it',
  'no-manifest': '.indexignore names it, and it is no manifest',
  'chart-source': 'it is part of a Helm chart, which is not rendered here',
  settings: 'it has values or settings of another tool, and no object',
  other: 'it is not a manifest, and its effect in a tool is not known here',
  'source-code': 'it is a program, and the objects that it applies or writes are not known here',
  'not-applied': 'the objects that it changes could not be built here',
  'test-data': 'it is in a folder of nothing but what tests of charts expect, which nothing names',
  'test-step': 'it is a step of a kuttl test, which nothing names',
  broken: 'it is broken or a template, or repeats an object of another file',
  encrypted: 'it is encrypted',
  excluded: 'exclude in the configuration file leaves it out',
} as const;
export type UnreadReason = keyof typeof UNREAD_REASONS;

/** Reasons of files that decide about other files: without such a file, more or other files are applied. */
export const DECIDING: ReadonlySet<UnreadReason> = new Set(['ignore-list', 'argocd-source', 'argocd-skip', 'git-attributes', 'chart']);

/** Reasons of files without any effect. */
export const HARMLESS: ReadonlySet<UnreadReason> = new Set(['no-object', 'bundle-copy', 'argocd-directory']);

/** Reasons of units: no file of such a unit is read. */
export const OF_UNIT: ReadonlySet<UnreadReason> = new Set(['not-built']);

/** Reasons of files whose changed lines a review reports; it does not report unchanged lines. */
export const TOLD_BY_LINES: ReadonlySet<UnreadReason> = new Set([
  'settings',
  'other',
  'source-code',
  'not-applied',
  'chart-source',
  'test-data',
  'test-step',
  'gate',
  'forge',
  'broken',
  'not-judged',
  'encrypted',
  'excluded',
]);

/** Reasons of files that may be intended as input: unchanged ones are listed at the end. */
export const SET_ASIDE: ReadonlySet<UnreadReason> = new Set(['broken', 'not-judged', 'encrypted']);

/** The same reasons, and those of unknown parts of changed units. */
export const LISTED: ReadonlySet<UnreadReason> = new Set([...SET_ASIDE, 'remote', 'helm', 'plugin', 'absent', 'substituted']);

/** A file that is not read, or an entry of a file. */
export interface UnreadFile {
  /** The path relative to the input, for comparing both sides of a review; for an entry, including the entry. */
  readonly path: string;
  /** The name in messages. */
  readonly file: string;
  /** The unread entry of a kustomization that is read. */
  readonly entry?: string;
  readonly reason: UnreadReason;
  /** The mistake and its place, as a sentence; absent if only the reason is known. */
  readonly fault?: string;
  /** Whether every version of kustomize refuses it, so that nothing of it is applied. */
  readonly isRefused?: boolean;
  /** Whether a kustomization loads it that cannot be built here; for such a kustomization, whether each of its sources is such a file. */
  readonly isOfUnbuilt?: true;
  /** The path that a link leads to, if nothing is there. */
  readonly leadsNowhere?: string;
  /** Identifies the version: the hash of its content, the target of a link, or the commit of a submodule. */
  readonly content: string;
  /** The text of a file whose lines are reported. */
  readonly text?: string | undefined;
  /** For an entry with several sources: each text by its path; the text of the entry itself has none. */
  readonly sources?: () => ReadonlyMap<string, string>;
}

/** Entries without a content of their own. */
const NO_FILE: ReadonlySet<UnreadReason> = new Set(['link', 'special', 'submodule', 'absent']);

/** Whether a file is a lock, which is not that of the input. */
export function isLockFile({ path, entry, reason }: UnreadFile): boolean {
  return entry === undefined && !NO_FILE.has(reason) && path.slice(path.lastIndexOf('/') + 1) === LOCK_FILE;
}

/** Whether a review reports the changed lines of a file. */
export function isToldByLines(file: UnreadFile): boolean {
  return TOLD_BY_LINES.has(file.reason) || isLockFile(file);
}

// Raw files: a tool that applies a folder directly uses the files themselves, not the output of a kustomization.

/** One file of an input. */
export interface RawFile {
  /** The path relative to the input, for comparing both sides of a review. */
  readonly path: string;
  /** The name in messages. */
  readonly file: string;
  /** Identifies the version of the file. */
  content(): string;
  /** The documents in the file; undefined if it cannot be read. */
  values(): readonly unknown[] | undefined;
}

/** The files of the input that an Argo CD Application, an ApplicationSet or a Flux Kustomization applies. */
export interface AppliedFiles {
  readonly by: string;
  /** The path in the object. */
  readonly path: string;
  /** Paths of files that are applied directly. */
  readonly plain: ReadonlySet<string>;
  /** Paths of files that a kustomization builds. */
  readonly built: ReadonlySet<string>;
}

/** The files of an input by the way they are read. */
export interface RawFiles {
  /** Files that are read only through a kustomization. */
  readonly built: readonly RawFile[];
  /** Files that kustomizations load, built or not. */
  readonly loaded: readonly RawFile[];
  /** Files that are read directly. */
  readonly plain: readonly RawFile[];
  /** Kustomizations that no other one loads, each with the files that it loads. */
  readonly roots: readonly { readonly path: string; readonly loads: ReadonlySet<string> }[];
  /** Folders with a kustomization. */
  readonly kustomized: readonly string[];
  /** The objects that apply files, and these files. Searches the whole repository. */
  applied(): readonly AppliedFiles[];
}

/** A local folder with the content of a remote repository that kustomizations take bases from. */
export interface RemoteFolder {
  /** The address in kustomizations, without a revision. */
  readonly url: string;
  readonly folder: string;
}

/** A path with slashes, without empty steps, dot steps and outer slashes. */
export function plainPath(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** A file that is not read, by its path. */
export type PassedOver = readonly [path: string, reason: UnreadReason];

/** The folder of a path; empty for a file at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
