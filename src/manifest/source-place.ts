/** Where something is in a source file, as reports name it. */

/** A place in a source file; lines and columns are counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}
