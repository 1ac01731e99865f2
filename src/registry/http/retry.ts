/** Tries again what can succeed the next time, with longer and longer waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from './limits.js';

/** An error that may go away. */
export class Transient extends Error {
  override readonly name = 'Transient';
  /**
   * @param error what to throw after the last try
   * @param wait what the registry asks for, in milliseconds
   */
  constructor(
    readonly error: unknown,
    readonly wait?: number,
  ) {
    super('may succeed the next time');
  }
}

/**
 * The result of the first try that succeeds.
 *
 * @param attempt throws `Transient` for what is worth another try
 */
export async function retry<T>(limits: Limits, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof Transient)) throw error;
      const wait = error.wait ?? limits.backOff * 2 ** (number - 1);
      if (number >= limits.attempts || wait > limits.longestWait) throw error.error;
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
    }
  }
}

/** The header `Retry-After` in milliseconds: it has seconds, or a date (RFC 9110, section 10.2.3). */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
