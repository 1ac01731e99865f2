/**
 * What reports are made of, whatever their format: text, Markdown and HTML each write these blocks in a file of their own. All text
 * is plain here, as the input has it; the format escapes it.
 */
import type { ObjectReference } from '../base/kubernetes/object.js';
import type { GrantScope, GrantSubject } from '../base/rbac/grant.js';
import type { Severity } from '../olm/model/finding.js';
import type { Matrix } from './matrix.js';
import type { PathGraph } from './path-graph.js';
import type { Picture } from './pictures.js';

/** A piece of a line: text, or text that is marked as something. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** How bad it is, and by which rule. */
  | { readonly severity: Severity; readonly rule?: string }
  /** The id of a rule, which leads to its documentation. */
  | { readonly rule: string }
  /** Leads to a fold of the report. */
  | { readonly part: string; readonly text: string }
  /** The steps of a path, each in words. */
  | { readonly path: readonly string[] };

/** A line, or a paragraph. */
export type Content = readonly Inline[];

/** What a reader can filter a row by. */
export interface Marks {
  readonly severity?: Severity;
  readonly subject: ObjectReference | GrantSubject;
  /** Of a grant. */
  readonly scope?: GrantScope;
}

/** What there is to say of an item, under a word such as `fix`. */
export interface Detail {
  readonly label?: string;
  readonly content: Content;
}

/** One of a list. */
export interface Item {
  readonly content: Content;
  /** Where it is in the input. */
  readonly place?: string;
  readonly details?: readonly Detail[];
  readonly marks?: Marks;
}

/** A row of a table; a cell can have several lines. */
export interface Row {
  readonly cells: readonly (readonly Content[])[];
  readonly marks?: Marks;
}

/** A block of a report. */
export type Block =
  | { readonly kind: 'heading'; readonly content: Content }
  | { readonly kind: 'paragraph'; readonly content: Content; readonly isQuiet?: true }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  /** Columns that are empty in every row are left out. In a narrow place, the column `below` of an overview has a line of its own under each row. */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly Row[];
      readonly below?: number;
    }
  | Fold
  /** Text to be copied. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** What only some formats can show. */
  | { readonly kind: 'graph'; readonly graph: PathGraph }
  | { readonly kind: 'pictures'; readonly pictures: readonly Picture[] }
  | { readonly kind: 'matrix'; readonly matrix: Matrix };

/** Blocks that are closed at first. */
export interface Fold {
  readonly kind: 'fold';
  /** Names the part of the page that links lead to. */
  readonly id: string;
  readonly title: Content;
  /** What it is, for a place that only counts what is folded; those of one word are counted together. */
  readonly brief: string;
  /** How many rows are in it; shown beside the title. */
  readonly count?: number;
  /** What was there before the change: nobody looks for it here. */
  readonly isBackground?: true;
  /** Somebody asked for it: a text leaves it open. */
  readonly isWanted?: true;
  readonly blocks: readonly Block[];
}

/** What a reader should do: nothing, check what is removed, decide, or stop. */
export type Tone = 'same' | 'less' | 'look' | 'stop';

/** A report: one line that answers, what belongs to the answer, all the rest. */
export interface Report {
  readonly tone: Tone;
  readonly headline: string;
  /** What follows the headline: what breaks, what was not read, what to do. */
  readonly lead: readonly Content[];
  /** From what to what. */
  readonly compared: Content;
  readonly blocks: readonly Block[];
  /** What a long text ends with, so that it is the last that a reader sees: the counts, and how the run ends. */
  readonly end: readonly Content[];
}
