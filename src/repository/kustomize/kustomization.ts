/** One kustomization: where it is, its fields, and what a text of it leads to. */
import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isError, type Problem } from '../../base/manifest/problem.js';
import { type FileTree, isFile, oncePerPath, parsedAt, pathIn, type TreeEntry } from '../trees/file-tree.js';

/** The names by which kustomize looks for its file; a folder holds one of them. */
export const KUSTOMIZATION_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** An entry that leads out of the tree or to another host, or to nothing, or anything else that kustomize does not take. */
export interface KustomizationRefusal {
  /** The kustomization. */
  readonly file: string;
  readonly entry: string;
  readonly reason: 'remote' | 'outside' | 'missing' | 'unreadable' | 'several' | 'field' | 'helm' | 'plugin' | 'absent' | 'refused';
  /** Why kustomize refuses it. */
  readonly fault?: KustomizationFault;
}

/** What is wrong with a kustomization or with what it loads, and where. */
export interface KustomizationFault extends Pick<Problem, 'message' | 'found' | 'expected' | 'fix'> {
  readonly at: { readonly file: string; readonly document: number; readonly path: FieldPath };
}

/** What kustomize refuses. */
export function refusedBy(fault: KustomizationFault): KustomizationRefusal {
  return { file: fault.at.file, entry: fault.found ?? '', reason: 'refused', fault };
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

/** The fields of a kustomization; nothing where it cannot be read. kustomize reads the first document alone. */
export const readKustomization = oncePerPath((tree, file): Readonly<Record<string, unknown>> | undefined => {
  const { documents = [], problems = [] } = parsedAt(tree, file) ?? {};
  const first = documents.find(({ source }) => source.document === 0)?.value;
  return isMapping(first) && !problems.some(isError) ? first : undefined;
});

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
