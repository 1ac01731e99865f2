import { expect, it } from 'vitest';
import { groupBy } from '../../../src/base/kubernetes/object.js';

it('groups by any key, in the order of first appearance', () => {
  expect([...groupBy(['bb', 'a', 'cc', '', 'd'], (text) => text.length)]).toEqual([
    [2, ['bb', 'cc']],
    [1, ['a', 'd']],
    [0, ['']],
  ]);
});

it('takes keys that every object has', () => {
  expect([...groupBy(['constructor', '__proto__', 'constructor'], (text) => text)]).toEqual([
    ['constructor', ['constructor', 'constructor']],
    ['__proto__', ['__proto__']],
  ]);
});
