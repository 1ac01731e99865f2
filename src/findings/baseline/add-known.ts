/** The text of a baseline with more under `known`: what people wrote into it stays as it is, comments too. */
import { isDeepStrictEqual } from 'node:util';
import { emitYaml } from '../../manifest/emit.js';
import { parseDocuments } from '../../manifest/parse.js';
import { isMapping } from '../../manifest/plain-data.js';
import type { KnownThing } from './configuration.js';
import { thingOf } from './unknown-in.js';

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
