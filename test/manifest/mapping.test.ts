import { expect, it } from 'vitest';
import { isMapping } from '../../src/manifest/mapping.js';

it.each([[{}], [{ a: 1 }], [JSON.parse('{"__proto__": 1}')]])('is a mapping: %j', (value) => {
  expect(isMapping(value)).toBe(true);
});

it.each([[null], [undefined], [[]], ['{}'], [1], [true]])('is none: %j', (value) => {
  expect(isMapping(value)).toBe(false);
});
