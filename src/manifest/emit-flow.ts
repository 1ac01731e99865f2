/** Plain data → YAML on one line, where it fits: `{ apiGroups: [apps], resources: [deployments], verbs: [get] }`. */
import { resolvePlainScalar } from '../go-yaml/resolve.js';
import { commandsRunner } from './printable.js';

/** Texts that are the same in and out of brackets, unless they are a word of YAML. */
const PLAIN = /^[A-Za-z/][A-Za-z0-9_./-]*$/;
/** A float in YAML 1.1. */
const EXPONENT = /^[Ee][-+]?[0-9]+$/;
/** What double quotes of JSON and YAML write alike. */
const ASCII = /^[\x20-\x7e]*$/;

/** `[a]` */
const MINIMUM = 3;

/**
 * A list or mapping on one line.
 *
 * @param room how many characters there are for it
 * @returns nothing if it is longer, is empty, or has what is written otherwise in a block
 */
export function flowText(value: object, room: number): string | undefined {
  if (room < MINIMUM) return undefined;
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, entry]) => isList || entry !== undefined);
  // Each takes a character and what separates it from the next one.
  if (entries.length === 0 || entries.length * MINIMUM > room) return undefined;
  const parts: string[] = [];
  let left = room - (isList ? 2 : 4);
  for (const [key, entry] of entries) {
    const name = isList ? '' : wordOf(key);
    // Entries of a list that are more than a word have a line each: a new one is one line in a diff.
    const text = isList && typeof entry === 'object' && entry !== null ? undefined : partText(entry, left);
    if (text === undefined || name === undefined) return undefined;
    parts.push(isList ? text : `${name}: ${text}`);
    left -= (parts.at(-1)?.length ?? 0) + (parts.length === 1 ? 0 : 2);
    if (left < 0) return undefined;
  }
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

function partText(value: unknown, room: number): string | undefined {
  if (typeof value === 'string') return value.length > room ? undefined : wordOf(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined;
  if (typeof value !== 'object') return undefined;
  if (Object.keys(value).length === 0) return Array.isArray(value) ? '[]' : '{}';
  return flowText(value, room);
}

function wordOf(text: string): string | undefined {
  if (PLAIN.test(text) && !EXPONENT.test(text) && resolvePlainScalar(text) === text) return text;
  return ASCII.test(text) && !commandsRunner(text) ? JSON.stringify(text) : undefined;
}
