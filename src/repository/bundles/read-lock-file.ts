/** Reads the text of a lock, and the catalogs that the lock offers. */
import { createLocator } from '../../base/manifest/locate.js';
import type { ParsedDocument, SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import type { LockFile } from '../../olm/lock/lock-file.js';
import { lockedCatalogs } from '../../olm/lock/locked-catalogs.js';
import type { CompareEntry, LockedCatalogs } from '../../olm/lock/locked-content.js';
import { readLock } from '../../olm/lock/read-lock.js';
import { catalogKey } from '../../olm/model/find-catalog.js';
import { readFilesOnDisk } from './files-on-disk.js';

/** A lock that belongs to an input. */
export interface LockBeside {
  readonly text: SourceText;
  readonly lock?: LockFile;
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
  /** The lock's catalogs, next to those of the input. @param given packages of the command line's catalogs, which override the lock */
  catalogs(ofInput: readonly ParsedDocument[], compare?: CompareEntry, given?: ReadonlySet<string>): LockedCatalogs;
}

/** Reads a named lock, or reports why the file is none. */
export function readLockFile(path: string): { readonly beside?: LockBeside; readonly problems: readonly Problem[] } {
  const { texts, problems } = readFilesOnDisk(path);
  const [text] = texts;
  if (!text || problems.length > 0) return { problems };
  const beside = lockOfText(text);
  const { locate } = createLocator((file) => (file === text.file ? text.text : undefined));
  return { beside, problems: [...beside.problems, ...beside.unlocated.map(locate)] };
}

/** Reads a lock from its text. */
export function lockOfText(text: SourceText): LockBeside {
  const { lock, document, problems, unlocated } = readLock(text);
  const isGood = lock && document && unlocated.length === 0;
  return {
    text,
    ...(isGood ? { lock } : {}),
    problems,
    unlocated,
    catalogs: (ofInput, compare, given = new Set()) =>
      isGood ? lockedCatalogs(lock, document.source, compare, offeredBy(ofInput, given)) : NOTHING_LOCKED,
  };
}

/** The offer of a missing or unusable lock. */
export const NOTHING_LOCKED: LockedCatalogs = {
  offers: [],
  bundle: () => undefined,
  csvOf: () => undefined,
  staleAt: () => undefined,
  staleExtension: () => undefined,
  absentAt: () => undefined,
  entry: () => undefined,
};

/** Whether the input's blobs offer a package of a catalog, so that the lock does not count. Blobs without an owner fit every catalog. */
function offeredBy(blobs: readonly ParsedDocument[], given: ReadonlySet<string>): (catalog: string, packageName: string) => boolean {
  const owners = blobs.flatMap(({ value }) => {
    const { schema, name, catalog } = isMapping(value) ? value : {};
    return schema === 'olm.package' ? [{ name, catalog: typeof catalog === 'string' ? catalog : undefined }] : [];
  });
  return (catalog, packageName) =>
    given.has(packageName) ||
    owners.some((owner) => owner.name === packageName && (owner.catalog === undefined || isOf(owner.catalog, catalog)));
}

function isOf(owner: string, catalog: string): boolean {
  const [namespace = '', name = ''] = catalog.includes('/') ? catalog.split('/') : ['', catalog];
  return owner === catalogKey({ namespace, name }) || owner === name;
}
