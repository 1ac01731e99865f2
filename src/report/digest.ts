/** Makes a digest of a question, for merging shards. */
import { createHash } from 'node:crypto';

/** The same digest for the same question about the same input. */
export function digestOf(...asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
