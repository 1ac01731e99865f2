import { describe, expect, it } from 'vitest';
import { LARGEST, workOrders } from '../../../../src/olm/rules/order/orders.js';

const letters = (count: number): string[] => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));

describe('the orders of work', () => {
  it('begin with the one that is rendered', () => {
    expect(workOrders(['a', 'b'])[0]).toMatchObject({ arrival: ['a', 'b'], together: true });
  });

  it('hold every order of arrival of a few', () => {
    const arrivals = workOrders(letters(3)).flatMap(({ arrival, together }) => (together ? [] : [arrival.join('')]));
    expect(arrivals.sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  });

  it('are the same each time', () => {
    const rounds = () => workOrders(letters(9)).map(({ arrival, round }) => [arrival, round(arrival)]);
    expect(rounds()).toEqual(rounds());
  });

  it('are few for very many', () => {
    expect(workOrders(Array.from({ length: LARGEST + 1 }, (_, index) => index))).toHaveLength(3);
  });
});
