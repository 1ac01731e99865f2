/** The limits of one request for time and size, and its retries. */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Limits of requests; tests shorten them. */
export interface Limits {
  /** The time for a connection, and between two pieces of an answer, in milliseconds. */
  readonly idle: number;
  /** The time for a whole request in milliseconds, in addition to that for its size. */
  readonly request: number;
  /** The minimum rate of a download in bytes per second: a slower one ends. */
  readonly slowest: number;
  /** The number of tries of a request. */
  readonly attempts: number;
  /** The wait before the second try, in milliseconds; it doubles each time. */
  readonly backOff: number;
  /** The longest wait that a registry can ask for, in milliseconds. */
  readonly longestWait: number;
}

/** The limits of a run. */
export const LIMITS: Limits = {
  idle: 30_000,
  request: 60_000,
  slowest: 16 * 1024,
  attempts: 5,
  backOff: 500,
  longestWait: 120_000,
};

/** The largest manifest in bytes: larger ones a registry may refuse by the distribution specification. */
export const MAX_MANIFEST_BYTES = 4 << 20;
/** The largest configuration of an image, in bytes. */
export const MAX_CONFIG_BYTES = 8 << 20;
/** The largest layer as sent, in bytes. */
export const MAX_LAYER_BYTES = 2 ** 31;
/** The largest answer of a token server, in bytes. */
export const MAX_TOKEN_BYTES = 1 << 20;

/** A temporary error. */
export class Transient extends Error {
  override readonly name = 'Transient';
  /**
   * @param error the error to throw after the last try
   * @param wait the delay that the registry requests, in milliseconds
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
 * @param attempt throws `Transient` if another try may help
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

/** The header `Retry-After` in milliseconds: it contains seconds, or a date (RFC 9110, section 10.2.3). */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The bytes of a stream; undefined if it has more than a limit. */
export async function readAll(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      stream.destroy();
      return undefined;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
