import { describe, expect, it } from 'vitest';
import { inShard, readShard } from '../../../src/repository/units/choose-units.js';

const units = Array.from({ length: 23 }, (_, index) => ({ name: `unit-${index}`, cost: (index * 37) % 101 }));
const costOf = ({ cost }: { readonly cost: number }): number => cost;

describe('a shard', () => {
  it.each(['1/1', '2/4', '1000/1000'])('is written as %s', (text) => {
    const [index, of] = text.split('/').map(Number);
    expect(readShard(text)).toEqual({ index, of });
  });

  it.each(['', '1', '0/4', '5/4', '1/0', '-1/4', '1/4/2', '01/4', '1.5/4', '1/1001', ' 1/4'])('is not %j', (text) => {
    expect(readShard(text)).toBeUndefined();
  });
});

describe('the shards of units', () => {
  const shards = (of: number, from = units) => Array.from({ length: of }, (_, index) => inShard(from, { index: index + 1, of }, costOf));

  it.each([1, 2, 3, 4, 5, 40])('have each unit once: %i', (of) => {
    expect(
      shards(of)
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(units.map(({ name }) => name).sort());
  });

  it('are the same whatever the order in which units are found, and keep that order', () => {
    const names = (from: typeof units) => shards(4, from).map((own) => own.map(({ name }) => name).sort());
    expect(names(units.toReversed())).toEqual(names(units));
    expect(shards(4)[1]).toEqual(units.filter((unit) => shards(4)[1]?.includes(unit)));
  });

  it('cost about the same', () => {
    const costs = shards(4).map((own) => own.reduce((sum, { cost }) => sum + cost, 0));
    expect(Math.max(...costs) - Math.min(...costs)).toBeLessThan(20);
  });
});
