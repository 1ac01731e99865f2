/** Kinds, annotations and labels that somebody has looked at: what is unknown in a state, and how the baseline names it. */

import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../../../base/kubernetes/object.js';
import { emitYaml } from '../../../base/manifest/emit.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { accessOf } from '../access/access.js';
import { unknownKind, unknownMetadata } from '../changed/unknown.js';
import type { KnownThing } from './configuration.js';

// What a repository has that no table knows: the kinds and keys that a baseline names once.

/** What an entry says until somebody has written why. */
export const REASON_TO_WRITE = 'what acts on it, and why that is harmless';

/** As `SUBJECTS` of the rules call them. */
const FIELDS = { Kind: 'kind', Annotation: 'annotation', Label: 'label' } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];
const ORDER: readonly Field[] = Object.values(FIELDS);

/**
 * The entries, by what they name: all that a review from nothing would call unknown.
 *
 * @param empty a state without objects
 */
export function unknownIn(states: Iterable<State>, empty: State): KnownThing[] {
  const before = accessOf(empty);
  const found = new Map<string, KnownThing>();
  for (const state of states) {
    const access = accessOf(state);
    for (const { subject } of [unknownKind, unknownMetadata].flatMap(({ compare }) => compare?.(before, access) ?? [])) {
      const field = FIELDS[subject.kind as keyof typeof FIELDS];
      found.set(`${field} ${subject.name}`, { [field]: subject.name, reason: REASON_TO_WRITE });
    }
  }
  return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || compareText(thingName(a), thingName(b)));
}

/** What an entry names. */
function thingName({ kind, annotation, label }: KnownThing): string {
  return kind ?? annotation ?? label ?? '';
}

/** What it names, with what that is. */
function thingOf(thing: KnownThing): string {
  return `${ORDER[rankOf(thing)]} ${thingName(thing)}`;
}

function rankOf(thing: KnownThing): number {
  return ORDER.findIndex((field) => thing[field] !== undefined);
}

// The text of a baseline with more under `known`: what people wrote into it stays as it is, comments too.

/**
 * Adds what the text does not name yet, after what it names.
 *
 * @param text of a baseline without problems; empty if there is none
 * @param known what it has under `known`
 */
export function addKnown(text: string, known: readonly KnownThing[], found: readonly KnownThing[]): string {
  const names = new Set(known.map(thingOf));
  const added = found.filter((thing) => !names.has(thingOf(thing)));
  if (added.length === 0) return text;
  const before = dataOf(text);
  const after = { ...(isMapping(before) ? before : {}), known: [...known, ...added] };
  const edited = withLines(text, added);
  // A file can be written in many ways; where lines are no way to add to it, it is written anew.
  return isDeepStrictEqual(dataOf(edited), after) ? edited : emitYaml(after);
}

function dataOf(text: string): unknown {
  const { documents, problems } = parseDocuments({ file: '', text });
  return problems.length === 0 ? documents[0]?.value : undefined;
}

function withLines(text: string, added: readonly KnownThing[]): string {
  const lines = text === '' ? [] : text.replace(/(?<!\n)\n+$/, '').split('\n');
  const start = lines.findIndex((line) => /^known:\s*(?:#.*)?$/.test(line));
  if (start === -1) return [...lines, 'known:', ...entryLines(added, '  '), ''].join('\n');
  const next = lines.findIndex((line, index) => index > start && /^[^\s#-]/.test(line));
  const end = lastEntryLine(lines, start, next === -1 ? lines.length : next);
  const [, indent = '  '] = /^( *)- /.exec(lines.slice(start + 1, end).find((line) => /^ *- /.test(line)) ?? '') ?? [];
  return [...lines.slice(0, end), ...entryLines(added, indent), ...lines.slice(end), ''].join('\n');
}

/** Blank lines and comments before what comes next belong to that. */
function lastEntryLine(lines: readonly string[], start: number, next: number): number {
  let end = next;
  while (end > start + 1 && /^\s*(?:#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return end;
}

function entryLines(added: readonly KnownThing[], indent: string): string[] {
  return emitYaml(added)
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}`);
}
