import { describe, expect, it } from 'vitest';
import { canonicalQuantity } from '../../../src/base/kubernetes/quantity.js';
import { billionthsOf } from '../../../src/base/kubernetes/quantity-number.js';

describe('a quantity', () => {
  // What the API server gives back for each.
  it.each([
    [0.5, '500m'],
    ['0.5Gi', '512Mi'],
    [1000, '1k'],
    ['1e3', '1e3'],
    ['512', '512'],
    ['1023Ki', '1023Ki'],
    ['1.5Mi', '1536Ki'],
    ['0.1', '100m'],
    ['100000m', '100'],
    ['1.2345678901', '1234567891n'],
    ['5E', '5E'],
    ['2Ti', '2Ti'],
    ['0.5Ki', '512'],
    ['1100Mi', '1100Mi'],
    ['1024Mi', '1Gi'],
    ['-1500m', '-1500m'],
    ['1500', '1500'],
    ['12E2', '1200'],
    ['0', '0'],
    ['1234567890123456789012', '1234567890123456789012'],
  ])('%s is kept as %s', (quantity, canonical) => {
    expect(canonicalQuantity(quantity)).toBe(canonical);
  });

  it.each(['', '.', 'many', '1 Gi', '1gi', '1e99999'])('%j is none', (text) => {
    expect(canonicalQuantity(text)).toBeUndefined();
  });
});

it('a quantity is a number of billionths', () => {
  expect(billionthsOf('500m')).toBe(500_000_000n);
  expect(billionthsOf('-1Ki')).toBe(-1024n * 10n ** 9n);
  expect(billionthsOf('no')).toBeUndefined();
});
