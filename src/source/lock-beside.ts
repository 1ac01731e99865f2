/** The lock of an input: the nearest `olm-lock.yaml`, in the input's folder or above. */
import { LOCK_FILE, type LockFile } from '../lock/lock-file.js';
import { type LockedCatalogs, lockedCatalogs } from '../lock/locked-catalogs.js';
import { readLock } from '../lock/read-lock.js';
import type { ParsedDocument, SourceText } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { Problem, UnlocatedProblem } from '../manifest/problem.js';
import { catalogKey } from '../model/catalog.js';
import { nearestFile } from './nearest-file.js';
import { readFiles, type Source } from './read-files.js';

/** A lock that belongs to an input. */
export interface LockBeside {
  readonly text: SourceText;
  readonly lock?: LockFile;
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
  /** What it offers beside the catalogs of the input. */
  catalogs(ofInput: readonly ParsedDocument[]): LockedCatalogs;
}

/** The lock of the first of the inputs that has one. */
export function lockBeside(inputs: readonly Source[]): LockBeside | undefined {
  const file = inputs
    .map((input) => (typeof input === 'string' ? nearestFile(input, LOCK_FILE) : input.near(LOCK_FILE)))
    .find((found) => found !== undefined);
  if (file === undefined) return undefined;
  const { texts, problems } = readFiles([file]);
  const [text = { file, text: '' }] = texts;
  const read = problems.length > 0 ? { problems, unlocated: [] } : readLock(text);
  return {
    text,
    ...('lock' in read && read.lock ? { lock: read.lock } : {}),
    problems: read.problems,
    unlocated: read.unlocated,
    catalogs(ofInput) {
      if (!('lock' in read) || !read.lock || !read.document || read.unlocated.length > 0) return { blobs: [], bundle: () => undefined };
      return lockedCatalogs(read.lock, read.document.source, offeredBy(ofInput));
    },
  };
}

/** Blobs say whose they are, or they could be anybody's: then the lock gives way. */
function offeredBy(blobs: readonly ParsedDocument[]): (catalog: string, packageName: string) => boolean {
  const owners = blobs.flatMap(({ value }) => {
    const { schema, name, catalog } = isMapping(value) ? value : {};
    return schema === 'olm.package' ? [{ name, catalog: typeof catalog === 'string' ? catalog : undefined }] : [];
  });
  return (catalog, packageName) =>
    owners.some((owner) => owner.name === packageName && (owner.catalog === undefined || isOf(owner.catalog, catalog)));
}

function isOf(owner: string, catalog: string): boolean {
  const [namespace = '', name = ''] = catalog.includes('/') ? catalog.split('/') : ['', catalog];
  return owner === catalogKey({ namespace, name }) || owner === name;
}
