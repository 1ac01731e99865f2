/**
 * The files of an image as in a container: layers on top of each other, with replaced and removed files (OCI image
 * specification, layer.md). Layers are read from the top down, so that each entry is final when it is read; nothing is unpacked to disk.
 */

import { unsafe } from '../problems.js';
import type { Image } from './image.js';
import { Links, parentsOf } from './links.js';
import { readTar, type Sink, type TarEntry, tooMany } from './tar.js';
import { unpackedLayer } from './unpacked.js';

const REMOVED = '.wh.';
const OPAQUE = '.wh..wh..opq';
/** The limit for entries of an image. */
const MAX_ENTRIES = 500_000;

/** The content of layers. */
interface Content {
  /** Removed paths, with everything below them. */
  readonly removed: Set<string>;
  /** Folders that hide their content in lower layers. */
  readonly opaque: Set<string>;
  readonly files: Set<string>;
  readonly folders: Set<string>;
  /** Folders with content. */
  readonly parents: Set<string>;
}

/**
 * Reads the files in folders of an image.
 *
 * Refuses an image whose files depend on the program that unpacks it: with links, devices and duplicate paths in the folders, or with
 * links from elsewhere into them.
 *
 * @param folders paths from the root, without slashes at their ends
 * @param open returns the sink for the content of a file
 * @param elsewhere is called with each entry outside of the folders, even a removed one, and returns the sink for its content
 * @returns the paths of all files that are there, sorted
 * @throws ProblemError `IMAGE_UNSAFE`, and those of getting the layers
 */
export async function readFiles(
  image: Image,
  folders: readonly string[],
  open: (path: string, size: number) => Sink | undefined,
  elsewhere: (entry: TarEntry) => Sink | undefined = () => undefined,
): Promise<string[]> {
  const above = nothing();
  const found: string[] = [];
  const links = new Links();
  let entries = 0;
  for (const layer of image.layers.toReversed()) {
    const own = nothing();
    await readTar(unpackedLayer(await layer.file(), image.name, layer.unpacked), image.name, (entry) => {
      if (++entries > MAX_ENTRIES) throw tooMany('the image', MAX_ENTRIES, image.name);
      links.note(entry);
      if (mark(entry.path, own, folders, image.name)) return undefined;
      if (!concerns(entry.path, folders)) return elsewhere(entry);
      if (!enter(entry, own, above, folders, image.name) || !folders.some((folder) => isBelow(entry.path, folder))) return undefined;
      found.push(entry.path);
      return open(entry.path, entry.size);
    });
    const both = [...own.removed].find((path) => own.files.has(path) || own.folders.has(path) || own.parents.has(path));
    if (both !== undefined) throw unsafe(image.name, 'a layer has a path, and removes it', both);
    for (const kind of Object.keys(own) as (keyof Content)[]) for (const path of own[kind]) above[kind].add(path);
  }
  refuseRedirected(links.redirected(), folders, image.name);
  return found.sort();
}

function nothing(): Content {
  return { removed: new Set(), opaque: new Set(), files: new Set(), folders: new Set(), parents: new Set() };
}

/** Whether a path is in one of the folders, or contains one. */
function concerns(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isBelow(path, folder) || isBelow(folder, path));
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' ? path !== '' : path.startsWith(`${folder}/`);
}

/** Records the effect of a removal entry. @returns false for any other entry */
function mark(path: string, own: Content, folders: readonly string[], image: string): boolean {
  const slash = path.lastIndexOf('/');
  const [parent, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  if (!name.startsWith(REMOVED)) return false;
  const what = name.slice(REMOVED.length);
  const removed = parent === '' ? what : `${parent}/${what}`;
  if (what === '' || what === '.' || what === '..') throw unsafe(image, 'a layer removes a file without a name', path);
  if (name === OPAQUE) {
    // Not all programs apply one in the root.
    if (parent === '') throw unsafe(image, 'a layer hides all that is below it', path);
    own.opaque.add(parent);
  } else if (concerns(removed, folders)) own.removed.add(removed);
  return true;
}

/** Records an entry of a layer. @returns whether it is a file of the final image */
function enter({ path, kind }: TarEntry, own: Content, above: Content, folders: readonly string[], image: string): boolean {
  const isLink = kind === 'symlink' || kind === 'hardlink';
  if (path.includes('\ufffd')) throw unsafe(image, 'a name is not UTF-8 where the image is read', path);
  const isOther = kind !== 'file' && kind !== 'folder';
  // Above the folders, they count even if a later layer replaces them with a folder.
  if (isHidden(path, above) && !(isOther && folders.some((folder) => path === folder || isBelow(folder, path)))) {
    if (kind === 'file') own.opaque.add(path);
    return false;
  }
  if (isLink) throw unsafe(image, 'the image has a link where its files are read', path);
  if (isOther) throw unsafe(image, 'the image has something other than a file where its files are read', path);
  const parents = parentsOf(path);
  if (
    own.files.has(path) ||
    (kind === 'file' && (own.folders.has(path) || own.parents.has(path))) ||
    parents.some((one) => own.files.has(one))
  )
    throw unsafe(image, 'a layer has a path twice', path);
  own[kind === 'file' ? 'files' : 'folders'].add(path);
  for (const parent of parents) own.parents.add(parent);
  return kind === 'file';
}

/** Whether a layer above replaces or removes a path. */
function isHidden(path: string, { removed, opaque, files, folders, parents }: Content): boolean {
  if (removed.has(path) || files.has(path) || folders.has(path) || parents.has(path)) return true;
  return parentsOf(path).some((folder) => removed.has(folder) || files.has(folder) || opaque.has(folder));
}

function refuseRedirected(redirected: readonly [string, string][] | undefined, folders: readonly string[], image: string): void {
  if (!redirected) throw unsafe(image, 'the image has more links than can be followed', 'links to links');
  const [path] = redirected.find(([, place]) => concerns(place, folders)) ?? [];
  if (path !== undefined) throw unsafe(image, 'the image writes through a link to where its files are read', path);
}
