/**
 * Who has to approve a change of the files that decide what a review stops, as CODEOWNERS of GitHub and GitLab say it. What a line does
 * depends on the forge and on the lines around it (the last pattern that fits, sections, optional ones, counts of approvals), so each
 * difference counts, except where it can make none.
 */
import { compareText } from '../../../kubernetes/object.js';
import { CODE_OWNERS, type UnreadFile } from '../../../model/unread-file.js';

/** Where each forge looks, the first that is there; and above how many bytes it reads none (GitHub, About code owners). */
const FORGES: readonly { readonly places: readonly string[]; readonly most: number }[] = [
  { places: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'], most: 3 << 20 },
  { places: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'], most: Number.POSITIVE_INFINITY },
];

/** The baseline, and what a lock is called. */
const OF_GATE = ['.cdk8s-olm.yaml', 'olm-lock.yaml'];

/** A change of who approves what. */
export interface OwnersChange {
  /** The CODEOWNERS that decides now, or that decided. */
  readonly by: UnreadFile;
  /** Files of the gate that a line which changes can be about. */
  readonly of: readonly string[];
  /** What differs, as phrases. */
  readonly lines: readonly string[];
}

/** Each once, by path. */
export function ownersChanged(before: readonly UnreadFile[], after: readonly UnreadFile[]): readonly OwnersChange[] {
  const found = FORGES.flatMap(({ places, most }): OwnersChange[] => {
    const [was, is] = [before, after].map((files) => decidingOf(files, places));
    // Where nobody had to approve, more do now.
    if (!was || (was.path === is?.path && was.content === is.content)) return [];
    const by = is ?? was;
    const isOver = (file: UnreadFile | undefined): boolean => Buffer.byteLength(file?.text ?? '') > most;
    const gate = [...OF_GATE, was.path, ...before.flatMap(({ path, reason }) => (isOfGate(path, reason) ? [path] : []))];
    const all = [...new Set(gate)].sort(compareText);
    if (is && [was, is].some(({ text }) => text === undefined)) return [{ by, of: all, lines: ['it is no text'] }];
    if (isOver(was)) return [];
    if (isOver(is)) return [{ by, of: all, lines: ['it has more than 3 MB, so that GitHub reads none of it'] }];
    const [owned, owns] = [linesOf(was.text ?? ''), linesOf(is?.text ?? '')];
    const [gone, added] = [without(owned, owns), without(owns, owned)];
    const apart = new Set(added.filter((line) => owned.every((other) => areApart(line, other))));
    const left = owns.filter((line) => !apart.has(line));
    if (left.length === owned.length && left.every((line, index) => line === owned[index])) return [];
    const news = added.filter((line) => !apart.has(line));
    const changed = [...gone, ...news];
    return [
      {
        by,
        of: all.filter((path) => changed.length === 0 || changed.some((line) => !areApart(line, `/${path}`))),
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

function isOfGate(path: string, reason: UnreadFile['reason']): boolean {
  return (reason === 'gate' && !CODE_OWNERS.test(path)) || OF_GATE.some((name) => path.endsWith(`/${name}`));
}

/** Files that are read by people, by their ending. */
const FOR_PEOPLE = /^[^[\]!\\^]*\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|pdf)$/;

/** Without comments, blanks, and files of which nothing reaches a cluster. What is a comment to one forge alone, stays. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const words = line
      .replace(/(?:^|[ \t])#[^@\r\v\f\u0085\u2028\u2029]*\r?$|^[ \t]*#[^\r\v\f\u0085\u2028\u2029]*\r?$/, '')
      .split(/[ \t]+|\r$/)
      .filter((word) => word !== '');
    return words.length === 0 || FOR_PEOPLE.test(words[0] ?? '') ? [] : [words.join(' ')];
  });
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** Whether two patterns are of different files, whatever there is: both are plain paths from the top, and neither is around the other. */
function areApart(line: string, other: string): boolean {
  const [one = '', two = ''] = [line, other].map((text) => /^(?:\/[\w.-]+)+(?=\/?(?: |$))/.exec(text)?.[0] ?? '');
  return one !== '' && two !== '' && !`${one}/`.startsWith(`${two}/`) && !`${two}/`.startsWith(`${one}/`);
}
