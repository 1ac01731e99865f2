import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorsOf, smallestContradiction } from '../../../src/olm/resolver/orders.js';
import { formulaOf, solve } from '../../../src/olm/resolver/solver.js';
import type { Constraint, Variable } from '../../../src/olm/resolver/variable.js';
import { runs } from '../../support/runs.js';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const id = fc.constantFrom(...IDS);

const constraint: fc.Arbitrary<Constraint> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Constraint>({ kind: 'mandatory', text: 'has to be' }) },
  { weight: 1, arbitrary: fc.constant<Constraint>({ kind: 'prohibited', text: 'must not be' }) },
  {
    weight: 8,
    arbitrary: fc.uniqueArray(id, { maxLength: 4 }).map((ids): Constraint => ({ kind: 'dependency', text: `needs ${ids}`, ids })),
  },
  { weight: 2, arbitrary: id.map((other): Constraint => ({ kind: 'conflict', text: `not beside ${other}`, with: other })) },
  {
    weight: 3,
    arbitrary: fc
      .uniqueArray(id, { minLength: 2, maxLength: 4 })
      .map((ids): Constraint => ({ kind: 'atMostOne', text: `one of ${ids}`, ids })),
  },
);

const variables: fc.Arbitrary<ReadonlyMap<string, Variable>> = fc
  .array(fc.array(constraint, { maxLength: 3 }), { minLength: IDS.length, maxLength: IDS.length })
  .map((lists) => new Map(IDS.map((name, index) => [name, { id: name, constraints: lists[index] ?? [] }])));

/** Whether a choice keeps every constraint. */
function holds(chosen: ReadonlySet<string>, all: ReadonlyMap<string, Variable>): boolean {
  return [...all.values()].every(({ id: self, constraints }) =>
    constraints.every((one) => {
      switch (one.kind) {
        case 'mandatory':
          return chosen.has(self);
        case 'prohibited':
          return !chosen.has(self);
        case 'dependency':
          return !chosen.has(self) || one.ids.some((other) => chosen.has(other));
        case 'conflict':
          return !chosen.has(self) || !chosen.has(one.with);
        case 'atMostOne':
          return one.ids.filter((other) => chosen.has(other)).length <= 1;
      }
      return false;
    }),
  );
}

/** OLM's search in its plainest form: guess, look at the end, undo the latest guess. */
function plainSearch(
  all: ReadonlyMap<string, Variable>,
  queue: readonly (readonly string[])[],
  chosen: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const [candidates, ...rest] = queue;
  if (!candidates) return holds(chosen, all) ? chosen : undefined;
  if (candidates.some((one) => chosen.has(one))) return plainSearch(all, rest, chosen);
  for (const one of candidates) {
    const needs = (all.get(one)?.constraints ?? []).flatMap((each) => (each.kind === 'dependency' ? [each.ids] : []));
    const found = plainSearch(all, [...rest, ...needs], new Set([...chosen, one]));
    if (found) return found;
  }
  return undefined;
}

describe('the search', () => {
  it('finds what guessing in the same order finds', () => {
    fc.assert(
      fc.property(variables, (all) => {
        const formula = formulaOf(all);
        const anchors = anchorsOf(formula);
        const answer = solve(formula, anchors);
        const plain = plainSearch(
          all,
          anchors.map((one) => [one]),
          new Set(),
        );
        expect('chosen' in answer ? [...answer.chosen].sort() : undefined).toEqual(plain && [...plain].sort());
      }),
      runs(1000),
    );
  });

  it('calls a solution uncontested only if every order of the mandatory variables gives it', () => {
    fc.assert(
      fc.property(variables, (all) => {
        const formula = formulaOf(all);
        const anchors = anchorsOf(formula);
        const answer = solve(formula, anchors);
        if (!('chosen' in answer) || answer.isContested) return;
        const other = solve(formula, anchors.toReversed());
        expect('chosen' in other && [...other.chosen].sort()).toEqual([...answer.chosen].sort());
      }),
      runs(700),
    );
  });

  it('gives a contradiction of which nothing can be left out', () => {
    fc.assert(
      fc.property(variables, (all) => {
        const formula = formulaOf(all);
        const answer = solve(formula, anchorsOf(formula));
        if (!('core' in answer)) return;
        const smallest = smallestContradiction(formula, answer.core);
        const indexes = smallest.map((one) => formula.constraints.indexOf(one));
        expect('core' in solve(formula, anchorsOf(formula), new Set(indexes))).toBe(true);
        for (const index of indexes) {
          const without = new Set(indexes.filter((other) => other !== index));
          expect('core' in solve(formula, anchorsOf(formula), without)).toBe(false);
        }
      }),
      runs(400),
    );
  });

  it('ends early where every combination of many versions fails', () => {
    // Twenty operators of twenty versions, each of which needs one of a pair that only one of them can have.
    const all = new Map<string, Variable>();
    const add = (name: string, constraints: Constraint[]): void => void all.set(name, { id: name, constraints });
    for (let operator = 0; operator < 20; operator += 1) {
      const versions = Array.from({ length: 20 }, (_, version) => `${operator}/${version}`);
      add(`s${operator}`, [
        { kind: 'mandatory', text: `s${operator}` },
        { kind: 'dependency', text: `s${operator} needs`, ids: versions },
      ]);
      for (const version of versions)
        add(version, [{ kind: 'dependency', text: `${version} needs`, ids: operator % 2 === 0 ? ['left'] : ['right'] }]);
    }
    add('left', []);
    add('right', []);
    add('unique', [{ kind: 'atMostOne', text: 'left and right', ids: ['left', 'right'] }]);
    const formula = formulaOf(all);
    expect('core' in solve(formula, anchorsOf(formula))).toBe(true);
  });
});
