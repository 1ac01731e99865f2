/**
 * Kustomizations in the input. One that only lists resources is followed: what it does not list is not part of what is applied.
 * One that does more – patches, prefixes, another namespace – changes what is applied, and has to be built.
 */
import { compareText } from '../kubernetes/object.js';
import { parseDocuments } from '../manifest/parse.js';
import { type FileTree, folderOfPath, isFile, pathIn, type TreeEntry } from './file-tree.js';

/** The names by which kustomize looks for its file; a folder holds one of them. */
export const KUSTOMIZATION_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** Fields that change nothing of what is listed. */
const LISTING: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

/** What follows from the kustomizations of a tree. */
export interface FollowedKustomization {
  /** Files to read, in the order in which they are listed. */
  readonly files: readonly string[];
  /** Kustomizations that have to be built, by their file, and the fields on account of which. */
  readonly toBuild: readonly { readonly file: string; readonly fields: readonly string[] }[];
  /** What cannot be followed. */
  readonly refused: readonly KustomizationRefusal[];
  /** What is not read beside the files. @default none */
  readonly parts?: readonly UnreadPart[];
}

/** An entry that leads out of the tree or to another host, or to nothing. */
export interface KustomizationRefusal {
  /** The kustomization. */
  readonly file: string;
  readonly entry: string;
  readonly reason: 'remote' | 'outside' | 'missing' | 'unreadable' | 'several' | 'field' | 'helm' | 'plugin' | 'absent';
}

/** An entry that another host, Helm or a plugin has the content of, or whatever a partial clone was made from: without it, the rest of the kustomization can still be read. */
export interface UnreadPart extends KustomizationRefusal {
  readonly reason: 'remote' | 'helm' | 'plugin' | 'absent';
  /** Files of the tree that Helm or the plugin goes by, or the one that is absent. */
  readonly files?: readonly string[];
  /** Of Helm: whether these are enough for it, where it is installed. */
  readonly isRenderable?: true;
  /** Of Helm: why they are not. Of a plugin: why kustomize is not given it. */
  readonly lack?: string;
}

export function isPart(refusal: KustomizationRefusal): refusal is UnreadPart {
  return ['remote', 'helm', 'plugin', 'absent'].includes(refusal.reason);
}

/** The kustomization of a folder, where there is one. @param entries of the folder */
export function kustomizationIn(tree: FileTree, folder: string, entries = tree.list(folder)): string | undefined {
  const [name] = kustomizationsIn(entries);
  return name === undefined ? undefined : pathIn(folder, name);
}

/** Those among the entries of a folder; kustomize refuses a folder with several. */
export function kustomizationsIn(entries: readonly TreeEntry[]): string[] {
  const names = new Set(entries.flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
  return KUSTOMIZATION_NAMES.filter((candidate) => names.has(candidate));
}

/**
 * Follows the kustomization of a folder.
 *
 * @returns nothing where the folder has none
 * @example
 * followKustomization(diskTree('clusters/prod'), '') // { files: ['groups.yaml', 'operators/csv.yaml'], toBuild: [], refused: [] }
 */
export function followKustomization(tree: FileTree, folder: string): FollowedKustomization | undefined {
  const start = kustomizationIn(tree, folder);
  if (start === undefined) return undefined;
  const files = new Set<string>();
  const toBuild: FollowedKustomization['toBuild'][number][] = [];
  const refused: FollowedKustomization['refused'][number][] = [];
  const visited = new Set<string>();

  const follow = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    const [, second] = kustomizationsIn(tree.list(folderOfPath(file)));
    if (second !== undefined) {
      refused.push({ file, entry: second, reason: 'several' });
      return;
    }
    const fields = readKustomization(tree, file);
    if (!fields) {
      refused.push({ file, entry: file, reason: 'unreadable' });
      return;
    }
    const more = Object.keys(fields).filter((field) => !LISTING.has(field) && !isEmpty(fields[field]));
    if (more.length > 0) {
      toBuild.push({ file, fields: more.sort(compareText) });
      return;
    }
    for (const entry of [fields.resources, fields.bases].flat())
      if (entry !== undefined && entry !== null) followEntry(file, String(entry));
  };

  const followEntry = (file: string, text: string): void => {
    const entry = entryAt(tree, folderOfPath(file), text);
    if (entry.is === 'file') files.add(entry.path);
    else if (entry.is === 'kustomization') follow(entry.path);
    else refused.push(refusalOf(file, text, entry));
  };

  follow(start);
  const parts = files.size > 0 ? refused.filter(isPart) : [];
  if (parts.length === 0) return { files: [...files], toBuild, refused };
  return { files: [...files], toBuild, refused: refused.filter((refusal) => !isPart(refusal)), parts };
}

/** What an entry of a kustomization leads to, with its path where it is one of the tree. */
export type Entry =
  | { readonly is: 'remote' | 'outside' }
  | { readonly is: 'file' | 'kustomization' | 'absent' | 'missing'; readonly path: string };

/** What a text leads to from a folder: a file, or the kustomization of a folder. */
export function entryAt(tree: FileTree, folder: string, text: string): Entry {
  if (isRemote(text)) return { is: 'remote' };
  const path = resolvedPath(folder, text);
  if (path === undefined) return { is: 'outside' };
  const inner = kustomizationIn(tree, path);
  if (inner !== undefined) return { is: 'kustomization', path: inner };
  return { is: tree.isAbsent?.(path) ? 'absent' : isFile(tree, path) ? 'file' : 'missing', path };
}

/** What the texts of a field of a kustomization lead to. */
export function entriesIn(tree: FileTree, file: string, value: unknown): Entry[] {
  return [value].flat().flatMap((text) => (typeof text === 'string' ? [entryAt(tree, folderOfPath(file), text)] : []));
}

/** Why an entry is not loaded. */
export function refusalOf(file: string, text: string, entry: Entry): KustomizationRefusal | UnreadPart {
  const reason = entry.is as KustomizationRefusal['reason'];
  return { file, entry: text, reason, ...(entry.is === 'absent' ? { files: [entry.path] } : {}) };
}

/** An entry that kustomize would fetch: a URL, or a repository as git names it. */
export function isRemote(entry: string): boolean {
  return (
    /:\/\/|^git@|^git::|\?(?:ref|version|timeout|submodules)=/.test(entry) ||
    /^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/.test(entry)
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** What was read of a tree: who asks what a kustomization loads, lists, changes and made parses none of them again. */
const READ = new WeakMap<FileTree, Map<string, Fields | undefined>>();

/** The fields of a kustomization; nothing where it cannot be read. */
export function readKustomization(tree: FileTree, file: string): Fields | undefined {
  const known = READ.get(tree) ?? new Map<string, Fields | undefined>();
  READ.set(tree, known);
  if (!known.has(file)) known.set(file, fieldsIn(tree, file));
  return known.get(file);
}

function fieldsIn(tree: FileTree, file: string): Fields | undefined {
  const bytes = tree.read(file);
  if (bytes === undefined) return undefined;
  const { documents, problems } = parseDocuments({ file: tree.nameOf(file), text: new TextDecoder().decode(bytes) });
  const [first, ...others] = documents.map(({ value }) => value);
  const isMapping = typeof first === 'object' && first !== null && !Array.isArray(first);
  return isMapping && others.length === 0 && problems.length === 0 ? (first as Fields) : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);
}

/** A path of the tree; nothing where it leads out of it or into what git keeps for itself. */
export function resolvedPath(folder: string, entry: string): string | undefined {
  if (entry.startsWith('/')) return undefined;
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of entry.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.includes('.git') ? undefined : steps.join('/');
}
