import { describe, expect, it } from 'vitest';
import { partsThatDiffer } from '../../../../../src/review/rules/changed/documents/parts-that-differ.js';

const LONG = 'x'.repeat(600);

describe('two long texts beside each other', () => {
  it('stay whole where they are short', () => {
    expect(partsThatDiffer('a', 'b')).toEqual(['a', 'b']);
  });

  it('are shown where they differ, be it at the end, at the beginning or between', () => {
    const around = 'x'.repeat(40);
    expect(partsThatDiffer(LONG, `${LONG}; evil`)).toEqual([`…${around}`, `…${around}; evil`]);
    expect(partsThatDiffer(LONG, `evil; ${LONG}`)).toEqual([`${around}…`, `evil; ${around}…`]);
    expect(partsThatDiffer(`${LONG}a${LONG}`, `${LONG}b${LONG}`)).toEqual([`…${around}a${around}…`, `…${around}b${around}…`]);
  });

  it('say how much is left out of a long difference, of which the end is shown', () => {
    const [, now] = partsThatDiffer('none', `${LONG}${LONG}evil`);
    expect(now).toMatch(/^x{250} … 704 more characters … x{246}evil$/);
  });
});
