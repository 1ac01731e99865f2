/** Files as they stand: what a kustomization builds of a file is not what another tool applies that takes the folder as it is. */

/** One file of an input. */
export interface RawFile {
  /** Relative to the input, by which both states of a review are compared. */
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  /** Tells whether it changed. */
  content(): string;
  /** What is written in it; nothing if it cannot be read. */
  values(): readonly unknown[] | undefined;
}

/** What an Argo CD Application, an ApplicationSet or a Kustomization of Flux applies of the input. */
export interface AppliedFiles {
  readonly by: string;
  /** Paths of files that are applied as they stand. */
  readonly plain: ReadonlySet<string>;
  /** Paths of files that a kustomization builds there. */
  readonly built: ReadonlySet<string>;
}

/** The files of an input by how they are read. */
export interface RawFiles {
  /** Read as what a kustomization builds of them, and not as they stand. */
  readonly built: readonly RawFile[];
  /** Read as they stand. */
  readonly plain: readonly RawFile[];
  /** Folders with a kustomization. */
  readonly kustomized: readonly string[];
  /** Who applies what. It looks into the whole repository. */
  applied(): readonly AppliedFiles[];
}
