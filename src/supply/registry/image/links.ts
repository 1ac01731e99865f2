/**
 * The targets of links in an image. A program that unpacks an image follows existing links, so that `alias/x` can be written into
 * another folder. Links are followed inside of the image, as in a container, whatever the order of entries and layers.
 */
import { posix } from 'node:path';
import type { TarEntry } from './tar.js';

/** The limit for following links: an image has a few hundred links, and each leads through a few others. */
const MAX_STEPS = 2_000_000;

/** The links and paths of an image, as they are read. */
export class Links {
  private readonly paths = new Set<string>();
  /** The targets of the links at a path: each layer can have one. */
  private readonly targets = new Map<string, Set<string>>();
  private readonly hardLinks: [path: string, target: string][] = [];
  private steps = 0;

  note({ path, kind, target }: Pick<TarEntry, 'path' | 'kind' | 'target'>): void {
    this.paths.add(path);
    if (kind === 'symlink') this.add(path, target);
    if (kind === 'hardlink') this.hardLinks.push([path, target]);
  }

  /** Paths whose entries are written to another place, with that place. Undefined if following all links takes too many steps. */
  redirected(): [path: string, place: string][] | undefined {
    if (this.targets.size === 0) return [];
    while (this.spread() && this.steps <= MAX_STEPS);
    const found = [...this.paths].flatMap((path) => {
      const isThrough = parentsOf(path).some((folder) => this.targets.has(folder));
      return isThrough ? [...this.placesOf(path)].filter((place) => place !== path).map((place): [string, string] => [path, place]) : [];
    });
    return this.steps > MAX_STEPS ? undefined : found;
  }

  private add(path: string, target: string): boolean {
    const known = this.targets.get(path) ?? new Set();
    if (known.has(target)) return false;
    this.targets.set(path, known.add(target));
    return true;
  }

  /** All places to which the links in a path lead. A link in the last step of the path is not followed. */
  private placesOf(path: string): Set<string> {
    const places = new Set<string>();
    const seen = new Set<string>();
    const left: [done: string, rest: string][] = [['', path]];
    for (let one = left.pop(); one; one = left.pop()) {
      const [done, rest] = one;
      if (seen.has(`${done}\0${rest}`) || this.steps++ > MAX_STEPS) continue;
      seen.add(`${done}\0${rest}`);
      const slash = rest.indexOf('/');
      const here = posix.join('/', done, slash === -1 ? rest : rest.slice(0, slash)).slice(1);
      if (slash === -1) places.add(here);
      else {
        const below = rest.slice(slash + 1);
        // A later layer can replace the link with a folder.
        left.push([here, below]);
        for (const target of this.targets.get(here) ?? [])
          left.push([target.startsWith('/') ? '' : posix.dirname(`/${here}`), join(target, below)]);
      }
    }
    return places;
  }

  /** Adds the links at the places to which other links lead. Returns whether it found new links. */
  private spread(): boolean {
    let isMore = false;
    for (const [path, found] of [...this.targets])
      for (const place of this.placesOf(path)) for (const target of found) isMore = (place !== path && this.add(place, target)) || isMore;
    for (const [path, target] of this.hardLinks)
      for (const place of this.placesOf(join(target, '')))
        for (const found of this.targets.get(place) ?? []) isMore = this.add(path, rooted(found, place)) || isMore;
    return isMore;
  }
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
