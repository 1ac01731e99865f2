import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCounter, Parser } from 'yaml';
import { type Place, placeAt } from '../../../src/base/manifest/place.js';

/** The place of an offset, with the lines counted as in parsing. */
function place(text: string, offset: number): Place {
  const lines = new LineCounter();
  for (const _ of new Parser(lines.addNewLine).parse(text));
  return placeAt(text, lines, offset);
}

describe('the place of an offset', () => {
  const text = 'a: 1\n  b: 2\r\n\n# c';

  it.each<[string, number, Place]>([
    ['the start', 0, { line: 1, column: 1, excerpt: 'a: 1', caret: 1 }],
    ['within a line', 3, { line: 1, column: 4, excerpt: 'a: 1', caret: 4 }],
    ['the end of a line', 4, { line: 1, column: 5, excerpt: 'a: 1', caret: 5 }],
    ['a line that ends as on Windows', 7, { line: 2, column: 3, excerpt: '  b: 2', caret: 3 }],
    ['an empty line', 13, { line: 3, column: 1, excerpt: '', caret: 1 }],
    ['the last line', 16, { line: 4, column: 3, excerpt: '# c', caret: 3 }],
    ['the end', 17, { line: 4, column: 4, excerpt: '# c', caret: 4 }],
  ])('is counted from 1: %s', (_, offset, expected) => {
    expect(place(text, offset)).toEqual(expected);
  });

  it('shows a line of 120 characters whole', () => {
    const line = 'x'.repeat(119);
    expect(place(`${line}!`, 119)).toEqual({ line: 1, column: 120, excerpt: `${line}!`, caret: 120 });
  });

  it('shows the start of a longer line when the place stands there', () => {
    expect(place(`ab!${'x'.repeat(500)}`, 2)).toEqual({ line: 1, column: 3, excerpt: `ab!${'x'.repeat(117)}`, caret: 3 });
  });

  it('shows a window into a long line, with 60 characters before the place', () => {
    const text = `first\n${'a'.repeat(200)}!${'b'.repeat(200)}\nlast`;
    expect(place(text, text.indexOf('!'))).toEqual({
      line: 2,
      column: 201,
      excerpt: `${'a'.repeat(60)}!${'b'.repeat(59)}`,
      caret: 61,
    });
  });

  it('points the caret at the very character, in lines of any length', () => {
    const line = fc.array(fc.constantFrom('word ', 'x'.repeat(70), 'y'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), (all, lineSeed, columnSeed) => {
        const index = lineSeed % all.length;
        const column = columnSeed % ((all[index] as string).length + 1);
        const marked = all.map((line, position) => (position === index ? `${line.slice(0, column)}!${line.slice(column)}` : line));
        const text = marked.join('\n');
        const { line, column: found, excerpt, caret } = place(text, text.indexOf('!'));
        expect([line, found, excerpt[caret - 1]]).toEqual([index + 1, column + 1, '!']);
        expect(marked[index]).toContain(excerpt);
        expect(excerpt.length).toBeLessThanOrEqual(120);
      }),
    );
  });
});
