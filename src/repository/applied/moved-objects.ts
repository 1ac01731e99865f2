/**
 * Finds objects that a change moves between plain files, where the repository does not define which cluster applies which file.
 */
import { keyWithGroup } from '../../base/kubernetes/kinds.js';
import { formatReference, groupBy, isNamedObject } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import type { ReviewInput } from '../input/read-for-review.js';

/** The keys of the objects that moved from one file to another. */
export interface MovedObjects {
  readonly from: string;
  readonly to: string;
  readonly keys: readonly string[];
}

/**
 * All moved objects. An object that the target file already had before did not move: it was removed.
 *
 * @param areApart whether two file paths are for different clusters
 */
export function movedObjects(base: ReviewInput, head: ReviewInput, areApart: (from: string, to: string) => boolean): MovedObjects[] {
  const [was, is] = [keysByPath(base), keysByPath(head)];
  const onlyIn = (some: ReadonlyMap<string, ReadonlySet<string>>, others: typeof some) =>
    [...some].flatMap(([path, keys]) => [...keys].filter((key) => !others.get(path)?.has(key)).map((key) => ({ path, key })));
  const came = groupBy(onlyIn(is, was), ({ key }) => key);
  const ways = onlyIn(was, is).flatMap(({ path: from, key }) => (came.get(key) ?? []).map(({ path: to }) => ({ from, to, key })));
  if (ways.length === 0) return [];
  // If the repository applies both files, the review reports the change itself; if it applies one of them, the object leaves its cluster,
  // or is new there.
  const [before, after] = [base, head].map(({ raw }) => new Set(raw.applied().flatMap(({ plain, built }) => [...plain, ...built])));
  const isApplied = ({ from, to }: { readonly from: string; readonly to: string }): readonly boolean[] => [
    before?.has(from) === true,
    after?.has(to) === true,
  ];
  const apart = groupBy(
    ways.filter((way) => {
      const [was, is] = isApplied(way);
      return was === is ? !was && areApart(way.from, way.to) : true;
    }),
    ({ from, to }) => JSON.stringify([from, to]),
  );
  return [...apart.values()].map((all): MovedObjects => ({ from: all[0].from, to: all[0].to, keys: all.map(({ key }) => key) }));
}

/** Whether a document of BASE is a moved object, or inside of one. */
export function isMoved(base: ReviewInput, moved: readonly MovedObjects[]): (document: ParsedDocument) => boolean {
  const gone = new Set(moved.flatMap(({ from, keys }) => keys.map((key) => JSON.stringify([from, key]))));
  const holding = new Set(moved.flatMap(({ from, keys }) => keys.map((key) => JSON.stringify([from, key.slice(key.indexOf(' ') + 1)]))));
  return ({ value, source, inside }) => {
    const path = base.unlisted.get(source.file);
    if (inside) return holding.has(JSON.stringify([path, formatReference(inside)]));
    return isNamedObject(value) && gone.has(JSON.stringify([path, keyWithGroup(value)]));
  };
}

/** The keys of the objects in plain files, by path. */
function keysByPath({ documents, unlisted }: ReviewInput): ReadonlyMap<string, ReadonlySet<string>> {
  const own = groupBy(
    documents.flatMap(({ value, source, inside }) => {
      const path = inside ? undefined : unlisted.get(source.file);
      return path !== undefined && isNamedObject(value) ? [{ path, key: keyWithGroup(value) }] : [];
    }),
    ({ path }) => path,
  );
  return new Map([...own].map(([path, all]) => [path, new Set(all.map(({ key }) => key))]));
}
