/** Finds comments that tools execute: these tools write other values or documents when they run. */

import { compareText } from '../../base/kubernetes/object.js';

/** The possible start of such a comment. kpt, Config Sync and ytt use the first word; a comment like JSON is parsed. */
const MARK = /#\s*(?:(\{)\s*"|kpt-(?:set|merge)\b|configsync\b)|#@(?:\s|[a-z]+\/)/g;
/** Line breaks of YAML 1.1, which Flux and kpt read. */
const LINE_BREAK = /\r\n?|[\n\u0085\u2028\u2029]/;

/**
 * The comments with the fields that they follow or precede, without the values that the tools write: a comment that moves to another
 * field counts as another comment. Sorted, so that the order of documents does not matter.
 *
 * @example
 * programComments('roleRef:\n  name: view # {"$imagepolicy": "flux-system:app:tag"}') // ['/roleRef.name 1 # {"$imagepolicy": …}']
 */
export function programComments(text: string): string[] {
  const lines = text.split(LINE_BREAK);
  const comments = lines.map(programComment);
  if (comments.every((comment) => comment === undefined)) return [];
  const places = placesOf(lines);
  return comments.flatMap((comment, index) => (comment === undefined ? [] : [`${places[index]} ${comment}`])).sort(compareText);
}

const KEY = /^(\s*(?:- +)*)["']?([\w./-]{1,100})[^\s:]*:(?:\s|$)/;
const NAME = /\bname:\s*["']?([\w.:-]{1,253})/;
const KIND = /^kind:\s*["']?(\w{1,100})/;

/** The place of each line: the kind and name of its object, the path of its key by indentation, and the count of this path. */
function placesOf(lines: readonly string[]): string[] {
  const documents: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('---')) documents.push([]);
    documents.at(-1)?.push(line);
  }
  return documents.flatMap((document) => {
    const paths = pathsOf(document);
    const name = document[paths.findIndex((path, index) => /^metadata(?:\.name)? 1$/.test(path) && NAME.test(document[index] ?? ''))];
    const kind = document.find((line) => KIND.test(line));
    const object = [KIND.exec(kind ?? '')?.[1], NAME.exec(name ?? '')?.[1]].filter((part) => part !== undefined).join(' ');
    return paths.map((path) => `${object}/${path}`);
  });
}

function pathsOf(lines: readonly string[]): string[] {
  const stack: { readonly indent: number; readonly path: string }[] = [];
  const seen = new Map<string, number>();
  const paths = lines.map((line) => {
    const [, before, key] = KEY.exec(line) ?? [];
    if (before === undefined) return undefined;
    while ((stack.at(-1)?.indent ?? -1) >= before.length) stack.pop();
    const parent = stack.at(-1);
    const path = parent ? `${parent.path}.${key}` : `${key}`;
    stack.push({ indent: before.length, path });
    seen.set(path, (seen.get(path) ?? 0) + 1);
    return `${path} ${seen.get(path)}`;
  });
  // A comment on its own line belongs to the next key.
  let next = '';
  return paths
    .reduceRight<string[]>((all, path) => {
      next = path ?? next;
      all.push(next);
      return all;
    }, [])
    .reverse();
}

/**
 * The comment of a line. The author of the input controls the line's length, so each `#` is tested once. An attempt to parse JSON
 * that is outside of a string ends at the next `#`: no part of a line is parsed more than twice.
 */
function programComment(line: string): string | undefined {
  if (!line.includes('#')) return undefined;
  for (const { index, 0: mark, 1: brace } of line.matchAll(MARK)) {
    if (brace === undefined || (isCommentAt(line, index) && isJsonObject(line.slice(index + mark.indexOf(brace)))))
      return line.slice(index).trim();
  }
  return undefined;
}

function isCommentAt(line: string, index: number): boolean {
  return index === 0 || /[\s#]/.test(line.charAt(index - 1));
}

/** Whether a text is a JSON object. kyaml reads every such comment as its own, whatever its keys' order and escapes (fieldmeta.go). */
function isJsonObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
