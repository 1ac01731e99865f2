/**
 * Shortens the first line of a report to one that can be read at a glance: the subject and what happens to it stay, later clauses, lists of
 * units, values and long names go. The lists of the report have the whole text.
 */

import { printable } from '../base/manifest/printable.js';
import { endOf, startOf } from '../base/manifest/whole-escapes.js';
import { partsThatDiffer } from '../review/index.js';

/** The most characters of a first line. */
export const LONGEST_FIRST_LINE = 320;

/** Names longer than the first of these are cut in the middle where a line is too long, then those longer than the second. */
const LONGEST_NAMES = [64, 48, 36] as const;

/** A sentence, with the name of its subject: whatever that contains, the words behind it stay. */
export interface Sentence {
  readonly text: string;
  readonly name?: string | undefined;
}

/**
 * A first line.
 *
 * @param start the answer, which always stays
 * @param end a clause that stays if the text before it leaves room
 * @example
 * firstLine('Grants more: ', { text: 'Group devs can get pods in all namespaces', name: 'devs' })
 */
export function firstLine(start: string, sentence: Sentence, ending = ''): string {
  // What cannot be seen is written as an escape, which takes room.
  const [text, name, end] = [sentence.text, sentence.name ?? '', ending].map(printable) as [string, string, string];
  const whole = start + text + end;
  if (whole.length <= LONGEST_FIRST_LINE) return whole;
  const room = LONGEST_FIRST_LINE - start.length;
  const from = endOfName(text, name);
  const [part, last] = [shorter(text, Math.max(room - end.length, room / 2), from), shorter(end, room, 0)];
  return start + (part.length + last.length <= room ? part + last : shorter(text, room, from));
}

/** Where a name ends in a text, and 0 if it is not there; a namespace can begin or end alike. */
function endOfName(text: string, name: string): number {
  let [at, first] = [text.indexOf(name), 0];
  while (at >= 0) {
    const end = at + name.length;
    if (!/[\w./-]/.test(text.charAt(end))) return end;
    first ||= end;
    at = text.indexOf(name, at + 1);
  }
  return first;
}

/**
 * The ways to shorten a text, the least harmful first.
 *
 * @param from where the name of the subject ends
 */
const WAYS: readonly ((text: string, longest: number, from: number) => string)[] = [
  (text) => text.replace(/ \(in ((?:all )?\d+(?: of \d+)? [^\s():]+): [^()]*\)/g, ' (in $1)'),
  withoutRemarks,
  withoutMeaning,
  withFewerClauses,
  withFewerItems,
  (text, _, from) => text.slice(0, from) + text.slice(from).replace(/ \((?!roleRef)[^()]{24,}\)/g, ''),
  withDifferences,
  ...LONGEST_NAMES.map((longest) => (text: string) => withShorterNames(text, longest)),
  cut,
];

function shorter(text: string, longest: number, from: number): string {
  return WAYS.reduce((left, way) => (left.length <= longest ? left : way(left, longest, from)), text);
}

/** Clauses that say the same of every such object. */
const REMARK = /^(?:what (?:comes from there|is in it) was not reviewed|it was not read, because |and no rule reads it)/;

function withoutRemarks(text: string, _: number, from: number): string {
  const [first = '', ...others] = clausesOf(text, from);
  return [first, ...others.filter((clause) => !REMARK.test(clause))].join('; ');
}

/** The least room in which the changed fields say more than what the object decides. */
const LEAST_CHANGES = 100;

const MEANING = /^(?:( is changed) and decides .*|(:) an object of this kind is (?:new|changed), and [^:]*:)/s;

/** The text without what its object decides, where the changed fields follow: they say more of the change. */
function withoutMeaning(text: string, longest: number, from: number): string {
  const [first = '', ...others] = clausesOf(text, from);
  const changes = others.filter((clause) => clause.startsWith('changes '));
  const start = first.slice(0, from) + first.slice(from).replace(MEANING, (_, changed = '', colon = '') => `${changed}${colon}`);
  if (changes.length === 0 || start === first) return text;
  const left = [start, ...changes].join('; ');
  if (left.length <= longest || first.length > longest) return left;
  const room = longest - start.length - 4;
  return room < LEAST_CHANGES ? text : `${start}; ${upToBlank(startOf(changes.join('; '), room))} …`;
}

/** The text without its last clauses, as far as it is too long. The first one has the subject. */
function withFewerClauses(text: string, longest: number, from: number): string {
  const clauses = clausesOf(text, from);
  let left = text;
  while (left.length > longest && clauses.length > 1) {
    clauses.pop();
    left = clauses.join('; ');
  }
  return left;
}

/** The changes of a file before the rest of the list. */
const LIST = /^.*?: (?:changes|is new|is removed): /s;

/** The text with fewer items of a list of changes, of which the first weigh most. */
function withFewerItems(text: string, longest: number, from: number): string {
  const [list = ''] = LIST.exec(text.slice(from)) ?? [];
  if (list === '') return text;
  const start = text.slice(0, from) + list;
  const items = text.slice(start.length).split(/(?<=,) | and (?=[\w.[\]"/-]{1,99} (?:changes from|\S{1,99} is (?:new|removed)))/);
  if (items.length === 1) return text;
  const said = (): string => `${start}${items.join(' ').replace(/,$/, '')} and more`;
  do items.pop();
  while (items.length > 1 && said().length > longest);
  return said();
}

const OPENING = '([{';
const CLOSING = ')]}';

/** The clauses between semicolons behind a place; those in brackets and quotes separate none. */
function clausesOf(text: string, from: number): string[] {
  const ends: number[] = [];
  let [depth, isQuoted] = [0, false];
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
    else if (sign === ';' && depth === 0 && text[at + 1] === ' ') ends.push(at);
  }
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 2, end));
}

const LONGEST_VALUE = 32;

/** Long values in the form `from A to B`, cut to the parts that differ. */
function withDifferences(text: string): string {
  return text.replace(/ from (\S{40,}) to (\S{40,})/g, (values, before: string, after: string) => {
    if (/\\u[\da-f]{4}/.test(values)) return values;
    const [was, is] = partsThatDiffer(before, after, LONGEST_VALUE);
    return ` from ${was} to ${is}`;
  });
}

function withShorterNames(text: string, longest: number): string {
  return text.replace(/\S+/g, (name) => (name.length <= longest ? name : shortName(name, longest)));
}

/** A name cut in the middle; of a path, the last part stays if it leaves room for the first. */
function shortName(name: string, longest: number): string {
  const half = (longest - 1) / 2;
  const last = name.slice(name.lastIndexOf('/'));
  const end = name.includes('/') && last.length <= longest * 0.75 ? last : endOf(name, Math.floor(half));
  return `${startOf(name, Math.max(longest - 1 - end.length, 0))}…${end}`;
}

/** The beginning and the end of the text: a subject can have any name, and what happens to it follows. */
function cut(text: string, longest: number): string {
  const room = longest - 3;
  const start = startOf(text, Math.ceil(room * 0.6));
  const end = endOf(text, Math.floor(room * 0.4));
  return `${upToBlank(start)} … ${end.slice(end.search(/(?<=\s)\S/))}`.toWellFormed();
}

function upToBlank(text: string): string {
  const blank = text.lastIndexOf(' ');
  return (blank > text.length / 2 ? text.slice(0, blank) : text).replace(/(?<![\s,;:(])[\s,;:(]+$/, '');
}
