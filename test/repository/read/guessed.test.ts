import { expect, it } from 'vitest';
import type { Finding } from '../../../src/olm/model/finding.js';
import { ofGuessed } from '../../../src/repository/read/guessed.js';

it('names that only a rendering would give are not told of a cluster that nobody calls one', () => {
  const findings = ['operator-group-name-shared', 'unknown-operator'].map((id) => ({ id })) as unknown as Finding[];
  const unit = { name: 'a', files: [], near: () => undefined };
  expect(ofGuessed(findings, [unit])).toHaveLength(2);
  expect(ofGuessed(findings, [{ ...unit, isGuessed: true }]).map(({ id }) => id)).toEqual(['unknown-operator']);
});
