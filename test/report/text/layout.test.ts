import { describe, expect, it } from 'vitest';
import { columns } from '../../../src/report/text/layout.js';

it('a table may have more rows than a call has room for', () => {
  expect(columns(['A'], Array(200_000).fill(['bb']))).toHaveLength(200_001);
});

describe('a table', () => {
  it('has columns as wide as their widest cell, two spaces apart, and no spaces at the ends of lines', () => {
    expect(
      columns(
        ['A', 'LONGER', 'C'],
        [
          ['wide cell', 'x', ''],
          ['y', '', 'z'],
        ],
      ),
    ).toEqual(['A          LONGER  C', 'wide cell  x', 'y                  z']);
  });

  it('counts how wide a character is on the screen', () => {
    expect(
      columns(
        ['A', 'B'],
        [
          ['日本', 'x'],
          ['é', 'y'],
        ],
      ),
    ).toEqual(['A     B', '日本  x', 'é     y']);
  });

  it('has a header without rows', () => {
    expect(columns(['A', 'B'], [])).toEqual(['A  B']);
  });

  it('shows control characters as text, so that no cell can break it', () => {
    expect(columns(['A', 'B'], [['\u001b[2J', 'x']])).toEqual(['A          B', '\\u001b[2J  x']);
  });
});
