/** Files as they stand: what a kustomization builds of a file is not what another tool applies that takes the folder as it is. */

/** One file of an input. */
export interface RawFile {
  /** Relative to the input, by which both states of a review are compared. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  /** Tells whether it changed. */
  content(): string;
}

/** The files of an input by how they are read. */
export interface RawFiles {
  /** Read as what a kustomization builds of them, and not as they stand. */
  readonly built: readonly RawFile[];
  /** Read as they stand. */
  readonly plain: readonly RawFile[];
}
