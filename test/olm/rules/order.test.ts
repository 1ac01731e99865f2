import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOlmOrder } from '../../../src/olm/rules/order.js';

interface Claim {
  readonly csv: { readonly namespace: string; readonly name: string; readonly creationTimestamp?: string };
  readonly incumbent: boolean;
}

function claim(id: string, creationTimestamp?: string, incumbent = false): Claim {
  const [namespace, name] = id.split('/') as [string, string];
  return { csv: { namespace, name, ...(creationTimestamp ? { creationTimestamp } : {}) }, incumbent };
}

function ordered(claims: readonly Claim[]): string[] {
  return inOlmOrder(claims, ({ incumbent }) => incumbent).map(({ csv }) => `${csv.namespace}/${csv.name}`);
}

describe('the order in which CSVs are taken', () => {
  it('puts incumbents first, then the older, then by namespace and name', () => {
    expect(
      ordered([
        claim('b/beta'),
        claim('b/alpha'),
        claim('a/zeta'),
        claim('z/old', '2020-01-01T00:00:00Z'),
        claim('z/older', '2019-12-31T23:59:59Z'),
        claim('z/incumbent', undefined, true),
        claim('z/old-incumbent', '2024-01-01T00:00:00Z', true),
      ]),
    ).toEqual(['z/old-incumbent', 'z/incumbent', 'z/older', 'z/old', 'a/zeta', 'b/alpha', 'b/beta']);
  });

  it('compares moments, not texts', () => {
    expect(ordered([claim('a/later', '2024-01-01T09:00:00Z'), claim('b/earlier', '2024-01-01T10:00:00+02:00')])).toEqual([
      'b/earlier',
      'a/later',
    ]);
  });

  it('takes a timestamp that it cannot read for none', () => {
    expect(ordered([claim('a/unreadable', 'yesterday'), claim('b/dated', '2024-01-01T00:00:00Z'), claim('c/undated')])).toEqual([
      'b/dated',
      'a/unreadable',
      'c/undated',
    ]);
  });

  it('sorts namespaces by bytes, as Go does', () => {
    expect(ordered([claim('a-b/x'), claim('ab/x'), claim('a/x'), claim('a1/x')])).toEqual(['a/x', 'a-b/x', 'a1/x', 'ab/x']);
  });

  it('does not depend on the order in which they are given', () => {
    const claims = [
      claim('a/one', '2024-01-01T00:00:00Z'),
      claim('a/two', '2024-01-01T00:00:00Z'),
      claim('b/one', undefined, true),
      claim('b/two', '2020-01-01T00:00:00Z', true),
      claim('c/one'),
      claim('c/two', 'unreadable'),
    ];
    const expected = ordered(claims);
    fc.assert(
      fc.property(fc.shuffledSubarray(claims, { minLength: claims.length }), (shuffled) => {
        expect(ordered(shuffled)).toEqual(expected);
      }),
    );
  });
});
