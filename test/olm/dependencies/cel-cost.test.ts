import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { celCost, type Node } from '../../../src/olm/dependencies/cel-cost.js';

const ENVIRONMENT = new Environment().registerVariable('properties', 'list');
const costOf = (rule: string, properties: readonly unknown[] = []): number =>
  celCost(ENVIRONMENT.parse(rule).ast as unknown as Node, properties);

/** So many properties, each with a list of so many. */
const many = (count: number, each: number): unknown[] =>
  Array.from({ length: count }, () => ({ type: 'a', value: Array.from({ length: each }, () => 1) }));

describe('the steps of a rule', () => {
  it('grow with the properties of each loop over them', () => {
    const [once, twice] = ['properties.all(p, true)', 'properties.all(p, properties.all(q, true))'];
    expect(costOf(once, many(100, 0)) / costOf(once, many(10, 0))).toBeCloseTo(9, 0);
    expect(costOf(twice, many(100, 0)) / costOf(twice, many(10, 0))).toBeGreaterThan(50);
  });

  it('grow with what is within a property', () => {
    const rule = 'properties.all(p, p.value.all(x, x == 1))';
    expect(costOf(rule, many(10, 100)) / costOf(rule, many(10, 10))).toBeGreaterThan(5);
  });

  it('multiply for lists of the rule within each other', () => {
    const list = `[${Array(100).fill('1').join(', ')}]`;
    expect(costOf(`${list}.all(x, ${list}.all(y, ${list}.all(z, x + y == z)))`)).toBeGreaterThan(100 ** 3);
  });

  it('count lists and texts that are put together', () => {
    expect(costOf('[properties + properties].all(l, l.all(x, true))', many(1000, 0))).toBeGreaterThan(
      2 * costOf('properties.all(x, true)', many(1000, 0)),
    );
    const doubled = '["x"].map(a, a + a + a + a).map(b, b + b + b + b)';
    expect(costOf(`${doubled}.all(c, c.contains("y"))`, [{ type: 'x'.repeat(10_000), value: 1 }])).toBeLessThan(2000);
    const grown = doubled.replace('["x"]', 'properties').replace('a + a + a + a', 'a.type + a.type + a.type + a.type');
    expect(costOf(`${grown}.all(c, c.contains("y"))`, [{ type: 'x'.repeat(10_000), value: 1 }])).toBeGreaterThan(10_000);
  });
});
