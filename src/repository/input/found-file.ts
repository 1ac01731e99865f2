/** Defines a file of an input that is found, but not yet read: its name, its text, or its problem. */
import { basename } from 'node:path';
import { groupBy } from '../../base/kubernetes/object.js';
import type { OriginOf } from '../../base/manifest/locator.js';
import { isManifestFile } from '../../base/manifest/manifest-name.js';
import type { SourceText } from '../../base/manifest/parse.js';
import type { Problem } from '../../base/manifest/problem.js';
import type { FileTree, ReadableTree } from '../trees/file-tree.js';
import { readText } from '../trees/read-text.js';

/** A file of the inputs, not yet read; or the problem of an input, as a file without a text. */
export interface FoundFile {
  readonly file: string;
  /** The text, or the problem. */
  text(): { readonly text: string } | { readonly problem: Problem };
  /** The raw content; nothing if it cannot be read or is too large. */
  bytes(): Uint8Array | undefined;
  /** The tree and path of a file in a folder or a commit. */
  readonly within?: { readonly tree: FileTree; readonly path: string };
  /** Whether the file is in a folder without being listed: other programs keep their files there, too. */
  readonly isUnlisted?: true;
  /** Whether an object applies the file's folder. */
  readonly isApplied?: true;
  /** Whether the file's cluster has several units. */
  readonly isShared?: true;
  /** Only for built text: the origins of its parts. */
  readonly originOf?: OriginOf;
}

/**
 * Reads the texts of files.
 *
 * @param problems receives the problems of files without a text
 */
export function readTexts(files: readonly FoundFile[], problems: Problem[]): SourceText[] {
  expect(files);
  return files.flatMap((found) => {
    const read = found.text();
    const { file, isUnlisted, isShared, originOf } = found;
    if ('text' in read)
      return [
        {
          file,
          text: read.text,
          ...(isUnlisted ? { isUnlisted } : {}),
          ...(isShared ? { isShared } : {}),
          ...(originOf ? { originOf } : {}),
        },
      ];
    problems.push(read.problem);
    return [];
  });
}

/** Texts, and the problems of unreadable files. */
export interface FilesRead {
  readonly texts: SourceText[];
  readonly problems: Problem[];
}

/** Finds a text by the name of its file. */
export function textsByName(texts: readonly SourceText[]): (file: string) => string | undefined {
  const byName = new Map(texts.map(({ file, text }) => [file, text]));
  return (file) => byName.get(file);
}

/** Announces files that will be read to their trees. */
export function expect(files: readonly FoundFile[]): void {
  for (const [tree, paths] of byTree(files)) tree.expect?.(paths);
}

export function byTree(files: readonly FoundFile[]): [FileTree, string[]][] {
  const within = files.flatMap((found) => found.within ?? []);
  return [...groupBy(within, ({ tree }) => tree)].map(([tree, members]) => [tree, members.map(({ path }) => path)]);
}

/** The problem of a file or input, as a file. */
export function problemFile(problem: Problem): FoundFile {
  return { file: problem.file, text: () => ({ problem }), bytes: () => undefined };
}

/** A file of a tree. */
export function fileIn(tree: FileTree, path: string): FoundFile {
  return { ...contentIn(tree, path), within: { tree, path } };
}

/** A manifest of a tree. */
export function manifestFileIn(tree: FileTree, path: string): FoundFile {
  return { ...manifestIn(tree, path), within: { tree, path } };
}

/** A manifest, without its tree. In `manifests/` of a bundle, a file that is not text is no manifest, and no problem. */
export function manifestIn(tree: ReadableTree, path: string): FoundFile {
  const found = contentIn(tree, path);
  if (isManifestFile(basename(path))) return found;
  const text = (): ReturnType<FoundFile['text']> => {
    const read = found.text();
    const bytes = 'problem' in read ? found.bytes() : undefined;
    return bytes ? { text: new TextDecoder().decode(bytes) } : read;
  };
  return { ...found, text };
}

function contentIn(tree: ReadableTree, path: string): FoundFile {
  return foundFile(tree.nameOf(path), () => {
    if (tree.isAbsent?.(path)) throw new Error('git has no content of it here: the clone is damaged, or was made without it');
    return tree.read(path);
  });
}

/** A file by name, read on demand. */
export function foundFile(file: string, content: () => Uint8Array | undefined): FoundFile {
  return {
    file,
    text: () => readText(file, content),
    bytes: () => {
      try {
        return content();
      } catch {
        return undefined;
      }
    },
  };
}

/** Fields that identify a supported document: of Kubernetes, catalogs, locks, baselines and reports. */
const TELLING = /^[ \t\f\v\u00a0\ufeff{"'-]*(?:apiVersion|kind|items|schema|spec|metadata|catalogs|accepted|options|clusters)["']?\s*:/m;

/** Hides the text of a file that is no supported document by name and content: it can contain passwords. */
export function withoutOthers(found: FoundFile): FoundFile {
  if (/\.(?:ya?ml|json)$/i.test(found.file)) return found;
  const text = (): ReturnType<FoundFile['text']> => {
    const read = found.text();
    return 'problem' in read || (TELLING.test(read.text) && !read.text.includes('\0')) ? read : { problem: noManifest(found.file) };
  };
  return { ...found, text };
}

function noManifest(file: string): Problem {
  return {
    code: 'NOT_A_MANIFEST',
    message: 'the file is not a manifest',
    file,
    found: 'a text that is nothing of Kubernetes, under a name that no manifest has',
    expected: 'YAML or JSON, in a file that ends in .yaml, .yml or .json',
    fix: 'check the path',
  };
}

export function noManifests(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder contains no manifests',
    file: folder,
    found: 'no manifest file',
    expected: 'files that end in .yaml, .yml or .json',
    fix: 'check the path',
  };
}

export function onlyWritten(folder: string): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'the folder is a rendering: cdk8s-olm wrote all of its manifests',
    file: folder,
    found: 'only what render wrote',
    expected: 'the sources of the rendering: OperatorGroups, and Subscriptions or ClusterServiceVersions',
    fix: 'name the folder that it was rendered from; review, who-can and explain take a rendering, too',
  };
}
