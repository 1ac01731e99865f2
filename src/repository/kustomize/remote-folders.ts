/**
 * Mounts local folders with the content of remote bases in the tree: a kustomization that names a base's URL is read with the path of
 * the mount in its place. The revision of a folder is not verified.
 */
import type { RemoteFolder } from '../../olm/model/unread-file.js';
import { treeOf } from '../input/open-input.js';
import { type FileTree, folderOfPath } from '../trees/file-tree.js';
import { placeAtRevision } from '../trees/git-tree.js';
import { isFile } from '../trees/tree-paths.js';
import { KUSTOMIZATION_NAMES, kustomizationIn, readKustomization } from './kustomization.js';
import { textsNamed } from './kustomization-fields.js';
import { isRemote, resolvedPath } from './refused-kustomization.js';

/** The folder of the mounts. It hides no file: a tree that already has this folder gets no mounts. */
const MOUNTS = '.cdk8s-olm-remote';

interface Mount {
  readonly url: string;
  readonly path: string;
  readonly tree: FileTree;
}

/**
 * The tree with the mounted folders.
 *
 * @param input the tree's input: a folder in its repository is read at that revision
 * @example
 * withRemotes(diskTree('prod'), 'prod', [{ url: 'https://github.com/example/bases', folder: '../bases' }])
 */
export function withRemotes(tree: FileTree, input: string, remotes: readonly RemoteFolder[]): FileTree {
  const mounts = remotes
    .flatMap(({ url, folder }, index): Mount[] => {
      const place = placeAtRevision(folder, input);
      const found = place === undefined ? undefined : treeOf(place);
      return found ? [{ url: plainUrl(url), path: `${MOUNTS}/${index}`, tree: found }] : [];
    })
    // The longest URL is the most specific.
    .sort((a, b) => b.url.length - a.url.length);
  if (mounts.length === 0) return tree;
  const { top } = tree;
  const whole = top
    ? (): ReturnType<typeof top> => {
        const found = top();
        return { ...found, tree: mounted(found.tree, mounts) };
      }
    : undefined;
  return { ...mounted(tree, mounts), ...(whole ? { top: whole } : {}) };
}

function mounted(tree: FileTree, mounts: readonly Mount[]): FileTree {
  if (tree.list('').some(({ name }) => name === MOUNTS)) return tree;
  const at = (path: string): readonly [FileTree, string] => {
    const mount = mounts.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    return mount ? [mount.tree, path.slice(mount.path.length + 1)] : [tree, path];
  };
  const ofTree = (paths: readonly string[]): string[] => paths.filter((path) => at(path)[0] === tree);
  const plain: FileTree = {
    ...tree,
    nameOf: (path) => asked(at(path), 'nameOf'),
    list: (folder) =>
      folder === MOUNTS ? mounts.map(({ path }) => ({ name: path.slice(MOUNTS.length + 1), kind: 'folder' })) : asked(at(folder), 'list'),
    read: (path) => asked(at(path), 'read'),
    identityOf: (path) => asked(at(path), 'identityOf'),
    realPathOf: (path) => (at(path)[0] === tree ? (tree.realPathOf?.(path) ?? path) : path),
    expect: (paths) => tree.expect?.(ofTree(paths)),
    forget: (paths) => tree.forget?.(ofTree(paths)),
  };
  return {
    ...plain,
    read: (path) => {
      const bytes = plain.read(path);
      return bytes && KUSTOMIZATION_NAMES.some((name) => path === name || path.endsWith(`/${name}`))
        ? withPaths(plain, path, bytes, mounts)
        : bytes;
    },
  };
}

function asked<K extends 'nameOf' | 'list' | 'read' | 'identityOf'>(
  [tree, path]: readonly [FileTree, string],
  what: K,
): ReturnType<FileTree[K]> {
  return tree[what](path) as ReturnType<FileTree[K]>;
}

/** The kustomization with paths in place of URLs; lines keep their numbers. */
function withPaths(tree: FileTree, file: string, bytes: Uint8Array, mounts: readonly Mount[]): Uint8Array {
  const fields = readKustomization(tree, file);
  if (!fields) return bytes;
  const up = folderOfPath(file)
    .split('/')
    .map((step) => (step === '' ? '' : '../'))
    .join('');
  const paths = new Map<string, string>();
  for (const [, entry] of textsNamed(fields)) {
    const path = isRemote(entry) && !paths.has(entry) ? mountedPath(tree, entry, mounts) : undefined;
    if (path !== undefined) paths.set(entry, `${up}${path}`);
  }
  if (paths.size === 0) return bytes;
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(/[^\s"'[\]{},]+/g, (word) => paths.get(word) ?? word));
}

/** A path that needs no quotes in YAML. */
const PLAIN_PATH = /^[\w./@+-]*$/;

/** The path of an entry's target, if it exists. */
function mountedPath(tree: FileTree, entry: string, mounts: readonly Mount[]): string | undefined {
  const url = plainUrl(entry);
  for (const mount of mounts) {
    if (url !== mount.url && !url.startsWith(`${mount.url}/`)) continue;
    const inside = url.slice(mount.url.length + 1);
    const path = inside.split('/').includes('..') || !PLAIN_PATH.test(inside) ? undefined : resolvedPath(mount.path, inside);
    if (path !== undefined && (isFile(tree, path) || kustomizationIn(tree, path) !== undefined)) return path;
  }
  return undefined;
}

/** The normal form of a URL, as host and path: equal for all notations that mean the same repository for kustomize. */
function plainUrl(url: string): string {
  const [address = ''] = url.replace(/^git::/, '').split('?', 1);
  const [host = '', ...path] = address
    .replace(/^\w+:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .split('/')
    .filter((step) => step !== '' && step !== '.');
  return [host.toLowerCase().replace(/^www\./, ''), ...path.map((step) => step.replace(/\.git$/, ''))].join('/');
}
