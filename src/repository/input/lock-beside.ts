/** Finds the lock of an input: the nearest `olm-lock.yaml`, in the input's folder or above. */
import type { SourceText } from '../../base/manifest/parse.js';
import { LOCK_FILE } from '../../olm/lock/lock-name.js';
import { type LockBeside, lockOfText, NOTHING_LOCKED } from '../bundles/read-lock-file.js';
import { nearestFile } from '../trees/nearest-file.js';
import type { Source } from './read-files.js';
import { readOne } from './read-one.js';

/** The lock of the first input that has one. @param read already read texts */
export function lockBeside(inputs: readonly Source[], read: readonly SourceText[] = []): LockBeside | undefined {
  const file = lockFileOf(inputs);
  if (file === undefined) return undefined;
  const known = read.find((one) => one.file === file);
  if (known) return lockOfText(known);
  const { texts, problems } = readOne(file, 'the lock');
  const [text] = texts;
  return text ? lockOfText(text) : { text: { file, text: '' }, problems, unlocated: [], catalogs: () => NOTHING_LOCKED };
}

/** The path of the lock of the first input that has one. */
export function lockFileOf(inputs: readonly Source[]): string | undefined {
  return inputs
    .map((input) => (typeof input === 'string' ? nearestFile(input, LOCK_FILE) : input.near(LOCK_FILE)))
    .find((found) => found !== undefined);
}
