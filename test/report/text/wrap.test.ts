import { describe, expect, it } from 'vitest';
import { wrapped } from '../../../src/report/text/layout.js';

const LINE = 'error[a] (file.yaml:1:1): one two three four five six seven eight nine ten';

describe('lines at the width of a terminal', () => {
  it('are broken between words, and indented', () => {
    expect(wrapped(LINE, 40).split('\n')).toEqual(['error[a] (file.yaml:1:1): one two three', '  four five six seven eight nine ten']);
  });

  it('go on behind the label of the line', () => {
    expect(wrapped(`  fix   ${'word '.repeat(12).trim()}`, 40).split('\n')).toEqual([
      '  fix   word word word word word word',
      '        word word word word word word',
    ]);
  });

  it('count no colours, and break no word', () => {
    const coloured = `\u001b[1merror\u001b[22m ${'x'.repeat(34)}`;
    expect(wrapped(coloured, 40)).toBe(coloured);
    expect(wrapped('x'.repeat(80), 40)).toBe('x'.repeat(80));
  });

  it('stay as they are where the width is not known', () => {
    expect(wrapped(LINE, undefined)).toBe(LINE);
  });
});
