/** Output formats: how documents are written and joined to one text. */
import { emitYaml } from './emit.js';
import { emitJson, type FormatWriter } from './format.js';
import { escapeCharacter } from './printable.js';

export const FORMATS = ['yaml', 'json'] as const;
export type Format = (typeof FORMATS)[number];

function* separated(documents: Iterable<string>, separator: string): Generator<string> {
  let first = true;
  for (const document of documents) {
    yield first ? document : `${separator}${document}`;
    first = false;
  }
}

function* jsonArray(documents: Iterable<string>, before: string, after: string): Generator<string> {
  yield before;
  for (const text of separated(trimmed(documents), ',\n')) yield text;
  yield after;
}

function* trimmed(documents: Iterable<string>): Generator<string> {
  for (const document of documents) yield document.trimEnd();
}

export const FORMAT_WRITERS: Readonly<Record<Format, FormatWriter>> = {
  yaml: {
    extension: '.yaml',
    value: (value) => emitYaml(value),
    stream: (documents) => separated(documents, '---\n'),
    file: (documents) => separated(documents, '---\n'),
  },
  json: {
    extension: '.json',
    value: (value) => emitJson(value).replace(INVISIBLE, escapeCharacter),
    stream: (documents) => jsonArray(documents, '[\n', '\n]\n'),
    file: (documents) => jsonArray(documents, '{\n"apiVersion": "v1",\n"kind": "List",\n"items": [\n', '\n]\n}\n'),
  },
};

/** Control and direction characters that JSON does not escape. They occur only in strings; escaped, they cannot control a terminal. */
export const INVISIBLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu;
