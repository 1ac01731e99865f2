import { expect, it } from 'vitest';
import { fromTo } from '../../src/report/review/alike-findings.js';
import { changeOf } from '../support/hand-made-review.js';

it('what something was and becomes is told unless the sentence says both', () => {
  const values = { before: 'a:1', after: 'a:2' };
  expect(fromTo(changeOf({ message: '1 image has another version', ...values }))).toEqual(['a:1', 'a:2']);
  expect(fromTo(changeOf({ message: 'runs a:2 instead of a:1', ...values }))).toBeUndefined();
  expect(fromTo(changeOf({ message: 'runs a:2', after: 'a:2' }))).toBeUndefined();
});
