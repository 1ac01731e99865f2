/** Finds the changed files that no tool applies: documents, pictures, tests of programs, files of forges and editors, the lock, the baseline. */

import { createHash } from 'node:crypto';
import { isManifestFile } from '../../base/manifest/manifest-name.js';
import { LOCK_FILE } from '../../olm/lock/lock-name.js';
import { DEFAULT_BASELINE } from '../../olm/model/default-baseline.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import { bringsNothing } from '../input/brings-nothing.js';
import { unreadFile } from '../input/manifest-files.js';
import { treeOf } from '../input/open-input.js';
import { type FileTree, isNotRead, pathIn } from '../trees/file-tree.js';
import type { UnreadSides } from './units-read.js';

/** The changed files of two inputs that are folders or commits, without the manifests, whose objects are compared. */
export function besideFiles(base: string, head: string): UnreadSides {
  const [before, after] = [base, head].map(treeOf);
  const [old, now] = [before, after].map((tree) => new Set(tree ? pathsIn(tree, '') : []));
  if (!before || !after || !old || !now) return { base: [], head: [] };
  const differs = (path: string): boolean => !(old.has(path) && now.has(path)) || before.identityOf(path) !== after.identityOf(path);
  const changed = [...new Set([...old, ...now])].filter(differs).sort();
  const sideOf = (tree: FileTree, paths: ReadonlySet<string>) =>
    changed.filter((path) => paths.has(path)).map((path) => unreadFile(tree, path, 'no-object'));
  const [had, has] = [packagesIn(before), packagesIn(after)];
  const without = (own: readonly UnreadFile[], other: readonly UnreadFile[]): readonly UnreadFile[] => {
    const known = new Map(other.map(({ path, content }) => [path, content]));
    return own.filter(({ path, content }) => known.get(path) !== content);
  };
  return { base: [...sideOf(before, old), ...without(had, has)], head: [...sideOf(after, now), ...without(has, had)] };
}

/** The installed packages that a tree has, each as one file, and each program of them: a pipeline can start them. */
function packagesIn(tree: FileTree): readonly UnreadFile[] {
  const found = new Map<string, string[]>();
  const visit = (at: string, inside: string | undefined): void => {
    for (const { name, kind } of tree.list(at)) {
      const path = pathIn(at, name);
      if (name === '.git' || tree.isLeftByGit?.(path)) continue;
      const own = inside ?? (name === 'node_modules' && kind === 'folder' ? path : undefined);
      if (kind === 'folder') visit(path, own);
      else if (own !== undefined) {
        const one = /^(?:\.bin\/.*|@[^/]+\/[^/]+|[^/]+)/.exec(path.slice(own.length + 1))?.[0] ?? '';
        const all = found.get(`${own}/${one}`) ?? [];
        found.set(`${own}/${one}`, all);
        all.push(`${path} ${kind === 'submodule' ? '' : tree.identityOf(path)}`);
      }
    }
  };
  visit('', undefined);
  return [...found].map(([path, all]) => {
    const content = createHash('sha256').update(all.sort().join('\n')).digest('hex');
    return { path, file: tree.nameOf(path), reason: 'node-modules', content };
  });
}

/** The files of an input that no tool applies by their names; they are only read where something asks for them. */
export function textsIn(input: string): readonly UnreadFile[] {
  const tree = treeOf(input);
  const paths = tree ? pathsIn(tree, '').filter(bringsNothing) : [];
  return paths.map((path) => ({
    path,
    file: tree?.nameOf(path) ?? path,
    reason: 'no-object',
    content: '',
    get text() {
      return tree && unreadFile(tree, path, 'no-object').text;
    },
  }));
}

/** Folders with too many files of others. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
const OF_THIS_PROGRAM: ReadonlySet<string> = new Set([LOCK_FILE, DEFAULT_BASELINE]);

function pathsIn(tree: FileTree, folder: string): string[] {
  return tree.list(folder).flatMap(({ name, kind }) => {
    const path = pathIn(folder, name);
    if (NOT_ENTERED.has(name) || isNotRead(kind) || tree.isLeftByGit?.(path)) return [];
    if (kind === 'folder') return pathsIn(tree, path);
    return !isManifestFile(name) || name.startsWith('.') || bringsNothing(path) || OF_THIS_PROGRAM.has(name) ? [path] : [];
  });
}
