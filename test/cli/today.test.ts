import { describe, expect, it } from 'vitest';
import { today } from '../../src/cli/review.js';

const NOW = Date.UTC(2027, 0, 31, 23, 59);

describe('today', () => {
  it('is the date in UTC', () => {
    expect(today({}, NOW)).toBe('2027-01-31');
  });

  it('is set by SOURCE_DATE_EPOCH', () => {
    expect(today({ SOURCE_DATE_EPOCH: '0' }, NOW)).toBe('1970-01-01');
    expect(today({ SOURCE_DATE_EPOCH: String(Date.UTC(2020, 5, 15) / 1000) }, NOW)).toBe('2020-06-15');
  });

  it.each(['', 'yesterday', '-1', '1e9', '99999999999999999999'])('is not set by anything else: %j', (SOURCE_DATE_EPOCH) => {
    expect(today({ SOURCE_DATE_EPOCH }, NOW)).toBe('2027-01-31');
  });
});
