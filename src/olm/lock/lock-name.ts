/** The file name of a lock, and the test whether a document is a lock. */
import { isMapping } from '../../base/manifest/plain-data.js';

/** The file name. The file is next to the configuration, or in any folder above the input. */
export const LOCK_FILE = 'olm-lock.yaml';
/** The version of the format; it changes with the meaning of the fields. */
export const LOCK_VERSION = 1;

/** Whether a document is a lock. A manifest has a kind, and is never a lock. */
export function isLock(value: unknown): boolean {
  return isMapping(value) && 'lockVersion' in value && !('kind' in value) && !('items' in value);
}
