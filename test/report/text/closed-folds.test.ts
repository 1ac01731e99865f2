import { describe, expect, it } from 'vitest';
import { NO_PAINT } from '../../../src/base/manifest/format-problem.js';
import type { Block, Item, Report } from '../../../src/report/blocks.js';
import { reportText } from '../../../src/report/text/render.js';

const unread: Item = {
  get content(): never {
    throw new Error('a closed fold was put into words');
  },
};
const fold = (items: readonly Item[], more: object = {}): Block => ({
  kind: 'fold',
  id: 'notes',
  title: ['Notes'],
  brief: 'notes',
  count: items.length,
  blocks: [{ kind: 'list', items }],
  ...more,
});
const told = (...blocks: Block[]): string => {
  const report: Report = { tone: 'look', headline: 'Look.', lead: [], compared: ['a'], blocks, end: [['nothing']] };
  return reportText(report, { paint: NO_PAINT });
};

describe('a fold that a text keeps closed', () => {
  it('is counted, and not put into words', () => {
    expect(told(fold([unread], { isBackground: true }))).toContain('notes');
    expect(told(fold(Array.from({ length: 100 }, () => unread)))).toContain('--all also shows: paths and fixes, notes (100)');
  });

  it('is left out if it is empty', () => {
    expect(told(fold([], { isBackground: true }))).not.toContain('notes');
  });
});

describe('a text with many lines', () => {
  it('is made in its short form alone', () => {
    let times = 0;
    const item: Item = {
      get content() {
        times += 1;
        return ['said'];
      },
    };
    expect(told({ kind: 'list', items: Array.from({ length: 61 }, () => item) }).match(/said/g)).toHaveLength(61);
    expect(times).toBe(61);
  });
});
