import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  differences,
  earlierPlace,
  type ListMeaning,
  placeOf,
  type Step,
  stepsText,
  UNKNOWN_LISTS,
} from '../../../src/base/manifest/differences.js';
import { valueAt } from '../../../src/base/manifest/field-path.js';
import { sortedText } from '../../../src/base/manifest/plain-data.js';

const NAMED: ListMeaning = { ...UNKNOWN_LISTS, names: ['name', 'port'] };
const UNORDERED: ListMeaning = { ...NAMED, isUnordered: (field) => field === 'verbs' };

/** `+ env[DEBUG] is 1`: how a change is written here. */
function texts(before: unknown, after: unknown, lists = NAMED): string[] {
  const signs = { added: '+', removed: '-', changed: '~', reordered: '%' };
  return differences(before, after, lists).map(({ what, steps }) => `${signs[what]} ${stepsText(steps)}`);
}

describe('the differences of two values', () => {
  it('are the outermost fields that were added, removed or changed', () => {
    expect(texts({ a: 1, b: 2, c: { d: 3 } }, { b: 3, c: { d: 3 }, e: { f: 4 } })).toEqual(['- a', '~ b', '+ e']);
    expect(texts({ spec: { a: [1] } }, { spec: { a: {} } })).toEqual(['~ spec.a']);
    expect(texts({ a: undefined }, {})).toEqual([]);
    expect(texts({ a: null }, {})).toEqual(['- a']);
    expect(texts(1, 2)).toEqual(['~ ']);
    expect(texts(undefined, {})).toEqual(['+ ']);
  });

  it('match entries by the first field that names all of them', () => {
    const env = (...names: readonly string[]) => ({ env: names.map((name) => ({ name, value: 1 })) });
    expect(texts(env('A', 'B'), env('NEW', 'A', 'B'))).toEqual(['+ env[NEW]']);
    expect(texts(env('A', 'B', 'C'), env('A', 'C'))).toEqual(['- env[B]']);
    expect(
      texts(env('A', 'B'), {
        env: [
          { name: 'A', value: 1 },
          { name: 'B', value: 2 },
        ],
      }),
    ).toEqual(['~ env[B].value']);
    expect(texts({ ports: [{ port: 1 }, { port: 2, name: 'b' }] }, { ports: [{ port: 1 }] })).toEqual(['- ports[2]']);
    expect(texts([], [{ name: 'A' }])).toEqual(['+ [A]']);
  });

  it('match other entries by their content: one that is inserted is one change', () => {
    expect(texts({ args: ['a', 'b', 'c'] }, { args: ['new', 'a', 'b', 'c'] })).toEqual(['+ args[0]']);
    expect(texts({ rules: [{ a: 1 }, { b: 1 }] }, { rules: [{ b: 1 }] })).toEqual(['- rules[0]']);
    expect(texts(['a', 'a'], ['a'])).toEqual(['- [1]']);
    expect(
      texts(
        [
          { name: 'A', x: 1 },
          { name: 'A', x: 2 },
        ],
        [{ name: 'A', x: 2 }],
      ),
    ).toEqual(['- [0]']);
  });

  it('compare what stands between the same entries', () => {
    expect(texts(['a', '-v=1', 'b'], ['a', '-v=2', 'b'])).toEqual(['~ [1]']);
    expect(texts([{ a: 1, b: 1 }, { c: 1 }], [{ a: 2, b: 1 }, { c: 1 }])).toEqual(['~ [0].a']);
    expect(texts(['x', 'same'], ['same', 'y'])).toEqual(['- [0]', '+ [1]']);
  });

  it('have the order of a list where it says something', () => {
    const lists = (...verbs: readonly string[]) => ({ verbs, args: verbs });
    expect(texts(lists('a', 'b'), lists('b', 'a'), UNORDERED)).toEqual(['% args']);
    expect(texts({ rules: [{ verbs: ['a', 'b'] }, 1] }, { rules: [{ verbs: ['b', 'a'] }, 1] }, UNORDERED)).toEqual([]);
    expect(differences(['a', 'b', 'c'], ['c', 'a', 'b'])).toMatchObject([{ what: 'reordered', order: [2, 0, 1] }]);
  });

  it('do not look into what is compared as a whole', () => {
    const whole: ListMeaning = { ...NAMED, isWhole: (field) => field === 'schema' };
    expect(texts({ schema: { a: 1 } }, { schema: { a: 2 } }, whole)).toEqual(['~ schema']);
    expect(texts({ schema: { a: 1, b: 2 } }, { schema: { b: 2, a: 1 } }, whole)).toEqual([]);
  });

  it('say where they are in either value, and in which list without names', () => {
    const [gone, came] = differences(
      { l: [{ name: 'A', x: ['p', 'q'] }] },
      { l: [{ name: 'N' }, { name: 'A', x: ['q', 'r'] }] },
      NAMED,
    ).slice(1);
    expect([gone, came].map((change) => placeOf((change as Change).steps))).toEqual([
      ['l', 1, 'x', '0'],
      ['l', 1, 'x', 1],
    ]);
    expect(earlierPlace((gone as Change).steps)).toEqual(['l', 0, 'x', 0]);
    expect(gone?.list).toEqual({ depth: 3, was: ['p', 'q'], is: ['q', 'r'] });
  });

  it('look at each entry of a long list a few times, however they lie', () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({ verbs: [`v${index}`] }));
    let looks = 0;
    const counting: ListMeaning = { ...UNKNOWN_LISTS, isUnordered: (field) => ++looks > 0 && field === 'none' };
    for (const other of [
      [{}, ...entries],
      entries.toReversed(),
      entries.map((entry, index) => (index % 2 ? entry : { verbs: [-index] })),
      [],
    ])
      differences(entries, other, counting);
    expect(looks).toBeLessThan(16 * entries.length);
  });
});

/** The value that the changes lead to. */
function applied(value: unknown, changes: readonly Change[], depth = 0): unknown {
  const whole = changes.find(({ steps, what }) => steps.length === depth && what !== 'reordered');
  if (whole) return whole.is;
  if (changes.length === 0) return value;
  if (!Array.isArray(value)) {
    const fields = new Map(Object.entries(value as object));
    for (const [field, inner] of grouped(changes, depth, (step) => ('field' in step ? step.field : undefined)))
      fields.set(field as string, applied(fields.get(field as string), inner, depth + 1));
    return Object.fromEntries([...fields].filter(([, entry]) => entry !== undefined));
  }
  const inside = grouped(changes, depth, (step) => ('field' in step ? undefined : step.from));
  const order = changes.find(({ steps }) => steps.length === depth)?.order ?? [...value.keys()];
  const list: unknown[] = order
    .map((from) => applied(value[from], inside.get(from) ?? [], depth + 1))
    .filter((entry) => entry !== undefined);
  const added = changes.flatMap(({ steps, is }) => {
    const step = steps[depth];
    return step && !('field' in step) && step.from === undefined ? [{ to: step.to as number, is }] : [];
  });
  for (const { to, is } of added.sort((a, b) => a.to - b.to)) list.splice(to, 0, is);
  return list;
}

function grouped<K>(changes: readonly Change[], depth: number, keyOf: (step: Step) => K | undefined): Map<K, Change[]> {
  const groups = new Map<K, Change[]>();
  for (const change of changes) {
    const step = change.steps[depth];
    const key = step && keyOf(step);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return groups;
}

/** The same changes from the newer value to the older one. */
function mirrored({ what, steps, was, is, list }: Change): unknown {
  return {
    what: what === 'added' ? 'removed' : what === 'removed' ? 'added' : what,
    steps: steps.map((step) => ('field' in step ? step : { ...step, from: step.to, to: step.from })),
    was: is,
    is: was,
    list: list && { ...list, was: list.is, is: list.was },
  };
}

/** Fields and names are few, so that the values meet. */
const arbitraryValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom<unknown>('a', 'b', 0, 1, true, null, {}, []), tie('mapping'), tie('list'), tie('named')),
  mapping: fc.dictionary(fc.constantFrom('name', 'port', 'spec', 'verbs', '__proto__', 'a.b'), tie('value'), { maxKeys: 3 }),
  list: fc.array(tie('value'), { maxLength: 5 }),
  named: fc.array(fc.record({ name: fc.constantFrom('A', 'B', 'C', 'D'), x: tie('value') }), { maxLength: 4 }),
})).value;

describe('of any two values, the differences', () => {
  const pairs: [fc.Arbitrary<unknown>, fc.Arbitrary<unknown>] = [arbitraryValue, arbitraryValue];

  it('lead from one to the other', () => {
    fc.assert(
      fc.property(...pairs, fc.constantFrom(UNKNOWN_LISTS, NAMED), (before, after, lists) => {
        expect(sortedText(applied(before, differences(before, after, lists)))).toBe(sortedText(after));
      }),
      { numRuns: 2000 },
    );
  });

  it('are all needed, and none is in another one', () => {
    fc.assert(
      fc.property(...pairs, (before, after) => {
        const changes = differences(before, after, NAMED);
        const paths = changes.filter(({ what }) => what !== 'reordered').map(({ steps }) => placeOf(steps));
        const isWithin = (inner: readonly unknown[], outer: readonly unknown[]) => outer.every((step, index) => step === inner[index]);
        for (const path of paths) expect(paths.filter((other) => isWithin(path, other))).toEqual([path]);
        if (changes.length === 1) expect(sortedText(before)).not.toBe(sortedText(after));
      }),
      { numRuns: 2000 },
    );
  });

  it('have the values that stand there', () => {
    fc.assert(
      fc.property(...pairs, (before, after) => {
        for (const { steps, was, is, list } of differences(before, after, NAMED)) {
          if (was !== undefined) expect(valueAt(before, earlierPlace(steps))).toBe(was);
          if (is !== undefined) expect(valueAt(after, placeOf(steps))).toBe(is);
          if (list) expect(valueAt(after, placeOf(steps.slice(0, list.depth)))).toBe(list.is);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are those of the way back, mirrored', () => {
    fc.assert(
      fc.property(...pairs, fc.constantFrom(UNKNOWN_LISTS, NAMED, UNORDERED), (before, after, lists) => {
        const there = differences(before, after, lists).map((change) => sortedText(mirrored(change)));
        const back = differences(after, before, lists).map(({ order: _, ...change }) => sortedText(change));
        expect(there.sort()).toEqual(back.sort());
      }),
      { numRuns: 2000 },
    );
  });

  it('are none of a value and itself, and of its lists in another order where that says nothing', () => {
    const turned = (value: unknown, field = ''): unknown => {
      if (Array.isArray(value)) {
        const entries = value.map((entry) => turned(entry));
        return field === 'verbs' ? entries.toReversed() : entries;
      }
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, turned(entry, key)]));
    };
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(differences(value, structuredClone(value))).toEqual([]);
        expect(differences(value, turned(value), UNORDERED)).toEqual([]);
      }),
    );
  });
});
