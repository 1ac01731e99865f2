/** Finds objects that a change moves between plain files, where the repository does not define which cluster applies which file. */
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
 * All moved objects. An object that the target already had before did not move: it was removed.
 *
 * @param areApart whether two paths are for different clusters
 */
export function movedObjects(base: ReviewInput, head: ReviewInput, areApart: (from: string, to: string) => boolean): MovedObjects[] {
  const [was, is] = [keysByPlace(base), keysByPlace(head)];
  const onlyIn = (some: ReadonlyMap<string, ReadonlySet<string>>, others: typeof some) =>
    [...some].flatMap(([path, keys]) => [...keys].filter((key) => !others.get(path)?.has(key)).map((key) => ({ path, key })));
  const came = groupBy(onlyIn(is, was), ({ key }) => key);
  const ways = onlyIn(was, is).flatMap(({ path: from, key }) => (came.get(key) ?? []).map(({ path: to }) => ({ from, to, key })));
  if (ways.length === 0) return [];
  // If the repository applies both places, the review reports the change itself; if it applies one of them, the object leaves its cluster,
  // or is new there.
  const [before, after] = [base, head].map(({ raw }) => new Set(raw.applied().flatMap(({ plain, built }) => [...plain, ...built])));
  const isBetweenUnits = betweenUnits(base, head, ways);
  const apart = groupBy(
    ways.filter(({ from, to }) => {
      const [isFrom, isTo] = [before?.has(from) === true, after?.has(to) === true];
      return isFrom === isTo ? !isFrom && (isBetweenUnits(from, to) || areApart(from, to)) : true;
    }),
    ({ from, to }) => JSON.stringify([from, to]),
  );
  return [...apart.values()].map((all): MovedObjects => ({ from: all[0].from, to: all[0].to, keys: all.map(({ key }) => key) }));
}

interface Way {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether two places are applied apart: by a kustomization that is on both sides and by something else. A kustomization that replaces
 * another one, or the files of its folder, can be the same unit, but not if the objects come from several places or go to several ones.
 */
function betweenUnits(base: ReviewInput, head: ReviewInput, ways: readonly Way[]): (from: string, to: string) => boolean {
  const [before, after] = [base, head].map(({ raw }) => new Set(raw.roots.map(({ path }) => path))) as [Set<string>, Set<string>];
  const isIn = (path: string, root: string): boolean => path.startsWith(root.slice(0, root.lastIndexOf('/') + 1));
  const roots = ways.filter(({ from, to }) => before.has(from) && after.has(to));
  const [goingTo, comingFrom] = [groupBy(roots, ({ from }) => from), groupBy(roots, ({ to }) => to)];
  const isOne = (all: readonly Way[] = [], end: keyof Way): boolean => new Set(all.map((way) => way[end])).size <= 1;
  return (from, to) => {
    const isReplaced = !after.has(from) && !before.has(to);
    if (before.has(from) && after.has(to)) return !isReplaced || !isOne(goingTo.get(from), 'to') || !isOne(comingFrom.get(to), 'from');
    if (before.has(from)) return after.has(from) || goingTo.has(from) || !isIn(to, from);
    return after.has(to) && (before.has(to) || comingFrom.has(to) || !isIn(from, to));
  };
}

/** Whether a document of BASE is a moved object, or inside of one. */
export function isMoved(base: ReviewInput, moved: readonly MovedObjects[]): (document: ParsedDocument) => boolean {
  const gone = new Set(moved.flatMap(({ from, keys }) => keys.map((key) => JSON.stringify([from, key]))));
  const holding = new Set(moved.flatMap(({ from, keys }) => keys.map((key) => JSON.stringify([from, key.slice(key.indexOf(' ') + 1)]))));
  const placesOf = placesIn(base);
  return (document) => {
    const { value, inside } = document;
    const is = (key: string, among: ReadonlySet<string>): boolean =>
      placesOf(document).some((place) => among.has(JSON.stringify([place, key])));
    return inside ? is(formatReference(inside), holding) : isNamedObject(value) && is(keyWithGroup(value), gone);
  };
}

/** The keys of the objects in plain files and in what kustomizations build, by the path of the file or kustomization. */
function keysByPlace(input: ReviewInput): ReadonlyMap<string, ReadonlySet<string>> {
  const placesOf = placesIn(input);
  const own = groupBy(
    input.documents.flatMap((document) => {
      const { value, inside } = document;
      return !inside && isNamedObject(value) ? placesOf(document).map((path) => ({ path, key: keyWithGroup(value) })) : [];
    }),
    ({ path }) => path,
  );
  return new Map([...own].map(([path, all]) => [path, new Set(all.map(({ key }) => key))]));
}

/** The places from which a document is applied: its plain file, or the kustomizations that load its file. */
function placesIn({ unlisted, pathOf, raw }: ReviewInput): (document: ParsedDocument) => readonly string[] {
  const loading = groupBy(
    raw.roots.flatMap(({ path, loads }) => [path, ...loads].map((file) => ({ file, path }))),
    ({ file }) => file,
  );
  return (document) => {
    const plain = unlisted.get(document.source.file);
    return plain === undefined ? [...new Set((loading.get(pathOf(document)) ?? []).map(({ path }) => path))] : [plain];
  };
}
