/** The lock of an input: the file that somebody names, or the nearest `olm-lock.yaml`, in the input's folder or above. */

import { createLocator } from '../../base/manifest/locate.js';
import type { ParsedDocument, SourceText } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Problem, UnlocatedProblem } from '../../base/manifest/problem.js';
import { LOCK_FILE, type LockFile } from '../../olm/lock/lock-file.js';
import { type CachedBundles, type LockedCatalogs, lockedCatalogs } from '../../olm/lock/locked-catalogs.js';
import { readLock } from '../../olm/lock/read-lock.js';
import { catalogKey } from '../../olm/model/catalog.js';
import { nearestFile } from '../trees/nearest-file.js';
import { readFiles, type Source } from './read-files.js';

/** A lock that belongs to an input. */
export interface LockBeside {
  readonly text: SourceText;
  readonly lock?: LockFile;
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
  /** What it offers beside the catalogs of the input. @param given packages that somebody names on the command line: they count, and not the lock */
  catalogs(ofInput: readonly ParsedDocument[], kept?: CachedBundles, given?: ReadonlySet<string>): LockedCatalogs;
}

/** The lock of the first of the inputs that has one. @param read texts that were read already */
export function lockBeside(inputs: readonly Source[], read: readonly SourceText[] = []): LockBeside | undefined {
  const file = lockFileOf(inputs);
  if (file === undefined) return undefined;
  const known = read.find((one) => one.file === file);
  if (known) return lockOfText(known);
  const { texts, problems } = readFiles([file]);
  const [text] = texts;
  return text ? lockOfText(text) : { text: { file, text: '' }, problems, unlocated: [], catalogs: () => NOTHING };
}

/** Reads a lock that somebody names; why it is none, where it is none. */
export function readLockFile(path: string): { readonly beside?: LockBeside; readonly problems: readonly Problem[] } {
  const { texts, problems } = readFiles([path]);
  const [text] = texts;
  if (!text || problems.length > 0) return { problems };
  const beside = lockOfText(text);
  const { locate } = createLocator((file) => (file === text.file ? text.text : undefined));
  return { beside, problems: [...beside.problems, ...beside.unlocated.map(locate)] };
}

/** The path of the lock of the first of the inputs that has one. */
export function lockFileOf(inputs: readonly Source[]): string | undefined {
  return inputs
    .map((input) => (typeof input === 'string' ? nearestFile(input, LOCK_FILE) : input.near(LOCK_FILE)))
    .find((found) => found !== undefined);
}

/** A lock of this text. */
export function lockOfText(text: SourceText): LockBeside {
  const { lock, document, problems, unlocated } = readLock(text);
  const isGood = lock && document && unlocated.length === 0;
  return {
    text,
    ...(isGood ? { lock } : {}),
    problems,
    unlocated,
    catalogs: (ofInput, kept, given = new Set()) =>
      isGood ? lockedCatalogs(lock, document.source, kept, offeredBy(ofInput, given)) : NOTHING,
  };
}

const NOTHING: LockedCatalogs = {
  offers: [],
  bundle: () => undefined,
  csvOf: () => undefined,
  staleAt: () => undefined,
  absentAt: () => undefined,
  differs: () => undefined,
};

/** Blobs say whose they are, or they could be anybody's: then the lock gives way. */
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
