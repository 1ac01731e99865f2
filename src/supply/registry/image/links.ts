/**
 * The targets of links in an image. A program that unpacks an image follows existing links, so that `alias/x` can be written into
 * another folder. Links are followed inside of the image, as in a container, whatever the order of entries and layers.
 */
import { posix } from 'node:path';
import type { TarEntry } from './tar.js';

/** The limit for following links: an image has a few hundred links, and each leads through a few others. */
const MAX_STEPS = 2_000_000;

/** The links and paths of an image, collected during reading. */
export interface Links {
  note(entry: Pick<TarEntry, 'path' | 'kind' | 'target'>): void;
  /** Paths whose entries are written to another place, with that place. Undefined if there are too many links to follow. */
  redirected(): [path: string, place: string][] | undefined;
}

/** An empty collection of links. */
export function noLinks(): Links {
  const paths = new Set<string>();
  const targets = new Map<string, Set<string>>();
  const hardLinks: [path: string, target: string][] = [];
  let steps = 0;

  const add = (path: string, target: string): boolean => {
    const known = targets.get(path) ?? new Set();
    if (known.has(target)) return false;
    targets.set(path, known.add(target));
    return true;
  };

  /** All places of a path after following its links; the last step stays as it is. */
  function placesOf(path: string): Set<string> {
    const places = new Set<string>();
    const seen = new Set<string>();
    const left: [done: string, rest: string][] = [['', path]];
    for (let one = left.pop(); one; one = left.pop()) {
      const [done, rest] = one;
      if (seen.has(`${done}\0${rest}`) || steps++ > MAX_STEPS) continue;
      seen.add(`${done}\0${rest}`);
      const slash = rest.indexOf('/');
      const here = posix.join('/', done, slash === -1 ? rest : rest.slice(0, slash)).slice(1);
      if (slash === -1) places.add(here);
      else {
        const below = rest.slice(slash + 1);
        // A later layer can replace it with a folder.
        left.push([here, below]);
        for (const target of targets.get(here) ?? [])
          left.push([target.startsWith('/') ? '' : posix.dirname(`/${here}`), join(target, below)]);
      }
    }
    return places;
  }

  /** Adds the links at their other places. @returns whether there are new ones */
  function spread(): boolean {
    let isMore = false;
    for (const [path, found] of [...targets])
      for (const place of placesOf(path)) for (const target of found) isMore = (place !== path && add(place, target)) || isMore;
    for (const [path, target] of hardLinks)
      for (const place of placesOf(join(target, '')))
        for (const found of targets.get(place) ?? []) isMore = add(path, rooted(found, place)) || isMore;
    return isMore;
  }

  return {
    note({ path, kind, target }) {
      paths.add(path);
      if (kind === 'symlink') add(path, target);
      if (kind === 'hardlink') hardLinks.push([path, target]);
    },
    redirected() {
      if (targets.size === 0) return [];
      while (spread() && steps <= MAX_STEPS);
      const found = [...paths].flatMap((path) => {
        const isThrough = parentsOf(path).some((folder) => targets.has(folder));
        return isThrough ? [...placesOf(path)].filter((place) => place !== path).map((place): [string, string] => [path, place]) : [];
      });
      return steps > MAX_STEPS ? undefined : found;
    },
  };
}

/** The folders around a path. */
export function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) parents.push(path.slice(0, slash));
  return parents;
}

/** A path without slashes at its ends, and without empty steps; `..` stays, because a link can precede it. */
function join(...parts: readonly string[]): string {
  return parts
    .flatMap((part) => part.split('/'))
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** A target from the root. */
function rooted(target: string, link: string): string {
  return target.startsWith('/') ? target : `/${join(posix.dirname(link), target)}`;
}
