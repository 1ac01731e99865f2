/**
 * Finds in texts the words that start something: a target, a script, a file, a job. Each text is read once, whatever the number of names,
 * because a change can bring many names and long texts.
 */

/** A way in which a text starts something by its name. */
export type Way =
  | 'run'
  | 'script'
  | 'variable'
  | 'braces'
  | 'word'
  | 'hidden'
  | 'extended'
  | 'step'
  | 'included'
  | 'local'
  | 'loop'
  | 'parts'
  | 'glob'
  | 'fed'
  | 'shelled'
  | 'piped'
  | 'assigned';
/** A way without a name. */
export type Plain = 'default' | 'installation' | 'repository';

/** What starts a part. */
export interface Start {
  readonly way: Way | Plain;
  /** Empty if the way has no name. */
  readonly name: string;
  /** The ending of the files that a pattern of a folder names. */
  readonly ending?: string;
}

const PLAIN: Readonly<Record<Plain, RegExp>> = {
  /** A make without a target, which makes the first one. */
  default: /(?:^|[\n;&|:]|-\s)[ \t]*@?(?:make|\$[({]MAKE[)}])(?:\s+-[\w-]+(?:[ =][\w./][\w./-]*)?){0,9}[ \t]*(?=$|[;&|\n])/,
  installation: /\b(?:npm|pnpm|yarn|bun)\s+(?:ci|i|install)\b/,
  /** The action at the top of its own repository. */
  repository: /\buses["']?:?\s+["']?\.\/?["']?(?=\s|$)/,
};

/** Longer ones first, because matches do not overlap. */
const RUNNERS =
  /\b(?:npm-run-all2?|make|just|task|mise|pnpm|npm|yarn|bun|earthly|run-s|run-p|concurrently|node\s+--run|turbo|nx|lerna|wireit|deno\s+task|rake|invoke|nox|tox|poe)\b|\$[({]MAKE[)}]/g;
const TASK = /\btask\s/g;
const BRACES = /\{\{(?!\{)\s*/g;
const EXTENDS = /(?:\bextends["']?\s*:|!reference)(?=((?:[^\n:]|\n\s*-){0,300}))/g;
const SHELLS = /(?:\b(?:bash|sh|zsh|ksh|dash|source|exec|sudo|time|python3?|node|ruby|perl)|(?<![\w./])\.)(?:\s+-\S{1,99}){0,9}\s+/g;
const INCLUDES = /\b(?:template|include|local|file|config|upload)["']?[:=\s]+["']?(?:\.\/)?/g;
const LOOPS = /\bin\s+["']?(?=([\w./${}"-]*))/g;
/** What reads a file, and what runs the text that it reads. */
const READERS =
  /<|\b(?:cat|tac|head|tail|sed|awk|grep|tr|cut|sort|base64|envsubst|xargs|read|mapfile|readarray|source|eval|exec|bash|sh|zsh|ksh|dash|python3?|node|ruby|perl|COPY|ADD|open|Path|require|read_?[fF]ile\w*|load\w*)\b|(?<![\w./])\.(?=\s)/g;
const SHELLS_OF_TEXT = /\b(?:source|eval|exec|bash|sh|zsh|ksh|dash)\b|(?<![\w./])\.(?=\s)/g;
const ASSIGNMENTS = /[=:][ \t]*["']?(?=([\w./${}-]*))/g;
const RUN_PARTS = /\brun-parts\b/g;

/** What stands before a name that is started in a way; `before` are its last two characters. */
const BEFORE: Readonly<Record<Way, (marks: Marks, at: number, before: string) => boolean>> = {
  run: (marks, at, before) =>
    (/[\s+]$/.test(before) && marks.follows(RUNNERS, at - 1, 400)) ||
    (before.endsWith(':') && /\b(?:npm|yarn|pnpm|bun):$/.test(marks.text.slice(Math.max(0, at - 6), at))) ||
    (/[\w-]:$/.test(before) && marks.follows(TASK, at - 2, 400)),
  script: (marks, at, before) => /[.["]$/.test(before) && /(?<![\w.])scripts(?:\.|\[")$/.test(marks.text.slice(Math.max(0, at - 10), at)),
  variable: (_, __, before) => /\$[({]$/.test(before),
  braces: (marks, at) => marks.follows(BRACES, at, 0),
  word: (_, __, before) => !/[\w.-]$/.test(before),
  hidden: (_, __, before) => !/[\w.-]$/.test(before),
  extended: (marks, at, before) => !/[\w.-]$/.test(before) && marks.isWithin(EXTENDS, at),
  step: (marks, at, before) => /[\w.})"'~]\/$/.test(before) || marks.follows(SHELLS, at, 0),
  included: (marks, at) => marks.follows(INCLUDES, at, 0),
  local: (_, __, before) => before === './',
  loop: (marks, at, before) => !/[\w-]$/.test(before) && marks.isWithin(LOOPS, at),
  parts: (marks, at, before) => /[\s/]$/.test(before) && marks.follows(RUN_PARTS, at - 1, 99),
  glob: (_, __, before) => !/[\w-]$/.test(before),
  fed: (marks, at, before) => !/[\w.-]$/.test(before) && marks.follows(READERS, at, 400),
  shelled: (marks, at, before) => !/[\w.-]$/.test(before) && marks.follows(SHELLS_OF_TEXT, at, 400),
  piped: (_, __, before) => !/[\w.-]$/.test(before),
  assigned: (marks, at, before) => !/[\w.-]$/.test(before) && marks.isWithin(ASSIGNMENTS, at),
};

/** What stands after such a name. */
const AFTER: Readonly<Record<Way, RegExp>> = {
  run: /(?![\w-])/y,
  script: /(?![\w-])/y,
  variable: /[)}]/y,
  braces: /\s*\}\}/y,
  word: /(?![\w-])/y,
  hidden: /(?![\w.-])/y,
  extended: /(?![\w.-])/y,
  step: /(?![\w./:@-])/y,
  included: /(?![\w-])/y,
  local: /(?![\w-])/y,
  loop: /"?\/\*(?![\w.*/])/y,
  parts: /(?![\w-])/y,
  glob: /"?\/\*[*/]*/y,
  fed: /(?![\w-])/y,
  shelled: /(?![\w-])/y,
  piped: /(?![\w-])[^\n;&]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|k|da)?sh\b/y,
  assigned: /(?![\w-])/y,
};

/** The places of the patterns in one text; the places that are asked for only grow. */
class Marks {
  readonly #found = new Map<RegExp, { readonly marks: readonly (readonly [end: number, reach: number])[]; next: number }>();
  constructor(readonly text: string) {}

  /** Whether a pattern ends before a place, in the same line and at most so many characters before it. */
  follows(pattern: RegExp, at: number, most: number): boolean {
    const [end] = this.#last(pattern, at) ?? [];
    return end !== undefined && at - end <= most && !this.text.slice(end, at).includes('\n');
  }

  /** Whether a place is in what a pattern reaches. */
  isWithin(pattern: RegExp, at: number): boolean {
    const [, reach] = this.#last(pattern, at) ?? [];
    return reach !== undefined && at <= reach;
  }

  #last(pattern: RegExp, at: number): readonly [end: number, reach: number] | undefined {
    let found = this.#found.get(pattern);
    if (!found) {
      const marks = [...this.text.matchAll(pattern)].map((match) => {
        const end = match.index + match[0].length;
        return [end, end + (match[1] ?? '').length] as const;
      });
      found = { marks, next: 0 };
      this.#found.set(pattern, found);
    }
    while ((found.marks[found.next]?.[0] ?? Number.POSITIVE_INFINITY) <= at) found.next += 1;
    return found.marks[found.next - 1];
  }
}

interface Node {
  /** What the words to here start. */
  readonly starts: Start[];
  readonly next: Map<string, Node>;
}

/** A word, or a character between words: no name ends within a word. */
const SEGMENT = /[\w-]+|[^\w-]/g;
/** A longer text counts as one that starts everything. */
const LONGEST = 4_000_000;
/** The most steps for each character of a text, and for any text; a text that takes more counts as one that starts everything. */
const STEPS = 30;
const STEPS_OF_ANY = 10_000;

/** The names that start something. */
export class StartIndex {
  readonly #root: Node = { starts: [], next: new Map() };
  readonly #known = new Map<string, Start>();
  /** How often a text was compared with a name, or a part of it. */
  steps = 0;

  constructor(starts: Iterable<Start>) {
    for (const start of starts) this.#add(start);
  }

  /** The start of the index that is the same. */
  of(start: Start): Start {
    return this.#known.get(keyOf(start)) ?? start;
  }

  #add(start: Start): void {
    const key = keyOf(start);
    if (this.#known.has(key)) return;
    this.#known.set(key, start);
    let node = this.#root;
    for (const segment of start.name.match(SEGMENT) ?? []) {
      const next = node.next.get(segment) ?? { starts: [], next: new Map() };
      node.next.set(segment, next);
      node = next;
    }
    if (start.name !== '' || isPlain(start.way)) node.starts.push(start);
  }

  /** What a text starts, each once; undefined if the text is too much to tell. */
  *in(text: string): Generator<Start | undefined> {
    if (text.length > LONGEST) return yield undefined;
    for (const start of this.#root.starts) if (isPlain(start.way) && PLAIN[start.way].test(text)) yield start;
    const most = this.steps + STEPS_OF_ANY + STEPS * text.length;
    const marks = new Marks(text);
    const seen = new Set<Start>();
    const segment = new RegExp(SEGMENT, 'y');
    for (let at = 0; at < text.length; ) {
      const next = this.#segmentAt(segment, text, at);
      let [node, end] = [this.#root.next.get(next), at + next.length];
      while (node !== undefined) {
        for (const start of node.starts) {
          this.steps += 1;
          if (seen.has(start) || !isStarted(start, marks, at, end)) continue;
          seen.add(start);
          yield start;
        }
        if (this.steps > most) return yield undefined;
        if (node.next.size === 0 || end >= text.length) break;
        const following = this.#segmentAt(segment, text, end);
        node = node.next.get(following);
        end += following.length;
      }
      at += next.length;
    }
  }

  /** Whether a text starts something, or is too much to tell. */
  isIn(text: string): boolean {
    return !this.in(text).next().done;
  }

  #segmentAt(segment: RegExp, text: string, at: number): string {
    this.steps += 1;
    segment.lastIndex = at;
    return segment.exec(text)?.[0] ?? '';
  }
}

function keyOf({ way, name, ending = '' }: Start): string {
  return `${way} ${ending} ${name}`;
}

function isPlain(way: Way | Plain): way is Plain {
  return way in PLAIN;
}

function isStarted({ way, ending }: Start, marks: Marks, from: number, to: number): boolean {
  if (isPlain(way)) return false;
  const after = AFTER[way];
  after.lastIndex = to;
  const rest = after.exec(marks.text);
  if (rest === null || !BEFORE[way](marks, from, marks.text.slice(Math.max(0, from - 2), from))) return false;
  const end = to + rest[0].length;
  return ending === undefined || (marks.text.startsWith(ending, end) && !/\w/.test(marks.text[end + ending.length] ?? ''));
}
