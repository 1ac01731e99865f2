/** Folders of manifests, on disk or in a commit: which of their files are read is decided here, once for both. */
import { compareText } from '../model/kubernetes-object.js';
import { type IgnoreRule, INDEX_IGNORE, ignoreRules, isIgnored } from './index-ignore.js';
import { namesInList, OWNED_FILES } from './owned-files.js';

/** What a folder holds, as far as it may be read: no link that leads out, and nothing but files and folders. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/** A tree of files; paths are relative to its root, with slashes, and the root itself is the empty path. */
export interface FileTree {
  /** The name of a file in messages. */
  nameOf(path: string): string;
  list(folder: string): readonly TreeEntry[];
  /** The content of a file, or nothing when it is larger than MAX_FILE_BYTES. May throw an error of the system. */
  read(path: string): Uint8Array | undefined;
  /** Told which files will be read, where reading them together is faster. */
  expect?(paths: readonly string[]): void;
}

const MANIFEST_FILE = /\.(?:yaml|yml|json)$/i;
/** kustomize's own file; it may leave out apiVersion and kind. */
const KUSTOMIZATION_FILE = /^kustomization(?:\.ya?ml)?$/i;

/** The paths of all manifest files of a tree, sub-folders included, in byte order. */
export function manifestFiles(tree: FileTree): string[] {
  const walk = (folder: string, outerRules: readonly IgnoreRule[]): string[] => {
    const entries = tree.list(folder);
    const own = ownedNames(tree, folder, entries);
    const rules = [...outerRules, ...indexIgnore(tree, folder, entries)];
    return entries
      .toSorted((a, b) => compareText(a.name, b.name))
      .flatMap(({ name, kind }) => {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (name.startsWith('.') || name === 'node_modules' || own.has(name)) return [];
        if (kind === 'folder') return walk(path, rules);
        return MANIFEST_FILE.test(name) && !KUSTOMIZATION_FILE.test(name) && !isIgnored(path, rules) ? [path] : [];
      });
  };
  return walk('', []);
}

/** The names of the files that an earlier rendering wrote into a folder. */
function ownedNames(tree: FileTree, folder: string, entries: readonly TreeEntry[]): ReadonlySet<string> {
  const list = textIn(tree, folder, entries, OWNED_FILES);
  return new Set(list === undefined ? [] : namesInList(list));
}

function indexIgnore(tree: FileTree, folder: string, entries: readonly TreeEntry[]): IgnoreRule[] {
  const text = textIn(tree, folder, entries, INDEX_IGNORE);
  return text === undefined ? [] : ignoreRules(folder, text);
}

/** The text of one file of a folder, where it is there. */
function textIn(tree: FileTree, folder: string, entries: readonly TreeEntry[], name: string): string | undefined {
  if (!entries.some((entry) => entry.name === name && entry.kind === 'file')) return undefined;
  return new TextDecoder().decode(tree.read(folder === '' ? name : `${folder}/${name}`));
}
