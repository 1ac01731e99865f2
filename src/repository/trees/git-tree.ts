/** A commit, or a folder in it, as a tree of files. It is read from git's objects, without a checkout or a shell. */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { GIT_INPUT, isGitInput } from '../../base/manifest/input-name.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { type FileTree, folderOfPath, MAX_FILE_BYTES, pathIn, type TopTree, type TreeEntry } from './file-tree.js';
import { git, gitAtLength, once } from './git.js';
import { commitNamed } from './git-revision.js';

/** As many links to links as Linux follows. */
const MAX_LINKS = 40;
/** How much is requested in one call, in bytes. */
const BATCH_BYTES = 1 << 28;

/** One file of the tree, or a link; of a submodule, its commit. */
interface Blob {
  readonly hash: string;
  readonly size: number;
  /** Of a partial clone: whether its content is not here. */
  readonly isAbsent?: boolean;
  readonly isLink?: boolean;
  readonly isSubmodule?: boolean;
}

type GitInput = { tree: FileTree } | { file: () => Uint8Array | undefined } | { problem: Problem };

/**
 * The tree or file that `git:REVISION[:PATH]` names in the repository of the current folder. The path is relative to the
 * top of the repository.
 *
 * @example
 * gitTree('git:origin/main:clusters/prod')
 */
export function gitTree(input: string): GitInput {
  const [, revision = '', path = ''] = /^git:([^:]*):?(.*)$/s.exec(input) ?? [];
  const named = commitNamed(input, revision);
  if ('problem' in named) return named;
  const { commit } = named;
  const found = objectAt(commit, plainPath(path));
  if (found === 'missing') return { problem: objectMissing(input) };
  if (found?.type === 'blob') return { file: () => readBlob(found) };
  if (found?.type !== 'tree') return { problem: unknownPath(input, revision, path) };
  const name = input.endsWith(':') || path !== '' ? input.replace(/\/+$/, '') : `${input}:`;
  // What is behind links to links and to folders; `missing`, `dangling` and the like come in place of a hash.
  const hashAt = (file: string): string | undefined =>
    file.includes('\n')
      ? git(['rev-parse', '--verify', '--quiet', `${commit}:${file}`]).text?.trim()
      : /^[0-9a-f]{40,64}(?= (?:blob|tree) )/.exec(
          git(['cat-file', '--batch-check', '--follow-symlinks'], `${commit}:${file}\n`).text ?? '',
        )?.[0];
  const tree = treeOf(found.hash, name, plainPath(path), hashAt);
  const top = (): TopTree =>
    plainPath(path) === ''
      ? { tree, folder: '', isTop: true }
      : { tree: treeOf(`${commit}^{tree}`, `${GIT_INPUT}${revision}:`, '', hashAt), folder: plainPath(path) };
  return { tree: { ...tree, top } };
}

/** Mode, type, hash and size of an entry; of what is no blob, the size is a dash, and of one that is not here a word. */
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-|BAD)\t(.*)$/s;

/** In the place of its size. */
const ABSENT = 'BAD';

/** What a commit has at a path. That git does not have it here is not the same as nothing. */
function objectAt(commit: string, path: string): (Blob & { readonly type: string }) | 'missing' | undefined {
  if (path === '') return { hash: `${commit}^{tree}`, size: 0, type: 'tree' };
  if (path.split('/').includes('..')) return undefined;
  const { text } = git(['ls-tree', '-z', '-l', '--full-tree', commit, '--', path]);
  if (text === '') return undefined;
  const [, , type = '', hash = '', size = ''] = ENTRY.exec(text?.split('\0')[0] ?? '') ?? [];
  return hash === '' || size === ABSENT ? 'missing' : { type, hash, size: Number(size) };
}

function notHere(what: string): never {
  throw new Error(`git has no content of ${printable(what)} here: the clone is damaged, or was made without it`);
}

/** A path of the disk as the repository of the current folder has it, from its top; nothing outside of it. */
export function pathFromTop(path: string): string | undefined {
  const top = git(['rev-parse', '--show-toplevel']).text?.trim();
  if (top === undefined || !existsSync(path)) return undefined;
  const inside = relative(top, realpathSync(path));
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside.replaceAll(sep, '/');
}

/**
 * A place of the disk at the revision of an input: one in the repository as it was there, any other one as it is. Nothing where that
 * revision has none; one that nobody has committed is as it is.
 */
export function placeAtRevision(path: string, input: string): string | undefined {
  const [, revision] = /^git:([^:]*)/.exec(input) ?? [];
  const inside = revision === undefined || isGitInput(path) ? undefined : pathFromTop(path);
  if (inside === undefined) return path;
  const then = `${GIT_INPUT}${revision}:${inside}`;
  const isNothing = (there: GitInput): boolean => 'problem' in there && there.problem.code === 'GIT_PATH_NOT_FOUND';
  if (!isNothing(gitTree(then))) return then;
  return isNothing(gitTree(`${GIT_INPUT}HEAD:${inside}`)) ? path : undefined;
}

/** What `git ls-tree` says of a tree. */
interface Listing {
  readonly blobs: ReadonlyMap<string, Blob>;
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, TreeEntry>>;
  /** What a link says. */
  targetOf(link: Blob): string;
  /** Files at which links end. */
  readonly ends: ReadonlyMap<string, string>;
}

function listingOf(object: string): Listing {
  const blobs = new Map<string, Blob>();
  const folders = new Map<string, Map<string, TreeEntry>>();
  const enter = (path: string, kind: TreeEntry['kind']): void => {
    const slash = path.lastIndexOf('/');
    const [parent, base] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
    const entries = folders.get(parent) ?? new Map<string, TreeEntry>();
    if (!folders.has(parent)) {
      folders.set(parent, entries);
      if (parent !== '') enter(parent, 'folder');
    }
    entries.set(base, { name: base, kind });
  };
  const { bytes, error } = gitAtLength(['ls-tree', '-r', '-z', '-l', '--full-tree', object]);
  if (!bytes) throw new Error(error);
  for (const line of bytes.toString('utf8').split('\0')) {
    if (line === '') continue;
    // Of links (120000) and commits of other repositories (160000), too.
    const [, mode = '', , hash = '', size = '', path = ''] = ENTRY.exec(line) ?? notHere(line);
    // Names that are no UTF-8 can read alike, and one file would stand in for the other.
    if (blobs.has(path)) throw new Error(`two files of the commit have the name ${printable(path)}, as far as it is UTF-8`);
    blobs.set(path, {
      hash,
      size: Number(size),
      isAbsent: size === ABSENT,
      isLink: mode === '120000',
      isSubmodule: mode === '160000',
    });
    enter(path, mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file');
  }
  const links = [...blobs].filter(([, { isLink }]) => isLink);
  const said = new Map<string, Uint8Array>();
  fetchBlobs(
    links.map(([, blob]) => blob),
    said,
  );
  const targetOf = ({ hash }: Blob): string => new TextDecoder().decode(said.get(hash));
  const ends = new Map<string, string>();
  for (const [path] of links) {
    const end = endOfLink(path, blobs, targetOf);
    if (end === undefined) continue;
    ends.set(path, end);
    enter(path, 'file');
  }
  return { blobs, folders, targetOf, ends };
}

/** @param folder of the tree in the repository @param hashAt what is at a path of the repository, behind links */
function treeOf(object: string, name: string, folder: string, hashAt: (path: string) => string | undefined): FileTree {
  const { blobs, folders, targetOf, ends } = once(`listing ${object}`, () => listingOf(object));
  const fetched = new Map<string, Uint8Array>();
  const blobAt = (path: string): Blob | undefined => blobs.get(ends.get(path) ?? path);
  return {
    realPathOf: (path) => ends.get(path) ?? path,
    nameOf: (path) => `${name}${name.endsWith(':') ? '' : '/'}${path}`,
    list: (folder) => [...(folders.get(folder)?.values() ?? [])],
    expect: (paths) =>
      fetchBlobs(
        paths.map(blobAt).filter((blob) => blob !== undefined),
        fetched,
      ),
    forget: (paths) => {
      for (const path of paths) fetched.delete(blobs.get(path)?.hash ?? '');
    },
    isAbsent: (path) => blobAt(path)?.isAbsent === true,
    read: (path) => {
      const blob = blobAt(path);
      return blob && (fetched.get(blob.hash) ?? readBlob(blob));
    },
    identityOf: (path) => {
      const blob = blobAt(path);
      if (!blob?.isLink) return blob?.hash ?? '';
      const target = targetOf(blob);
      // The files of a folder that a link leads to are known by their own paths.
      const end = resolvedPath(path, target, blobs);
      if (end !== undefined && folders.has(end)) return `-> ${target}`;
      // What is behind a link that leads out can change without it.
      const content = hashAt(pathIn(folder, path));
      return `-> ${target}${content === undefined ? '' : ` ${content}`}`;
    },
  };
}

/** The file at which a link ends, links to links included; nothing where it leads out of the tree, to a folder or to itself. */
function endOfLink(path: string, blobs: ReadonlyMap<string, Blob>, targetOf: (blob: Blob) => string): string | undefined {
  let current = path;
  for (let steps = 0; steps < MAX_LINKS; steps += 1) {
    const blob = blobs.get(current);
    if (!blob?.isLink) return blob && !blob.isSubmodule ? current : undefined;
    const next = blob.isAbsent ? undefined : resolvedPath(current, targetOf(blob), blobs);
    if (next === undefined) return undefined;
    current = next;
  }
  return undefined;
}

/** Where a link leads, from the top of the same tree; nothing where that is outside, or behind a link to a folder. */
function resolvedPath(link: string, target: string, blobs: ReadonlyMap<string, Blob>): string | undefined {
  if (target.startsWith('/')) return undefined;
  const steps = folderOfPath(link).split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    // From there, `..` leads to the folder above its target.
    if (blobs.get(steps.join('/'))?.isLink) return undefined;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

function readBlob(blob: Blob): Uint8Array | undefined {
  const fetched = new Map<string, Uint8Array>();
  fetchBlobs([blob], fetched);
  return fetched.get(blob.hash);
}

/** Gets the content of blobs, except of those that are too large, in as few calls as possible. */
function fetchBlobs(blobs: readonly Blob[], fetched: Map<string, Uint8Array>): void {
  const wanted = blobs.filter(({ hash, size, isAbsent }) => !isAbsent && size <= MAX_FILE_BYTES && !fetched.has(hash));
  for (let start = 0; start < wanted.length; ) {
    let end = start;
    for (let bytes = 0; end < wanted.length && bytes < BATCH_BYTES; end += 1) bytes += wanted[end]?.size ?? 0;
    const batch = wanted.slice(start, end);
    const { bytes, error } = gitAtLength(['cat-file', '--batch'], batch.map(({ hash }) => `${hash}\n`).join(''));
    if (!bytes) throw new Error(error);
    for (let offset = 0, index = 0; index < batch.length; index += 1) {
      const { hash, size } = batch[index] as Blob;
      // Then the content and a line break; of one that is not here, `missing`.
      const head = `${hash} blob ${size}\n`;
      const content = offset + head.length;
      if (bytes.toString('latin1', offset, content) !== head) notHere(hash);
      fetched.set(hash, bytes.subarray(content, content + size));
      offset = content + size + 1;
    }
    start = end;
  }
}

function unknownPath(input: string, revision: string, path: string): Problem {
  return {
    code: 'GIT_PATH_NOT_FOUND',
    message: 'the revision has no such file or folder',
    file: input,
    found: `nothing with this name in ${revision}`,
    expected: 'a path relative to the top of the repository',
    fix: `run git ls-tree ${revision} to list the paths${path.startsWith('/') ? ', and remove the slash at the beginning' : ''}`,
  };
}

function objectMissing(input: string): Problem {
  return {
    code: 'GIT_OBJECT_MISSING',
    message: 'git has no content of this file or folder here',
    file: input,
    found: 'its name, without its content',
    expected: 'a clone with the content of every file of the revision',
    fix: 'clone without --filter, or repair the clone: git fsck lists what is missing',
  };
}

// Which repository is reviewed, and the branch that a change goes to, as the clone knows them.

/** The repository of a review. */
export interface Home {
  /** Of the remote `origin`. The configuration of a clone is no part of any commit. */
  readonly address: string;
  /** Names of the branch that the change goes to. */
  readonly revisions: readonly string[];
}

/**
 * The repository, where BASE is a commit, such as the top of a branch of `origin`, and HEAD is the top of the same clone; otherwise
 * nobody knows.
 *
 * @example
 * homeOf('git:origin/main', '.')
 */
export function homeOf(base: string, head: string): Home | undefined {
  const [, branch] = /^git:(?:refs\/remotes\/)?origin\/([^:~^@]+)(?::\.?)?$/.exec(base) ?? [];
  const isWhole = isGitInput(head) ? /^git:[^:]+:?$/.test(head) : pathFromTop(head) === '';
  if (!/^git:[^:]+(?::\.?)?$/.test(base) || !isWhole) return undefined;
  const address = git(['config', '--local', '--get', 'remote.origin.url']).text?.trim();
  const refs = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']).text?.trim();
  const main = refs?.replace(/^refs\/remotes\/origin\//, '');
  const own = branch === 'HEAD' ? main : branch;
  if (!address || (branch !== undefined && own === undefined)) return undefined;
  // Of a commit, nobody says which branch it is for: the usual one.
  if (own === undefined) return { address, revisions: [...new Set([...(main === undefined ? ['main', 'master'] : [main]), 'HEAD'])] };
  // Argo CD takes the default branch for HEAD, which can be another one.
  return { address, revisions: own === main ? [own, 'HEAD'] : [own] };
}
