/** A digest of what is asked, for shards that are merged. */
import { createHash } from 'node:crypto';

/** The same for the same question about the same input. */
export function digestOf(...asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
