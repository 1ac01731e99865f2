import { describe, expect, it } from 'vitest';
import { foldReviews } from '../../../src/review/compare/fold.js';
import { type Review, reported, toldList } from '../../../src/review/compare/review.js';

const EMPTY: Review = {
  base: 'base',
  head: 'head',
  findings: [],
  gained: [],
  lost: [],
  renames: [],
  profiles: [],
  operators: [],
  changes: [],
  objects: { added: 0, removed: 0, changed: 1 },
  unread: [],
};
const risk = (message: string, file: string) => ({
  id: 'a',
  severity: 'error' as const,
  subject: { kind: 'Role', name: 'a' },
  message,
  fix: '',
  related: [],
  place: { file },
});
const withRisk = (message: string, file: string): Review =>
  ({ ...EMPTY, findings: toldList({ risk: { new: [risk(message, file) as never] } }) }) satisfies Review;

describe('the reviews of several units', () => {
  it('tell once what is the same but for its place, and say where it is', () => {
    const folded = foldReviews([
      { review: EMPTY },
      { unit: 'a', review: withRisk('grants more', 'a.yaml') },
      { unit: 'b', review: withRisk('grants more', 'b.yaml') },
      { unit: 'c', review: withRisk('grants less', 'c.yaml') },
    ]);
    expect(reported(folded, 'new', 'risk')).toMatchObject([
      { message: 'grants more (in 2 of 3 units: a, b)', place: { file: 'a.yaml' } },
      { message: 'grants less (in c)' },
    ]);
    expect(folded.objects).toEqual({ added: 0, removed: 0, changed: 4 });
  });

  it('stay apart where only their lists differ, in the order of the first of each', () => {
    const related = (name: string) => ({ ...risk('the same', `${name}.yaml`), related: [{ kind: 'Role', name }] }) as never;
    const holding = (...names: string[]) => ({ ...EMPTY, findings: toldList({ risk: { new: names.map(related) } }) }) as Review;
    const folded = foldReviews([
      { unit: 'a', review: holding('x', 'y') },
      { unit: 'b', review: holding('y', 'x', 'z') },
    ]);
    expect(reported(folded, 'new', 'risk').map(({ related: [one], message }) => [one?.name, message])).toEqual([
      ['x', 'the same (in all 2 units: a, b)'],
      ['y', 'the same (in all 2 units: a, b)'],
      ['z', 'the same (in b)'],
    ]);
  });

  it('are as they are where there is one', () => {
    const review = withRisk('grants more', 'a.yaml');
    expect(foldReviews([{ review }])).toEqual(review);
  });

  it('keep the risks of profiles those of the list', () => {
    const one = risk('holds', 'a.yaml') as never;
    const review = {
      ...EMPTY,
      findings: toldList({ risk: { new: [one] } }),
      profiles: [{ operator: { kind: 'ClusterServiceVersion', name: 'a' }, risks: [one] }],
    } as Review;
    const folded = foldReviews([
      { unit: 'a', review },
      { unit: 'b', review: EMPTY },
    ]);
    expect(folded.profiles[0]?.risks[0]).toBe(reported(folded, 'new', 'risk')[0]);
  });
});
