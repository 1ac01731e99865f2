import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSections, type Section } from '../../src/report/markdown.js';

const section = (title: string, rows: number, length = 100): Section => ({
  opening: `# ${title}\n`,
  rows: Array.from({ length: rows }, (_, index) => `${title}${index}${'.'.repeat(length - 10)}\n`),
  closing: '',
});

/** How many rows of a section are shown. */
const shown = (text: string, title: string): number => [...text.matchAll(new RegExp(`^${title}\\d+\\.`, 'gm'))].length;

describe('sections', () => {
  it('are whole where there is room', () => {
    const [a, b] = [section('a', 2), section('b', 1)];
    expect(fitSections([a, b], 10_000)).toBe([a, b].flatMap(({ opening, rows }) => [opening, ...rows]).join(''));
  });

  it('leave out whole rows, and say how many', () => {
    const text = fitSections([section('a', 100)], 1000);
    expect(shown(text, 'a')).toBe(9);
    expect(text).toContain('\n_91 more are not shown here; `--format html` and `--format json` show all._\n');
  });

  it('leave room for those behind them', () => {
    const text = fitSections([section('a', 1000), section('b', 1000), section('c', 3)], 10_000);
    expect([shown(text, 'a'), shown(text, 'b'), shown(text, 'c')]).toEqual([62, 25, 3]);
  });

  it('never take more than there is', () => {
    const sizes = fc.record({ rows: fc.nat(60), length: fc.integer({ min: 11, max: 500 }) });
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 12 }), fc.nat(8000), (all, limit) => {
        const sections = all.map(({ rows, length }, index) => section(`s${index}x`, rows, length));
        expect(fitSections(sections, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
