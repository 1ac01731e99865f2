/** What a source may be at most, and what standard input is called. */

/** The largest text that is read, in bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Standard input, as an INPUT and as the name of a file in messages. */
export const STANDARD_INPUT = '-';
