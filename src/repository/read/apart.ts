/**
 * Finds files that one revision reads because something could apply them, and that the other one applies through a kustomization. Both
 * would have the same objects, although the change decides whether they are applied: a base becomes part of an overlay, or a file of an
 * examples folder part of a base.
 */
import type { RawFiles } from '../../olm/model/unread-file.js';
import type { ReviewInput } from '../input/read-for-review.js';
import { folderOfPath } from '../trees/file-tree.js';
import { isBelow } from '../trees/tree-paths.js';

/** The paths in `input` that only `other` applies, through a kustomization. Empty if an object of `input` applies the files. */
export function apartFrom({ raw }: Pick<ReviewInput, 'raw'>, { raw: other }: Pick<ReviewInput, 'raw'>): ReadonlySet<string> {
  const loaded = new Set(raw.loaded.map(({ path }) => path));
  const parts = new Set(other.roots.flatMap(({ path, loads }) => [...loads].filter((file) => file !== path)));
  // A new kustomization of a plain folder is another way to apply the same files.
  const isOtherWay = (file: string): boolean =>
    other.roots.some(({ path, loads }) => loads.has(file) && isBelow(file, folderOfPath(path)) && !isKustomized(raw, folderOfPath(path)));
  const roots = raw.roots.map(({ path }) => path).filter((path) => parts.has(path));
  const plain = raw.plain.map(({ path }) => path).filter((path) => parts.has(path) && !loaded.has(path) && !isOtherWay(path));
  if (roots.length + plain.length === 0) return new Set();
  const applied = raw.applied();
  const isApplied = (file: string): boolean => applied.some((one) => one.plain.has(file) || one.built.has(file));
  return new Set([...roots, ...plain].filter((path) => !isApplied(path)));
}

function isKustomized({ kustomized }: RawFiles, folder: string): boolean {
  return kustomized.includes(folder);
}
