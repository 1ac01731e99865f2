/** Names on disk that are not UTF-8: messages and comparisons have them as text, and the disk knows them as bytes alone. */
import { readdirSync } from 'node:fs';
import { type DiskNames, type DiskPath, REPLACED } from './disk-folder.js';
import { folderOfPath } from './file-tree.js';

const SLASH = Buffer.from('/');

/** The names of a folder on disk. @param nameOf the path on disk of a name that is UTF-8 */
export function diskNames(nameOf: (path: string) => string): DiskNames {
  const folders = new Map<string, ReadonlyMap<string, Buffer>>();

  /** The names of a folder as bytes, by their texts. */
  const bytesOf = (folder: string): ReadonlyMap<string, Buffer> => {
    const known = folders.get(folder);
    if (known) return known;
    const names = readdirSync(onDisk(folder), { encoding: 'buffer' });
    const byText = new Map(names.map((name) => [name.toString('utf8'), name]));
    if (byText.size < names.length) throw new Error(`two entries of ${nameOf(folder)} have the same name, as far as it is UTF-8`);
    folders.set(folder, byText);
    return byText;
  };

  const onDisk = (path: string): DiskPath => {
    if (!path.includes(REPLACED)) return nameOf(path);
    const [folder, name] = [folderOfPath(path), path.slice(path.lastIndexOf('/') + 1)];
    const parent = onDisk(folder);
    if (typeof parent === 'string' && !name.includes(REPLACED)) return nameOf(path);
    return Buffer.concat([Buffer.from(parent), SLASH, bytesOf(folder).get(name) ?? Buffer.from(name)]);
  };

  return { onDisk, entriesOf: (folder) => readdirSync(onDisk(folder), { withFileTypes: true }) };
}
