/** Files of a catalog, cut into documents while they come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDocuments } from '../../../../src/supply/registry/catalog/split-documents.js';

/** The documents of a text that comes in pieces of a size. */
function documents(text: string, size = text.length || 1): string[] {
  const found: string[] = [];
  const sink = splitDocuments(({ form, text }) => found.push(`${form} ${text}`));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) sink.write(bytes.subarray(at, at + size));
  sink.end();
  return found;
}

describe('JSON values', () => {
  it('are cut where each ends, whatever their texts contain', () => {
    expect(documents('\n{"a": "}\\"{"}\n{"b": [{}, "\\\\"]}{"c":1}')).toEqual([
      'json {"a": "}\\"{"}',
      'json {"b": [{}, "\\\\"]}',
      'json {"c":1}',
    ]);
  });

  it('come out the same however they come in', () => {
    const value = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 2), (values, size, indent) => {
        const texts = values.map((value) => JSON.stringify(value, undefined, indent));
        expect(documents(texts.join('\n'), size)).toEqual(texts.map((text) => `json ${text}`));
      }),
    );
  });

  it.each(['{"a": 1', '{"a": 1}}', '{"a": 1} b: 2', '{"a": "1}'])('that are not whole are refused: %s', (text) => {
    expect(() => documents(text)).toThrow(expect.objectContaining({ name: 'NotDocuments' }));
  });
});

describe('YAML', () => {
  it('is cut at lines that begin with ---', () => {
    const expected = ['yaml ---\na: 1\n', 'yaml b: |\n  ---\n', 'yaml c: 3'];
    for (const size of [1, 2, 3, 5, 7, 1000]) expect(documents('---\na: 1\n--- # more\nb: |\n  ---\n---\nc: 3', size)).toEqual(expected);
  });

  it('may end with a separator', () => {
    expect(documents('a: 1\n---')).toEqual(['yaml a: 1\n']);
  });
});

it('a file without content has no documents', () => {
  expect([documents(''), documents(' \n\ufeff')]).toEqual([[], []]);
});
