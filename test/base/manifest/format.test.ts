import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitJson, jsonText } from '../../../src/base/manifest/format.js';
import { FORMAT_WRITERS, FORMATS } from '../../../src/base/manifest/format-writers.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { jsonData, number } from '../../support/json-data.js';

const { yaml, json } = FORMAT_WRITERS;
const OBJECTS = [
  { kind: 'Namespace', metadata: { name: 'on' } },
  { kind: 'Role', rules: [] },
];

const text = (pieces: Iterable<string>) => [...pieces].join('');

/** Objects without bigint, which JSON.parse does not give. */
const objects = fc.array(jsonData.filter((value) => !/[0-9]{16}/.test(emitJson(value))));

it.each(['\u007f', '\u009b', '\u202e', '\u200b', '\ufeff'])(
  'JSON shows a character that could steer a terminal by its escape: %j',
  (character) => {
    const text = json.value({ [`a${character}`]: `b${character}` });
    expect(text).not.toContain(character);
    expect(JSON.parse(text)).toEqual({ [`a${character}`]: `b${character}` });
  },
);

describe('JSON', () => {
  it('is indented, in the order of keys, and ends in a line break', () => {
    expect(json.value({ b: 1, a: [true, null] })).toBe('{\n  "b": 1,\n  "a": [\n    true,\n    null\n  ]\n}\n');
  });

  it('writes every digit of every number', () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(json.value({ value })).toBe(`{\n  "value": ${value}\n}\n`);
      }),
    );
    expect(json.value(18446744073709551615n)).toBe('18446744073709551615\n');
  });

  it('repeats shared parts', () => {
    const shared = { a: 1 };
    expect(JSON.parse(json.value([shared, shared]))).toEqual([{ a: 1 }, { a: 1 }]);
  });

  it('is one array as a stream', () => {
    expect(text(json.stream(OBJECTS.map(json.value)))).toBe(
      `[\n${JSON.stringify(OBJECTS[0], null, 2)},\n${JSON.stringify(OBJECTS[1], null, 2)}\n]\n`,
    );
  });

  it('is an array that any JSON reader takes, of any number of documents', () => {
    fc.assert(
      fc.property(objects, (all) => {
        expect(JSON.parse(text(json.stream(all.map(json.value))))).toEqual(all);
      }),
    );
  });

  it('is a List as a file, such that kubectl takes it', () => {
    fc.assert(
      fc.property(objects, (items) => {
        expect(JSON.parse(text(json.file(items.map(json.value))))).toEqual({ apiVersion: 'v1', kind: 'List', items });
      }),
    );
  });
});

describe('YAML', () => {
  it.each(['stream', 'file'] as const)('has --- between its documents: %s', (method) => {
    expect(text(yaml[method](OBJECTS.map(yaml.value)))).toBe(
      ['kind: Namespace', 'metadata:', '  name: "on"', '---', 'kind: Role', 'rules: []', ''].join('\n'),
    );
    expect(text(yaml[method]([]))).toBe('');
  });

  it('gives every document back', () => {
    fc.assert(
      fc.property(fc.array(jsonData), (all) => {
        const { documents, problems } = parseDocuments({ file: 'stream.yaml', text: text(yaml.stream(all.map(yaml.value))) });
        expect(problems).toEqual([]);
        expect(documents.map(({ value }) => value)).toEqual(all.filter((value) => value !== null));
      }),
    );
  });
});

it.each(FORMATS)('%s is written document by document, without holding them all', (format) => {
  const asked: number[] = [];
  function* documents(): Generator<string> {
    for (let index = 0; index < 3; index += 1) {
      asked.push(index);
      yield FORMAT_WRITERS[format].value({ index });
    }
  }
  const pieces = FORMAT_WRITERS[format].stream(documents());
  for (const piece of pieces) if (piece.includes('index')) break;
  expect(asked).toEqual([0]);
});

describe('JSON on one line', () => {
  it.each<[unknown, string]>([
    ['a "b"\n', String.raw`"a \"b\"\n"`],
    [12, '12'],
    [true, 'true'],
    [null, 'null'],
    [18446744073709551615n, '18446744073709551615'],
    [{ a: ['b', 9007199254740993n] }, '{"a":["b",9007199254740993]}'],
    [undefined, 'nothing'],
  ])('%o', (value, line) => {
    expect(jsonText(value)).toBe(line);
  });
});
