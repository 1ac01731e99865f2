import { expect, it } from 'vitest';
import { clausesOf, isTransition, keywordClauses, normalRule } from '../../../../src/olm/rules/crd-upgrade/cel-clauses.js';

it('reads plain conditions, and keeps others as text', () => {
  expect(clausesOf('has(self.a) && (self.b >= 2 || !has(self.b))', '^.spec')).toEqual([
    [{ is: 'present', of: '^.spec.a' }],
    [
      { is: 'at least', of: '^.spec.b', bound: 2 },
      { is: 'absent', of: '^.spec.b' },
    ],
  ]);
  expect(clausesOf('self.a ? self.b > 1 : true', '^')).toEqual([[{ is: 'other', text: '^.a?^.b>1:true' }]]);
  expect(clausesOf(String.raw`self.matches(r'\d')`, '^.x')).toEqual([[{ is: 'matching', of: '^.x', pattern: String.raw`\d` }]]);
});

it('takes a keyword for the same condition', () => {
  expect(keywordClauses('minLength', 1, '^.x')).toEqual(clausesOf("self != ''", '^.x'));
  expect(keywordClauses('maxItems', 4, '^.x')).toEqual(clausesOf('self.size() < 5', '^.x'));
  expect(keywordClauses('enum', ['a', 'b'], '^.x')).toEqual(clausesOf("self == 'a' || self == 'b'", '^.x'));
});

it('does not count spaces, comments and quotes, and sees what compares an object with what it was', () => {
  expect(normalRule("self == 'a' // why\n")).toBe(normalRule('self=="a"'));
  expect(isTransition('self == oldSelf')).toBe(true);
  expect(isTransition("self == 'oldSelf'")).toBe(false);
});

it('reads a hostile rule in time', () => {
  const many = Array.from({ length: 200 }, (_, index) => `(self.a${index} && self.b${index})`).join(' || ');
  expect(clausesOf(many, '^')).toHaveLength(1);
  expect(clausesOf(`${'('.repeat(5000)}self${')'.repeat(5000)}`, '^')).toHaveLength(1);
});
