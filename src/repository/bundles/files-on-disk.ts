/**
 * Reads the texts of bundles, catalogs and locks on disk: all manifest files of a folder, because OLM and opm follow no kustomization
 * and render no chart.
 */
import { groupBy } from '../../base/kubernetes/object.js';
import {
  type FilesRead,
  type FoundFile,
  foundFile,
  manifestIn,
  noManifests,
  onlyWritten,
  problemFile,
  readTexts,
  withoutOthers,
} from '../input/found-file.js';
import { walkManifests } from '../input/manifest-walk.js';
import { openOnDisk } from '../input/open-on-disk.js';
import { diskFolder } from '../trees/disk-folder.js';
import { unreadable } from '../trees/read-text.js';

/** The texts of a file or of a folder. */
export function readFilesOnDisk(path: string): FilesRead {
  const problems: FilesRead['problems'] = [];
  return { texts: readTexts(filesOnDisk(path), problems), problems };
}

function filesOnDisk(path: string): FoundFile[] {
  try {
    const opened = openOnDisk(path, diskFolder);
    if ('problem' in opened) return [problemFile(opened.problem)];
    if ('file' in opened) return [withoutOthers(foundFile(path, opened.file))];
    const { tree } = opened;
    const { files, written } = walkManifests(tree);
    if (files.length === 0) return [problemFile((written.length > 0 ? onlyWritten : noManifests)(path))];
    // A file and the links to the file count once.
    const byPlace = groupBy(files, (file) => tree.realPathOf?.(file) ?? file);
    return [...byPlace.values()].flatMap(([file]) => (file === undefined ? [] : [{ ...manifestIn(tree, file), isUnlisted: true }]));
  } catch (error) {
    return [problemFile(unreadable(path, error as NodeJS.ErrnoException))];
  }
}
