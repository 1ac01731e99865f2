/** Kustomizations, and parts of them, that are refused. */
import type { FieldPath } from '../../base/manifest/field-path.js';
import type { Problem } from '../../base/manifest/problem.js';
import { type FileTree, folderOfPath, isNotRead } from '../trees/file-tree.js';
import { chainOf, isFile } from '../trees/tree-paths.js';
import { kustomizationIn } from './kustomization.js';

/** An entry that leads out of the tree, to another host or to nothing, or that kustomize refuses for another reason. */
export interface KustomizationRefusal {
  /** The kustomization. */
  readonly file: string;
  readonly entry: string;
  readonly reason: 'remote' | 'outside' | 'missing' | 'unreadable' | 'several' | 'field' | 'helm' | 'plugin' | 'absent' | 'refused';
  /** Why kustomize refuses the entry. */
  readonly fault?: KustomizationFault;
}

/** The fault of a kustomization or of a loaded file, and its place. */
export interface KustomizationFault extends Pick<Problem, 'message' | 'found' | 'expected' | 'fix'> {
  readonly at: { readonly file: string; readonly document: number; readonly path: FieldPath };
}

/** A fault as a refused entry. */
export function refusedBy(fault: KustomizationFault): KustomizationRefusal {
  return { file: fault.at.file, entry: fault.found ?? '', reason: 'refused', fault };
}

/** An entry whose content is on another host, from Helm or a plugin, or absent in a partial clone: the rest can still be read. */
export interface UnreadPart extends KustomizationRefusal {
  readonly reason: 'remote' | 'helm' | 'plugin' | 'absent';
  /** Files of the tree that Helm or the plugin uses, or the absent file. */
  readonly files?: readonly string[];
  /** Only for Helm: whether the files are enough, if Helm is installed. */
  readonly isRenderable?: true;
  /** Why the files are not enough for Helm, or why a plugin's configuration is not given to kustomize. */
  readonly lack?: string;
}

export function isPart(refusal: KustomizationRefusal): refusal is UnreadPart {
  return ['remote', 'helm', 'plugin', 'absent'].includes(refusal.reason);
}

/** The target of an entry of a kustomization, with its path if it is in the tree. */
export type Entry =
  | { readonly is: 'remote' | 'outside' }
  | { readonly is: 'file' | 'kustomization' | 'absent' | 'missing'; readonly path: string };

/** The target of a text from a folder: a file, or the kustomization of a folder. */
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

/** Whether a missing entry leads through a submodule or a link, which other tools follow. */
export function leadsElsewhere(tree: FileTree, { file, entry, reason }: KustomizationRefusal): boolean {
  const path = reason === 'missing' ? resolvedPath(folderOfPath(file), entry) : undefined;
  return path !== undefined && [...chainOf(path), path].some((step) => isElsewhere(tree, step));
}

function isElsewhere(tree: FileTree, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return tree.list(folderOfPath(path)).some((one) => one.name === name && isNotRead(one.kind));
}

/** Whether kustomize would fetch an entry: a URL, or the address of a git repository. */
export function isRemote(entry: string): boolean {
  return (
    /:\/\/|^git@|^git::|\?(?:ref|version|timeout|submodules)=/.test(entry) ||
    /^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/.test(entry)
  );
}

/** A path of the tree; nothing if it leads out of the tree or into git's own folder. */
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
