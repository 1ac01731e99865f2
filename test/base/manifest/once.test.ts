import { expect, it } from 'vitest';
import { once, oncePerKey, oncePerObject } from '../../../src/base/manifest/once.js';

it.each([['a value'], [undefined], [0], ['']])('is made once, also if it is %o', (value) => {
  const made: unknown[] = [];
  const make = (key?: unknown): unknown => {
    made.push(key);
    return value;
  };
  const [own, keyed, ofObject] = [once(make), oncePerKey(make), oncePerObject(make)];
  const object = {};
  for (const ask of [() => own(), () => keyed('a'), () => ofObject(object)]) {
    made.length = 0;
    expect([ask(), ask(), made.length]).toEqual([value, value, 1]);
  }
  expect([keyed('b'), made.length]).toEqual([value, 2]);
});
