/** Defines a tree of files, on disk or in a commit. */

/** An entry of a folder. Only files and folders are read. */
export interface TreeEntry {
  readonly name: string;
  /** A link to a file within the tree counts as a file, as far as its target is known. `special`: a pipe, a socket or a device. */
  readonly kind: 'file' | 'folder' | 'link' | 'special' | 'submodule';
}

/** A tree whose files can be read; paths are relative to its root, with slashes, and the root itself is the empty path. */
export interface ReadableTree {
  /** The name of a file in messages. */
  nameOf(path: string): string;
  list(folder: string): readonly TreeEntry[];
  /** The content of a file; nothing if it is larger than MAX_FILE_BYTES, absent or outside of the tree. Can throw a system error. */
  read(path: string): Uint8Array | undefined;
  /** Whether only the name and the hash of a file are here, as in a partial clone. @default the content is here */
  isAbsent?(path: string): boolean;
  /** The file at the end of a link that is followed; any other path unchanged. @default the path */
  realPathOf?(path: string): string;
  /** Announces the files that will be read, for trees that read them faster together. */
  expect?(paths: readonly string[]): void;
  /** Announces files that will not be read again soon. */
  forget?(paths: readonly string[]): void;
  /** Whether the configuration leaves a file or folder out. @default nothing is left out */
  isExcluded?(path: string): boolean;
  /** Whether git ignores this file or folder, but not its parent, and tracks no file of it. @default false */
  isLeftByGit?(path: string): boolean;
}

/** A tree that can be compared with another one. */
export interface FileTree extends ReadableTree {
  /**
   * A value that changes with the entry: git's hash of a file's content; the commit of a submodule; the target of a link, and the hash
   * of the target's content unless that is in the tree.
   */
  identityOf(path: string): string;
  /**
   * The place of a path that leads out of the tree, which is never read. A folder on disk without a repository has another place than the
   * folder that it is compared with, and so has what it loads from around it. @default the place is the same for all revisions
   */
  placeOutside?(folder: string, path: string): string;
  /** The tree of the whole repository that this tree is a folder of, and the folder's path there. @default this tree is the whole */
  top?(): TopTree;
}

/** A tree of a whole repository, and a folder in it. */
export interface TopTree {
  readonly tree: FileTree;
  readonly folder: string;
  /** Whether the folder is the top of a repository. */
  readonly isTop?: boolean;
}
