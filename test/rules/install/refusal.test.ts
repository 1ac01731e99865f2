import { expect, it } from 'vitest';
import { repeated } from '../../../src/rules/install/refusal.js';

it('entries are repeated from the second on', () => {
  expect(repeated(['a', 'b', 'a', 'a'], (entry) => entry)).toEqual([
    [2, 'a'],
    [3, 'a'],
  ]);
});
