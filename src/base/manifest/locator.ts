/** The type of a locator, and of the origins of built text. */
import type { FieldPath } from './field-path.js';
import type { Place } from './place.js';
import type { Problem, SourceReference, UnlocatedProblem } from './problem.js';

/** The source of a part of a generated text: a field of a document in another text. */
export interface Origin {
  readonly file: string;
  readonly text: string;
  readonly document: number;
  readonly path: FieldPath;
  /** If the value there is itself a text, such as a patch: the field in that text. */
  readonly within?: Pick<Origin, 'text' | 'document' | 'path'>;
  /** In a review: whether the other revision lacks a line of the file. */
  readonly isNew?: (line: string) => boolean;
}

/**
 * Finds the origins of a field, in this order: the one that set its value, then the others that contributed; empty if the document is in a
 * file
 * itself.
 */
export type OriginOf = (source: SourceReference, at: FieldPath) => readonly Origin[];

/** A place and its file. */
export interface PlaceInFile extends Place {
  readonly file: string;
}

/** Finds places in the texts of a run. */
export interface Locator {
  /** The place of a field, or of the nearest field around it if the field does not exist. */
  place(source: SourceReference, at?: FieldPath): PlaceInFile | undefined;
  /** The problem with its place filled in. */
  locate(problem: UnlocatedProblem): Problem;
}
