import { describe, expect, it } from 'vitest';
import { jsonValues } from '../../../src/base/go-yaml/json-values.js';
import { createLocator } from '../../../src/base/manifest/locate.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';

const parts = (text: string): string[] | undefined => jsonValues(text)?.map(([start, end]) => text.slice(start, end));

describe('JSON objects one after another', () => {
  it.each<[string, string, string[]]>([
    ['on lines of their own', '{"a": 1}\n{"b": 2}\n', ['{"a": 1}', '{"b": 2}']],
    ['with nothing between them', '{"a": {"b": {}}}{}', ['{"a": {"b": {}}}', '{}']],
    ['with brackets and quotes in their texts', '{"a": "}\\"{", "\\\\": 1}\n{"b": "{"}', ['{"a": "}\\"{", "\\\\": 1}', '{"b": "{"}']],
    ['after a byte order mark', '\uFEFF{}\r\n{}', ['{}', '{}']],
  ])('are found %s', (_, text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['one object', '{"a": 1}\n'],
    ['a list', '[{}]\n{}'],
    ['YAML', 'a: {}\n---\n{}'],
    ['a YAML stream of JSON', '{"a": 1}\n---\n{"b": 2}'],
    ['an object without its end', '{"a": 1}\n{"b": 2'],
    ['nothing', ' \n'],
    ["YAML's own quotes", "{a: '}'}\n"],
  ])('are not %s', (_, text) => {
    expect(parts(text)).toBeUndefined();
  });

  it('may be as long as a catalog', () => {
    const object = `{"data": "${'\\n'.repeat(1_000_000)}"}`;
    expect(jsonValues(object + object)).toEqual([
      [0, object.length],
      [object.length, 2 * object.length],
    ]);
  });

  it('are documents, each with its place', () => {
    const text = '{\n  "schema": "olm.package"\n}\n{\n  "schema": "olm.channel",\n  "name": "stable"\n}\n';
    const { documents, problems } = parseDocuments({ file: 'index.json', text });
    expect(problems).toEqual([]);
    expect(documents.map(({ value }) => value)).toEqual([{ schema: 'olm.package' }, { schema: 'olm.channel', name: 'stable' }]);
    const second = documents[1]?.source ?? { file: '', document: 0, path: [] };
    expect(createLocator(() => text).place(second, ['name'])).toEqual({
      file: 'index.json',
      line: 6,
      column: 11,
      excerpt: '  "name": "stable"',
      caret: 11,
    });
  });

  it('have problems at their place', () => {
    const { problems } = parseDocuments({ file: 'index.json', text: '{"a": 1}\n{"b": 1,\n "b": 2}\n{"c": @}' });
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['DUPLICATE_KEY', 3, 2],
      ['NOT_YAML', 4, 7],
    ]);
  });
});
