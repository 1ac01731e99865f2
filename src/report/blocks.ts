/**
 * The blocks of a report. Text, Markdown and HTML each write the blocks in a file of their own. Text in blocks is plain, as in the input;
 * the format escapes it.
 */
import type { ObjectReference } from '../base/kubernetes/object.js';
import type { GrantScope, GrantSubject } from '../base/rbac/grant.js';
import type { Severity } from '../olm/model/finding.js';
import type { Matrix } from './matrix.js';
import type { PathGraph } from './path-graph.js';
import type { Picture } from './pictures.js';

/** A piece of a line: plain text, or text with a mark. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** The severity, and the rule that reports it. */
  | { readonly severity: Severity; readonly rule?: string }
  /** The id of a rule; a link to its documentation. */
  | { readonly rule: string }
  /** A link to a fold of the report. */
  | { readonly part: string; readonly text: string }
  /** The steps of a path, each in words. */
  | { readonly path: readonly string[] };

/** A line, or a paragraph. */
export type Content = readonly Inline[];

/** The values that a reader can filter a row by. */
export interface Marks {
  readonly severity?: Severity;
  readonly subject: ObjectReference | GrantSubject;
  /** The scope of a grant. */
  readonly scope?: GrantScope;
}

/** More about an item, with a label such as `fix`. */
export interface Detail {
  readonly label?: string;
  readonly content: Content;
}

/** An item of a list. */
export interface Item {
  readonly content: Content;
  /** Its place in the input. */
  readonly place?: string;
  readonly details?: readonly Detail[];
  /** Whether a text shows the details of an item in a fold with `most`. */
  readonly isOpen?: true;
  /** The kind of the item, by which a text counts the items that it leaves out. */
  readonly noun?: string;
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
  /** Columns that are empty in every row are left out. If the table is too wide, each row shows the column `below` on a line of its own. */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly Row[];
      readonly below?: number;
    }
  | Fold
  /** Text to copy. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** Blocks that only some formats can show. */
  | { readonly kind: 'graph'; readonly graph: () => PathGraph }
  | { readonly kind: 'pictures'; readonly pictures: readonly Picture[] }
  | { readonly kind: 'matrix'; readonly matrix: Matrix };

/** A fold: blocks that are closed at first. */
export interface Fold {
  readonly kind: 'fold';
  /** The id of its part of the page, for links. */
  readonly id: string;
  readonly title: Content;
  /** Its kind, for a line that only counts folds; folds with the same word are counted together. */
  readonly brief: string;
  /** The number of rows; shown next to the title. */
  readonly count?: number;
  /** It is about content that the change does not add; a text keeps it closed. */
  readonly isBackground?: true;
  /** A text opens it, with at most this number of lines, and counts the rest by kind. */
  readonly most?: number;
  /** The user asked for it; a text opens it. */
  readonly isWanted?: true;
  readonly blocks: readonly Block[];
}

/** The advice to a reader: do nothing, check removals, decide, or stop. */
export type Tone = 'same' | 'less' | 'look' | 'stop';

/** A report: the answer in one line, more about the answer, then the details. */
export interface Report {
  readonly tone: Tone;
  readonly headline: string;
  /** The lines after the headline: breaks, unreviewed changes, advice. */
  readonly lead: readonly Content[];
  /** The compared revisions. */
  readonly compared: Content;
  readonly blocks: readonly Block[];
  /** The last lines of a long text, which a reader sees last: the counts, and how the run ends. */
  readonly end: readonly Content[];
}
