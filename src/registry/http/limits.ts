/** How long one request may take, and how much it may bring. */

/** Limits of requests; tests make them shorter. */
export interface Limits {
  /** For a connection, and between two pieces of an answer, in milliseconds. */
  readonly idle: number;
  /** For a whole request, in milliseconds, beside what its size adds. */
  readonly request: number;
  /** The least that a download brings in a second, in bytes: a slower one ends. */
  readonly slowest: number;
  /** How often a request is tried. */
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

/** The largest manifest, in bytes: what the distribution specification lets a registry refuse. */
export const MAX_MANIFEST_BYTES = 4 << 20;
/** The largest configuration of an image, in bytes. */
export const MAX_CONFIG_BYTES = 8 << 20;
/** The largest layer as it is sent, in bytes. */
export const MAX_LAYER_BYTES = 2 ** 31;
/** The largest answer of a token server, in bytes. */
export const MAX_TOKEN_BYTES = 1 << 20;
