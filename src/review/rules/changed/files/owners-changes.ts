/** Finds changes of CODEOWNERS that concern the files on which it depends what a review stops. */

import { compareText } from '../../../../base/kubernetes/object.js';
import { LOCK_FILE } from '../../../../olm/lock/lock-name.js';
import { CODE_OWNERS } from '../../../../olm/model/code-owners.js';
import { DEFAULT_BASELINE } from '../../../../olm/model/default-baseline.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';

/** The places where each forge looks, in order, and the size in bytes above which it reads no file (GitHub, About code owners). */
const FORGES: readonly { readonly places: readonly string[]; readonly most: number }[] = [
  { places: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'], most: 3 << 20 },
  { places: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'], most: Number.POSITIVE_INFINITY },
];

/** The baseline, and the name of a lock. */
const OF_GATE = [DEFAULT_BASELINE, LOCK_FILE];

/** A change of the approvers of files. */
export interface OwnersChange {
  /** The CODEOWNERS file that applies now, or applied before. */
  readonly by: UnreadFile;
  /** Files of the gate that a changed line may match. */
  readonly of: readonly string[];
  /** The differences, as phrases. */
  readonly lines: readonly string[];
}

/** The changes, each once, by path. */
export function ownersChanged(before: readonly UnreadFile[], after: readonly UnreadFile[]): readonly OwnersChange[] {
  const found = FORGES.flatMap(({ places, most }): OwnersChange[] => {
    const [was, is] = [before, after].map((files) => decidingOf(files, places));
    // Without approvers before, the change only adds some.
    if (!was || (was.path === is?.path && was.content === is.content)) return [];
    const by = is ?? was;
    const isOver = (file: UnreadFile | undefined): boolean => Buffer.byteLength(file?.text ?? '') > most;
    const gate = [...OF_GATE, was.path, ...before.flatMap(({ path, reason }) => (isFileOfGate(path, reason) ? [path] : []))];
    const all = [...new Set(gate)].sort(compareText);
    if (is && [was, is].some(({ text }) => text === undefined)) return [{ by, of: all, lines: ['it is no text'] }];
    if (isOver(was)) return [];
    if (isOver(is)) return [{ by, of: all, lines: ['it has more than 3 MB, so that GitHub reads none of it'] }];
    const [owned, owns] = [linesOf(was.text ?? ''), linesOf(is?.text ?? '')];
    const [gone, added] = [without(owned, owns), without(owns, owned)];
    const areOwned = pathsIn(owned);
    const apart = new Set(added.filter((line) => areOwned.areApartFrom(line)));
    const left = owns.filter((line) => !apart.has(line));
    if (left.length === owned.length && left.every((line, index) => line === owned[index])) return [];
    const news = added.filter((line) => !apart.has(line));
    const changed = [...gone, ...news];
    const touched = pathsIn(changed);
    return [
      {
        by,
        of: all.filter((path) => changed.length === 0 || !touched.areApartFrom(`/${path}`)),
        lines: changed.length === 0 ? ['its lines are in another order'] : [...gone.map(removed), ...news.map((line) => `${line} is new`)],
      },
    ];
  });
  return [...new Map(found.map((one) => [one.by.path, one])).values()].sort((a, b) => compareText(a.by.path, b.by.path));
}

function removed(line: string): string {
  return `${line} is removed`;
}

function decidingOf(files: readonly UnreadFile[], places: readonly string[]): UnreadFile | undefined {
  return places.flatMap((place) => files.find(({ path }) => path === place && CODE_OWNERS.test(path)) ?? []).at(0);
}

function isFileOfGate(path: string, reason: UnreadFile['reason']): boolean {
  return (reason === 'gate' && !CODE_OWNERS.test(path)) || OF_GATE.some((name) => path.endsWith(`/${name}`));
}

/** Files for people, by their ending. */
const FOR_PEOPLE = /^[^[\]!\\^]*\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|pdf)$/;

/** Lines without comments, blanks, and files that never reach a cluster. A line that is a comment on only one forge stays. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const words = withoutComment(line)
      .split(/[ \t]+|\r$/)
      .filter((word) => word !== '');
    return words.length === 0 || FOR_PEOPLE.test(words[0] ?? '') ? [] : [words.join(' ')];
  });
}

/** Characters with which the rest of a line is no comment on some forge. */
const NO_COMMENT = /[@\r\v\f\u0085\u2028\u2029]/;

function withoutComment(line: string): string {
  const text = line.replace(/\r$/, '');
  // A whole line that is a comment can contain `@`.
  if (/^[ \t]*#[^\r\v\f\u0085\u2028\u2029]*$/.test(text)) return '';
  let end = text.length;
  while (end > 0 && !NO_COMMENT.test(text.charAt(end - 1))) end -= 1;
  const comment = /(?:^|[ \t])#/.exec(end === 0 ? text : text.slice(end).replace(/^#/, 'x'));
  return comment ? text.slice(0, end + comment.index) : line;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** Plain paths, by their steps. */
interface PathTree {
  readonly steps: Map<string, PathTree>;
  isPath: boolean;
}

/** The steps of a pattern that is a plain path from the top; nothing for any other pattern. */
function stepsOf(line: string): readonly string[] | undefined {
  return /^(?:\/[\w.-]+)+(?=\/?(?: |$))/.exec(line)?.[0].split('/').slice(1);
}

/** The patterns of lines, for finding lines that never match the same file: plain paths from the top of which none contains the other. */
function pathsIn(lines: readonly string[]): { areApartFrom(line: string): boolean } {
  const top: PathTree = { steps: new Map(), isPath: false };
  let arePlain = true;
  for (const line of lines) {
    let at = top;
    const steps = stepsOf(line);
    if (!steps) arePlain = false;
    for (const step of steps ?? []) {
      const next = at.steps.get(step) ?? { steps: new Map(), isPath: false };
      at.steps.set(step, next);
      at = next;
    }
    at.isPath = true;
  }
  return {
    areApartFrom: (line) => {
      const steps = arePlain ? stepsOf(line) : undefined;
      if (!steps) return lines.length === 0;
      let at: PathTree | undefined = top;
      for (const step of steps) {
        at = at?.steps.get(step);
        if (!at) return true;
        if (at.isPath) return false;
      }
      return false;
    },
  };
}
