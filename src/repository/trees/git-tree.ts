/** Reads a commit, or a folder of a commit, as a tree of files: from git's objects, without a checkout or a shell. */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { GIT_INPUT, isGitInput } from '../../base/manifest/git-input.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { plainPath } from '../../olm/model/unread-file.js';
import { type FileTree, folderOfPath, MAX_FILE_BYTES, pathIn, type TopTree, type TreeEntry } from './file-tree.js';
import { git, gitAtLength, once } from './git.js';
import { commitNamed } from './git-revision.js';
import { unreadable } from './read-text.js';

/** The number of links to links that Linux follows. */
const MAX_LINKS = 40;
/** The size of the content requested in one call, in bytes. */
const BATCH_BYTES = 1 << 28;
/** The size of a file that is kept for a whole run, and of all of them. */
const SMALL_BYTES = 1 << 16;
const KEPT_BYTES = 1 << 25;
/** The size of the larger files that are kept until others take their room: several rules ask for the text of the same one. */
const LATEST_BYTES = 1 << 24;
/** The size of what is read beside one file. */
const BESIDE_BYTES = 1 << 20;

/** One file, link or folder of the tree, or the commit of a submodule. */
interface Blob {
  readonly hash: string;
  readonly size: number;
  /** Whether the content is not here, as in a partial clone. */
  readonly isAbsent?: boolean;
  readonly isLink?: boolean;
  readonly isSubmodule?: boolean;
  readonly isFolder?: boolean;
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
  const folder = plainPath(path);
  const found = objectAt(commit, folder);
  // A name that is not UTF-8 decodes to this text, and another one could, too.
  if (folder.includes('\ufffd') && !wholeEntries(commit))
    return { problem: unreadable(input, new Error('several entries can have this name, as far as it is UTF-8')) };
  if (found === undefined) return { problem: unknownPath(input, revision, path) };
  if (found.isAbsent) return { problem: objectMissing(input) };
  if (found.isSubmodule) return { problem: unknownPath(input, revision, path) };
  if (!found.isFolder) return { file: () => readBlob(found) };
  const name = input.endsWith(':') || path !== '' ? input.replace(/(?<!\/)\/+$/, '') : `${input}:`;
  // Follows links to links and to folders; git prints `missing`, `dangling` and the like in place of a hash.
  const hashAt = (file: string): string | undefined =>
    file.includes('\n')
      ? git(['rev-parse', '--verify', '--quiet', `${commit}:${file}`]).text?.trim()
      : /^[0-9a-f]{40,64}(?= (?:blob|tree) )/.exec(
          git(['cat-file', '--batch-check', '--follow-symlinks'], `${commit}:${file}\n`).text ?? '',
        )?.[0];
  const treeAt = (at: string, hash: string, named: string): FileTree =>
    treeOf(
      once(`listing ${hash}`, () => listingOf(entriesBelow(commit, at, hash))),
      named,
      at,
      hashAt,
    );
  const tree = treeAt(folder, found.hash, name);
  const top = (): TopTree =>
    folder === '' ? { tree, folder, isTop: true } : { tree: treeAt('', `${commit}^{tree}`, `${GIT_INPUT}${revision}:`), folder };
  return { tree: { ...tree, top } };
}

/** Mode, type, hash and size of an entry; the size is a dash for anything but a blob, and a word for a missing blob. */
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-|BAD)\t(.*)$/s;

/** Replaces the size of a missing blob. */
const ABSENT = 'BAD';

/** The object of a commit at a path. It is absent, too, if the clone does not have its folder. */
function objectAt(commit: string, path: string): Blob | undefined {
  if (path === '') return { hash: `${commit}^{tree}`, size: 0, isFolder: true };
  if (path.split('/').includes('..')) return undefined;
  const folder = folderOfPath(path);
  const entries = wholeEntries(commit) ?? once(`folder ${commit} ${folder}`, () => entriesOf(commit, folder));
  return entries ? entries.get(path) : { hash: '', size: 0, isAbsent: true };
}

/** The entries of a folder, by path. */
type Entries = ReadonlyMap<string, Blob>;

function entriesOf(commit: string, folder: string): Entries | undefined {
  const { text } = git(['ls-tree', '-z', '-l', '--full-tree', commit, ...(folder === '' ? [] : ['--', `${folder}/`])]);
  const found = text?.split('\0').map((line) => ENTRY.exec(line));
  return found && new Map(found.flatMap((entry) => (entry ? [[entry[5] as string, blobOf(entry)]] : [])));
}

function blobOf([, mode = '', type = '', hash = '', size = '']: RegExpExecArray): Blob {
  return {
    hash,
    size: Number(size),
    isAbsent: size === ABSENT,
    isLink: mode === '120000',
    isSubmodule: mode === '160000',
    isFolder: type === 'tree',
  };
}

/** All entries of a commit: every run reads them anyway. Nothing if one of them cannot be listed. */
function wholeEntries(commit: string): Entries | undefined {
  return once(`entries ${commit}`, () => {
    try {
      return allEntries(`${commit}^{tree}`);
    } catch {
      return undefined;
    }
  });
}

/** @throws Error if an entry cannot be listed */
function allEntries(object: string): Entries {
  const { bytes, error } = gitAtLength(['ls-tree', '-r', '-t', '-z', '-l', '--full-tree', object]);
  if (!bytes) throw new Error(error);
  const entries = new Map<string, Blob>();
  for (const line of bytes.toString('utf8').split('\0')) {
    if (line === '') continue;
    // Links (120000) and commits of submodules (160000) are listed, too.
    const entry = ENTRY.exec(line) ?? notHere(line);
    const [path, blob] = [entry[5] as string, blobOf(entry)];
    // Two names that are not UTF-8 can decode to the same text, and one entry would replace the other.
    if (entries.has(path)) throw new Error(`two entries of the commit have the name ${printable(path)}, as far as it is UTF-8`);
    entries.set(path, blob);
  }
  return entries;
}

/** All entries below a folder of a commit. @throws Error if one of them cannot be listed */
function entriesBelow(commit: string, folder: string, hash: string): Entries {
  const whole = wholeEntries(commit);
  if (!whole || folder === '') return whole ?? allEntries(hash);
  const start = `${folder}/`;
  return new Map([...whole].flatMap(([path, blob]) => (path.startsWith(start) ? [[path.slice(start.length), blob]] : [])));
}

function notHere(what: string): never {
  throw new Error(`git has no content of ${printable(what)} here: the clone is damaged, or was made without it`);
}

/** A path on disk, relative to the top of the current folder's repository; nothing outside of the repository. */
export function pathFromTop(path: string): string | undefined {
  const top = git(['rev-parse', '--show-toplevel']).text?.trim();
  if (top === undefined || !existsSync(path)) return undefined;
  const inside = relative(top, realpathSync(path));
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : inside.replaceAll(sep, '/');
}

/**
 * A path on disk at the revision of an input. Paths outside of the repository and paths that are not committed stay unchanged. Nothing
 * if the path is committed, but missing in that revision.
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

/** The files and folders of a tree. */
interface Listing {
  readonly blobs: ReadonlyMap<string, Blob>;
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, TreeEntry>>;
  /** The target of a link, as written. */
  targetOf(link: Blob): string;
  /** The files at the ends of links, by the link's path. */
  readonly ends: ReadonlyMap<string, string>;
}

function listingOf(entries: Entries): Listing {
  const blobs = new Map([...entries].filter(([, { isFolder }]) => !isFolder));
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
  for (const [path, { isLink, isSubmodule }] of blobs) enter(path, isLink ? 'link' : isSubmodule ? 'submodule' : 'file');
  const links = [...blobs].filter(([, { isLink }]) => isLink);
  const said = new Map<string, Uint8Array>();
  fetchBlobs(
    links.map(([, blob]) => blob),
    said,
  );
  const targetOf = ({ hash }: Blob): string => Buffer.from(said.get(hash) ?? []).toString('utf8');
  const ends = new Map<string, string>();
  for (const [path] of links) {
    const end = endOfLink(path, blobs, targetOf);
    if (end === undefined) continue;
    ends.set(path, end);
    enter(path, 'file');
  }
  return { blobs, folders, targetOf, ends };
}

/** @param folder the tree's path in the repository @param hashAt the hash of the object at a path of the repository, links followed */
function treeOf(listing: Listing, name: string, folder: string, hashAt: (path: string) => string | undefined): FileTree {
  const { blobs, folders, targetOf, ends } = listing;
  const fetched = new Map<string, Uint8Array>();
  const blobAt = (path: string): Blob | undefined => blobs.get(ends.get(path) ?? path);
  let room = KEPT_BYTES;
  /** Reads a blob that nobody announced, with small ones of its folder: who looks at one of them often looks at the next. */
  const readBeside = (folder: string, blob: Blob): Uint8Array | undefined => {
    let left = Math.min(BESIDE_BYTES, room);
    const beside = [...(folders.get(folder)?.keys() ?? [])].flatMap((name) => {
      const other = blobs.get(pathIn(folder, name));
      if (!other || other.isLink || other.isSubmodule || other.size > Math.min(SMALL_BYTES, left) || fetched.has(other.hash)) return [];
      left -= other.size;
      return [other];
    });
    room -= Math.min(BESIDE_BYTES, room) - left;
    const read = new Map<string, Uint8Array>();
    try {
      fetchBlobs([blob, ...beside], read);
    } catch {
      // Another one can be damaged.
      return readBlob(blob);
    }
    for (const { hash } of beside) {
      const bytes = read.get(hash);
      // A part of the answer of git would keep all of it in memory.
      if (bytes) fetched.set(hash, Uint8Array.from(bytes));
    }
    return read.get(blob.hash);
  };
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
      return blob && (fetched.get(blob.hash) ?? readBeside(folderOfPath(path), blob));
    },
    identityOf: (path) => {
      const blob = blobAt(path);
      if (!blob?.isLink) return blob?.hash ?? '';
      const target = targetOf(blob);
      // The files of a linked folder count under their own paths.
      const end = resolvedPath(path, target, blobs);
      if (end !== undefined && folders.has(end)) return `-> ${target}`;
      // The content behind a link out of the tree can change while the link does not.
      const content = hashAt(pathIn(folder, path));
      return `-> ${target}${content === undefined ? '' : ` ${content}`}`;
    },
  };
}

/** The file at the end of a link, links to links included; nothing if the link leads out of the tree, to a folder or to itself. */
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

/** The target of a link, from the top of the same tree; nothing if the target is outside, or behind a link to a folder. */
function resolvedPath(link: string, target: string, blobs: ReadonlyMap<string, Blob>): string | undefined {
  if (target.startsWith('/')) return undefined;
  const steps = folderOfPath(link).split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    // After a link, `..` leads to the parent of the link's target.
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

/** Reads the content of blobs, except too large ones, in as few calls as possible. */
function fetchBlobs(blobs: readonly Blob[], fetched: Map<string, Uint8Array>): void {
  const known = once('blobs', keptBlobs);
  for (const { hash, size } of blobs) known.give(hash, size, fetched);
  const missing = blobs.filter(({ hash, size, isAbsent }) => !isAbsent && size <= MAX_FILE_BYTES && !fetched.has(hash));
  const wanted = [...new Map(missing.map((blob) => [blob.hash, blob])).values()];
  for (let start = 0; start < wanted.length; ) {
    let end = start;
    for (let bytes = 0; end < wanted.length && bytes < BATCH_BYTES; end += 1) bytes += wanted[end]?.size ?? 0;
    const batch = wanted.slice(start, end);
    const { bytes, error } = gitAtLength(['cat-file', '--batch'], batch.map(({ hash }) => `${hash}\n`).join(''));
    if (!bytes) throw new Error(error);
    for (let offset = 0, index = 0; index < batch.length; index += 1) {
      const { hash, size } = batch[index] as Blob;
      // The content and a line break follow; a missing blob has `missing` in this line.
      const head = `${hash} blob ${size}\n`;
      const content = offset + head.length;
      if (bytes.toString('latin1', offset, content) !== head) notHere(hash);
      fetched.set(hash, bytes.subarray(content, content + size));
      known.keep(hash, bytes.subarray(content, content + size));
      offset = content + size + 1;
    }
    start = end;
  }
}

/** Blobs that a run has read: both sides and several readers read the same files, and git is slow to start. */
function keptBlobs() {
  const small = new Map<string, Uint8Array>();
  const latest = new Map<string, Uint8Array>();
  let room = KEPT_BYTES;
  let latestRoom = LATEST_BYTES;
  const keepLatest = (hash: string, bytes: Uint8Array): void => {
    for (const [other, { length }] of latest) {
      if (latestRoom >= bytes.length) break;
      latest.delete(other);
      latestRoom += length;
    }
    latestRoom -= bytes.length;
    latest.set(hash, Uint8Array.from(bytes));
  };
  return {
    /** The size is part of what git answers for a hash, and is checked like there. */
    give(hash: string, size: number, to: Map<string, Uint8Array>): void {
      const bytes = small.get(hash) ?? latest.get(hash);
      if (bytes?.length === size) to.set(hash, bytes);
    },
    keep(hash: string, bytes: Uint8Array): void {
      if (small.has(hash) || latest.has(hash) || bytes.length > LATEST_BYTES) return;
      if (bytes.length > SMALL_BYTES) keepLatest(hash, bytes);
      if (bytes.length > SMALL_BYTES || bytes.length > room) return;
      room -= bytes.length;
      // A part of the answer of git would keep all of it in memory.
      small.set(hash, Uint8Array.from(bytes));
    },
  };
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
    fix: 'clone without --filter, or repair the clone: git fsck lists the missing objects',
  };
}

// The repository of a review and the target branch of the change, from the clone's configuration and refs.

/** The repository of a review. */
export interface Home {
  /** The address of the remote `origin`. The configuration of a clone is not part of any commit. */
  readonly address: string;
  /** Names of the target branch. */
  readonly revisions: readonly string[];
  /** GitRepositories of Flux that BASE declares to be this repository, as `namespace/name`. @default its units are not read apart */
  readonly ownRepositories?: ReadonlySet<string>;
  /** Whether each path that Flux or Argo CD applies is a unit, built with the settings of what applies it. @default false */
  readonly areSettingsBuilt?: boolean;
}

/**
 * The repository of a review, if BASE is a commit, such as the top of a branch of `origin`, and HEAD is the top of the same clone;
 * otherwise it is unknown.
 *
 * @example
 * homeOf('git:origin/main', '.')
 */
export function homeOf(base: string, head: string): Home | undefined {
  const [, branch] = /^git:(?:refs\/remotes\/)?origin\/([^:~^@]+)(?::\.?)?$/.exec(base) ?? [];
  if (!/^git:[^:]+(?::\.?)?$/.test(base)) return undefined;
  const isWhole = isGitInput(head) ? /^git:[^:]+:?$/.test(head) : pathFromTop(head) === '';
  if (!isWhole) return undefined;
  const address = git(['config', '--local', '--get', 'remote.origin.url']).text?.trim();
  const refs = git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']).text?.trim();
  const main = refs?.replace(/^refs\/remotes\/origin\//, '');
  const own = branch === 'HEAD' ? main : branch;
  if (!address || (branch !== undefined && own === undefined)) return undefined;
  // A commit does not name its target branch: assumes the default branch.
  if (own === undefined) return { address, revisions: [...new Set([...(main === undefined ? ['main', 'master'] : [main]), 'HEAD'])] };
  // Argo CD resolves HEAD to the default branch, which can be another one.
  return { address, revisions: own === main ? [own, 'HEAD'] : [own] };
}
