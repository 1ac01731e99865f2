import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLines } from '../../../src/base/manifest/printable.js';

describe('text from the input', () => {
  it.each<[string, string, string]>([
    ['terminal escapes', '\u001b[31mred\u001b[0m', String.raw`\u001b[31mred\u001b[0m`],
    ['the one-character escape of Latin-1', '\u009b2J', String.raw`\u009b2J`],
    ['a bell, a backspace, a deletion', '\u0007\b\u007f', String.raw`\u0007\u0008\u007f`],
    ['a return to the start of the line', 'good\rbad', String.raw`good\u000dbad`],
    ['tabs', 'a\tb', String.raw`a\u0009b`],
    ['characters without width', 'a\u200b\u2060\ufeffb', String.raw`a\u200b\u2060\ufeffb`],
    ['changes of direction', '\u202eabc\u2066', String.raw`\u202eabc\u2066`],
    ['the direction mark of Arabic', 'a\u061cb', String.raw`a\u061cb`],
    ['text in invisible tags', 'a\u{e0041}\u{e007f}b', String.raw`a\udb40\udc41\udb40\udc7fb`],
    ['what nobody sees', 'a\u00ad\u3164\ufe0f\u180eb', String.raw`a\u00ad\u3164\ufe0f\u180eb`],
    ['other spaces', 'a\u00a0\u3000b', String.raw`a\u00a0\u3000b`],
    ['line breaks', 'one\ntwo', String.raw`one\u000atwo`],
    ['line breaks of other kinds', 'a\u0085\u2028\u2029b', String.raw`a\u0085\u2028\u2029b`],
  ])('shows %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('is otherwise left alone', () => {
    expect(printable('one two "ä漢😀" \\u001b')).toBe('one two "ä漢😀" \\u001b');
  });

  it('cannot steer a terminal, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
      }),
    );
  });
});

describe('text of several lines', () => {
  it('keeps its line breaks, and no other control characters', () => {
    expect(printableLines('write\n  \u001b[31mname:\r\n\u2028\n')).toBe(
      ['write', String.raw`  \u001b[31mname:\u000d`, String.raw`\u2028`, ''].join('\n'),
    );
  });

  it('is each of its lines, shown', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
          { minLength: 1 },
        ),
        (all) => {
          expect(printableLines(all.join('\n')).split('\n')).toEqual(all.map(printable));
        },
      ),
    );
  });
});
