import { Yaml } from 'cdk8s';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitJson } from '../../src/base/manifest/format.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { keepText, unwritableText } from '../../src/constructs/keep-text.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { jsonData, text } from '../support/json-data.js';
import { runs } from '../support/runs.js';

/** What Kubernetes, a reader of YAML 1.1 and one of YAML 1.2 make of what cdk8s writes. */
function readBack(value: unknown): unknown[] {
  const written = Yaml.stringify(keepText(value));
  const { documents, problems } = parseDocuments({ file: 'written.yaml', text: written });
  expect(problems).toEqual([]);
  return [documents[0]?.value, parse(written, { version: '1.1' }), parse(written, { version: '1.2' })];
}

const UNWRITABLE = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]/;

describe('text that cdk8s would write such that it is read as something else', () => {
  it.each(['0o17', '-0o7', '+0o7', '0O17', '='])('stays text: %s', (value) => {
    const object = { value, list: [value, { value }] };
    expect(readBack(object)).toEqual([object, object, object]);
    // PyYAML even stumbles over a plain "=".
    expect(Yaml.stringify(keepText({ value }))).toBe(`value: "${value}"\n`);
  });

  it.each(['012', 'on', 'y', '1e3', '.5', '0b1', '1_000', '2024-01-01', '1:30', '~', '', 'null', '<<', ' a', 'a: b', '- a', '.1_2'])(
    'stays text where cdk8s quotes it itself, or need not: %j',
    (value) => {
      expect(readBack({ value })).toEqual([{ value }, { value }, { value }]);
    },
  );

  it.each([' \n', '\ta\nb', 'a\n \nb', 'a\n\tb', '\na', 'a\n\n', 'a\nb'])('stays text in several lines: %j', (value) => {
    expect(readBack({ value, list: [value] })).toEqual(Array(3).fill({ value, list: [value] }));
  });

  it('stays text, whatever it says', () => {
    fc.assert(
      fc.property(
        text.filter((value) => !UNWRITABLE.test(value)),
        (value) => {
          expect(readBack({ value, list: [value] })).toEqual(Array(3).fill({ value, list: [value] }));
        },
      ),
      runs(300),
    );
  });

  it('is text to JSON', () => {
    expect(JSON.stringify(keepText({ a: '0o17', b: ['='] }))).toBe('{"a":"0o17","b":["="]}');
    fc.assert(
      fc.property(jsonData, (value) => {
        expect(emitJson(keepText(deepFreeze(value)))).toBe(emitJson(value));
      }),
    );
  });
});

describe('ordinary text', () => {
  it.each<[unknown]>([
    ['etcd'],
    ['etcdclusters.etcd.database.coreos.com'],
    ['012'],
    ['line\nline\n'],
    [12n],
    [1.5],
    [true],
    [null],
    [
      deepFreeze({
        apiVersion: 'v1',
        kind: 'Role',
        metadata: { name: 'a', labels: { on: 'on' } },
        rules: [{ verbs: ['*'], resources: [] }],
      }),
    ],
    [[]],
  ])('is not marked, and the same object comes back: %o', (value) => {
    expect(keepText(value)).toBe(value);
  });

  it('is shared with what comes back where there is something to mark beside it', () => {
    const object = deepFreeze({ spec: { a: ['x'] }, status: { b: '0o17' }, list: [{ c: 'x' }, '='] });
    const kept = keepText(object) as typeof object;
    expect(Object.keys(kept)).toEqual(['spec', 'status', 'list']);
    expect(kept.spec).toBe(object.spec);
    expect(kept.list[0]).toBe(object.list[0]);
  });
});

describe('text that cdk8s cannot write', () => {
  const object = (spec: unknown) => ({
    apiVersion: 'a.b/v1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'etcd', namespace: 'x' },
    spec,
  });
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it.each(
    [...range(0x7f, 0x9f), 0x2028, 0x2029, 0xfffe, 0xffff].map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), code] as const),
  )('holds U+%s', (name, code) => {
    const character = String.fromCharCode(code);
    const message = `ClusterServiceVersion x/etcd contains the character U+${name}, which parsers reject or change when cdk8s writes it; remove it from the manifest`;
    expect(unwritableText(object({ a: [`x${character}`] }))).toEqual([message]);
    expect(unwritableText(object({ [`x${character}`]: 1 }))).toEqual([message]);
  });

  it('is told of once in an object', () => {
    expect(unwritableText(object(['\u2029', '\u2028']))).toEqual([expect.stringContaining('U+2029')]);
  });

  it.each(['0o17', '='])('may be a key, which cannot be quoted: %s', (key) => {
    expect(unwritableText(object({ list: [{ [key]: 1 }] }))).toEqual([
      `ClusterServiceVersion x/etcd contains the key "${key}", which parsers reject or change when cdk8s writes it; remove it from the manifest`,
    ]);
  });

  it('is no other: what is left reads back', () => {
    const others = [...range(0, 0x7e), 0xa0, 0xad, 0x200b, 0x202e, 0xfeff, 0xfffd, 0x1f600].filter((code) => code !== 0x0a);
    for (const value of others.map((code) => `a${String.fromCodePoint(code)}b`)) {
      expect(unwritableText(object({ value, big: 2n ** 64n - 1n }))).toEqual([]);
      expect(readBack({ value })).toEqual([{ value }, { value }, { value }]);
    }
  });
});
