import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL_NAMESPACES,
  containsNamespace,
  formatNamespaceSet,
  intersection,
  isAllNamespaces,
  union,
} from '../../../src/olm/rules/namespace-set.js';
import { table } from '../../support/golden.js';

interface TwoSets {
  readonly name: string;
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly want: readonly string[];
}

describe('a namespace set', () => {
  it.each(table<{ name: string; list: string; wantContainsAll: string[] }[]>('groups-namespaceset-fromstring'))(
    'is read from a list: $name',
    ({ list, wantContainsAll }) => {
      const set = list.split(',').toSorted();
      expect(wantContainsAll.filter((namespace) => !containsNamespace(set, namespace))).toEqual([]);
    },
  );

  it.each(table<{ name: string; set: string[]; contains: string; want: boolean }[]>('groups-namespaceset-contains'))(
    'contains: $name',
    ({ set, contains, want }) => {
      expect(containsNamespace(set, contains)).toBe(want);
    },
  );

  it.each(table<{ name: string; set: string[]; want: boolean }[]>('groups-namespaceset-isall'))('is all: $name', ({ set, want }) => {
    expect(isAllNamespaces(set)).toBe(want);
  });

  it('is not all namespaces when it names others beside the empty string', () => {
    expect(isAllNamespaces(['', 'a'])).toBe(false);
  });

  it.each(table<TwoSets[]>('groups-namespaceset-intersection'))('intersection: $name', ({ left, right, want }) => {
    expect(intersection(left, right)).toEqual(want);
  });

  it.each(table<TwoSets[]>('groups-namespaceset-union'))('union: $name', ({ left, right, want }) => {
    expect(union(left, right)).toEqual(want);
  });

  it('is written sorted by bytes and joined by commas, and all namespaces as the empty text', () => {
    expect(formatNamespaceSet(['b', 'a', 'b', 'a-1'])).toBe('a,a-1,b');
    expect(formatNamespaceSet(ALL_NAMESPACES)).toBe('');
  });
});

describe('the laws of namespace sets', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const names = fc.uniqueArray(name, { maxLength: 4 });
  const set = fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: fc.constant(['']) });

  it('union and intersection do not depend on the order', () => {
    fc.assert(
      fc.property(set, set, (left, right) => {
        expect(union(left, right)).toEqual(union(right, left));
        expect(intersection(left, right)).toEqual(intersection(right, left));
      }),
    );
  });

  it('a namespace is in the union when it is in either set, and in the intersection when it is in both', () => {
    fc.assert(
      fc.property(set, set, name, (left, right, namespace) => {
        const [inLeft, inRight] = [containsNamespace(left, namespace), containsNamespace(right, namespace)];
        expect(containsNamespace(union(left, right), namespace)).toBe(inLeft || inRight);
        expect(containsNamespace(intersection(left, right), namespace)).toBe(inLeft && inRight);
      }),
    );
  });

  it('a set survives being written and read', () => {
    fc.assert(
      fc.property(
        set.filter(({ length }) => length > 0),
        (names) => {
          expect(formatNamespaceSet(names).split(',')).toEqual(names.toSorted());
        },
      ),
    );
  });
});
