import { describe, expect, it } from 'vitest';
import { isDescoped, ownedTwice } from '../../../src/olm/rules/descoped.js';

const modes = (...types: string[]) => types.map((type) => ({ type, supported: true }));
const owner = (name: string, isDescopedOwner: boolean, ...apis: string[]) => ({
  csv: { kind: 'ClusterServiceVersion', namespace: 'ops', name },
  apis,
  isDescoped: isDescopedOwner,
});

describe('an operator is descoped', () => {
  it('D1: that has no install modes, in any group or none', () => {
    expect(isDescoped([], undefined, false)).toBe(true);
    expect(isDescoped([], ['a'], false)).toBe(true);
    expect(isDescoped([], [''], false)).toBe(true);
  });

  it('D7: that supports all namespaces alone, where that is asked for', () => {
    expect(isDescoped(modes('AllNamespaces'), ['a', 'b'], false)).toBe(false);
    expect(isDescoped(modes('AllNamespaces'), ['a', 'b'], true)).toBe(true);
    expect(isDescoped(modes('AllNamespaces'), undefined, true)).toBe(true);
  });

  it('D6: but not in a global group, where it works as it is', () => {
    expect(isDescoped(modes('AllNamespaces'), [''], true)).toBe(false);
  });

  it('never where it supports a namespace', () => {
    expect(isDescoped(modes('AllNamespaces', 'OwnNamespace'), ['a', 'b'], true)).toBe(false);
    expect(isDescoped([{ type: 'AllNamespaces', supported: false }], undefined, true)).toBe(false);
  });
});

describe('the API of a descoped operator', () => {
  it('D10: has one owner in the cluster, the older one', () => {
    const [older, newer] = [owner('old', true, 'plans.example.com'), owner('new', false, 'x', 'plans.example.com')];
    const { findings, refused } = ownedTwice([older, newer]);
    expect([...refused]).toEqual([newer.csv]);
    expect(findings).toMatchObject([{ id: 'api-owned-twice', severity: 'error', subject: newer.csv, related: [older.csv] }]);
    expect(ownedTwice([newer, older]).refused).toEqual(new Set([older.csv]));
  });

  it('matters to no scoped operators, which groups keep apart', () => {
    expect(ownedTwice([owner('a', false, 'x'), owner('b', false, 'x')])).toEqual({ findings: [], refused: new Set() });
  });
});
