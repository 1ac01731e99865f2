/**
 * Objects that a change moves from one plain file to another where nobody says what is applied: where another cluster can be, they are
 * new, and BASE does not have them. What moves within one site is the same as before.
 */
import { keyWithGroup } from '../kubernetes/kinds.js';
import { formatReference, groupBy, isNamedObject, referenceTo } from '../kubernetes/object.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { ReviewInput } from './read-for-review.js';

/** The objects that moved from one file to another one, by their keys. */
export interface MovedObjects {
  readonly from: string;
  readonly to: string;
  readonly keys: readonly string[];
}

/**
 * All of them. What is gone from a file and was in the other one before does not move there: it is gone.
 *
 * @param areApart whether two paths of files are for different clusters
 */
export function movedObjects(base: ReviewInput, head: ReviewInput, areApart: (from: string, to: string) => boolean): MovedObjects[] {
  const [was, is] = [keysByPath(base), keysByPath(head)];
  const hasIn = (of: ReadonlyMap<string, ReadonlySet<string>>, path: string, key: string): boolean => of.get(path)?.has(key) ?? false;
  const left = [...was].map(([from, keys]) => ({ from, keys: [...keys].filter((key) => !hasIn(is, from, key)) }));
  const came = [...is].map(([to, keys]) => ({ to, keys: new Set([...keys].filter((key) => !hasIn(was, to, key))) }));
  const found = left
    .filter(({ keys }) => keys.length > 0)
    .flatMap(({ from, keys }) => came.map(({ to, keys: its }): MovedObjects => ({ from, to, keys: keys.filter((key) => its.has(key)) })))
    .filter(({ from, to, keys }) => keys.length > 0 && areApart(from, to));
  if (found.length === 0) return [];
  const [before, after] = [base.raw.applied(), head.raw.applied()];
  const areTogether = ({ from, to }: MovedObjects): boolean =>
    before.some(
      (one) => one.plain.has(from) && after.some((other) => other.by === one.by && other.path === one.path && other.plain.has(to)),
    );
  return found.filter((one) => !areTogether(one));
}

/** Whether a document of BASE is one of them, or in one. */
export function isMoved(base: ReviewInput, moved: readonly MovedObjects[]): (document: ParsedDocument) => boolean {
  const gone = new Set(moved.flatMap(({ from, keys }) => keys.map((key) => JSON.stringify([from, key.slice(key.indexOf(' ') + 1)]))));
  return ({ value, source, inside }) => {
    const outer = inside ?? (isNamedObject(value) ? referenceTo(value) : undefined);
    return outer !== undefined && gone.has(JSON.stringify([base.unlisted.get(source.file), formatReference(outer)]));
  };
}

/** The objects of plain files, by the paths of these. */
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
