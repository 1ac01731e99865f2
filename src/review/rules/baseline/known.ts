/** Kinds, annotations and labels that somebody has reviewed: lists the unknown ones of a state, and adds them to a baseline. */

import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../../../base/kubernetes/object.js';
import { emitYaml } from '../../../base/manifest/emit.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { accessOf } from '../access/access.js';
import { unknownKind, unknownMetadata } from '../changed/unknown.js';
import type { KnownThing } from './configuration.js';

// Finds the unknown kinds and keys of a repository, for the baseline.

/** The placeholder for the reason of an entry. */
export const REASON_TO_WRITE = 'the program that acts on it, and why that is harmless';

/** The subject kinds of the rules, with the fields of an entry. */
const FIELDS = { Kind: 'kind', Annotation: 'annotation', Label: 'label' } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];
const ORDER: readonly Field[] = Object.values(FIELDS);

/**
 * The entries, sorted by field and name: everything that a review against an empty state would report as unknown.
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

/** The name in an entry. */
function thingName({ kind, annotation, label }: KnownThing): string {
  return kind ?? annotation ?? label ?? '';
}

/** The name in an entry, with its field. */
function thingOf(thing: KnownThing): string {
  return `${ORDER[rankOf(thing)]} ${thingName(thing)}`;
}

function rankOf(thing: KnownThing): number {
  return ORDER.findIndex((field) => thing[field] !== undefined);
}

// Adds entries under `known` to the text of a baseline, and keeps the rest, including comments.

/**
 * Adds missing entries after the existing ones.
 *
 * @param text of a baseline without problems; empty if there is none
 * @param known the entries under `known`
 */
export function addKnown(text: string, known: readonly KnownThing[], found: readonly KnownThing[]): string {
  const names = new Set(known.map(thingOf));
  const added = found.filter((thing) => !names.has(thingOf(thing)));
  if (added.length === 0) return text;
  const before = dataOf(text);
  const after = { ...(isMapping(before) ? before : {}), known: [...known, ...added] };
  const edited = withLines(text, added);
  // YAML has many forms: if adding lines does not work, the whole file is written anew, without comments.
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

/** Blank lines and comments before the next key belong to that key. */
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
