/**
 * The files of an image as a container has them: layers over each other, with what later ones replace and remove (OCI image
 * specification, layer.md). They are read from the top down, so that what a file is is known when it comes; nothing is unpacked to the disk.
 */
import { unsafe } from '../problems.js';
import type { Image } from './image.js';
import { readTar, type Sink, type TarEntry } from './tar.js';
import { unpacked } from './unpacked.js';

const REMOVED = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** What the layers above say. */
interface Above {
  /** Paths that are removed, with everything below. */
  readonly removed: Set<string>;
  /** Folders that hide what is below them in lower layers. */
  readonly opaque: Set<string>;
  readonly files: Set<string>;
  readonly folders: Set<string>;
}

/**
 * Reads the files in folders of an image.
 *
 * Links, devices, and paths that come twice in a layer are refused there: what they mean depends on who unpacks them.
 *
 * @param folders paths from the root, without slashes at their ends
 * @param open returns what takes the content of a file
 * @returns the paths of all files that are there, sorted
 * @throws ProblemError `IMAGE_UNSAFE`, and those of getting the layers
 */
export async function readFiles(
  image: Image,
  folders: readonly string[],
  open: (path: string, size: number) => Sink | undefined,
): Promise<string[]> {
  const above: Above = { removed: new Set(), opaque: new Set(), files: new Set(), folders: new Set() };
  const found: string[] = [];
  for (const layer of image.layers.toReversed()) {
    const own: Above = { removed: new Set(), opaque: new Set(), files: new Set(), folders: new Set() };
    await readTar(unpacked(await layer.file(), image.name), image.name, (entry) => {
      const isMark = mark(entry.path, own, folders);
      if (
        isMark ||
        !concerns(entry.path, folders) ||
        !enter(entry, own, above, image.name) ||
        !folders.some((folder) => isBelow(entry.path, folder))
      )
        return undefined;
      found.push(entry.path);
      return open(entry.path, entry.size);
    });
    for (const kind of ['removed', 'opaque', 'files', 'folders'] as const) for (const path of own[kind]) above[kind].add(path);
  }
  return found.sort();
}

/** Whether a path is in one of the folders, or leads to it. */
function concerns(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || isBelow(path, folder) || isBelow(folder, path));
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' ? path !== '' : path.startsWith(`${folder}/`);
}

/** Notes what an entry removes, if it is there to remove something. */
function mark(path: string, own: Above, folders: readonly string[]): boolean {
  const slash = path.lastIndexOf('/');
  const [parent, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  if (!name.startsWith(REMOVED)) return false;
  const removed = parent === '' ? name.slice(REMOVED.length) : `${parent}/${name.slice(REMOVED.length)}`;
  if (name === OPAQUE) own.opaque.add(parent);
  else if (concerns(removed, folders)) own.removed.add(removed);
  return true;
}

/** Notes an entry of a layer. True for a file that is there, in the end. */
function enter({ path, kind }: TarEntry, own: Above, above: Above, image: string): boolean {
  if (isHidden(path, above)) return false;
  if (kind === 'link') throw unsafe(image, 'the image has a link where its files are read', path);
  if (kind === 'device') throw unsafe(image, 'the image has something other than a file where its files are read', path);
  if (own.files.has(path) || (kind === 'file' && own.folders.has(path))) throw unsafe(image, 'a layer has a path twice', path);
  own[kind === 'file' ? 'files' : 'folders'].add(path);
  return kind === 'file';
}

/** Whether a layer above replaces or removes what is at a path. */
function isHidden(path: string, { removed, opaque, files, folders }: Above): boolean {
  if (removed.has(path) || files.has(path) || folders.has(path)) return true;
  for (let folder = path; folder !== ''; ) {
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
    if (removed.has(folder) || files.has(folder) || opaque.has(folder)) return true;
  }
  return opaque.has('');
}
