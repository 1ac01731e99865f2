import { expect, it } from 'vitest';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { sharedRule } from '../../../../src/review/rules/access/shared-rule.js';

it('is one object for equal rules, and another for each difference', () => {
  const fields = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;
  const all = fields.flatMap((field) => [['a'], ['a', 'b'], ['b', 'a'], ['a,b'], []].map((values): PolicyRule => ({ [field]: values })));
  const [one, other] = [all, structuredClone(all)].map((rules) => rules.map(sharedRule)) as [PolicyRule[], PolicyRule[]];
  expect(one).toEqual(all);
  expect(one.every((rule, index) => rule === other[index])).toBe(true);
  expect(new Set(one).size).toBe(all.length);
});

it('keeps no rule of thousands of names, and no more than a bound', () => {
  const long: PolicyRule = { resourceNames: Array.from({ length: 2_000 }, (_, index) => `name-${index}`) };
  expect(sharedRule(long)).toBe(long);
  expect(sharedRule(structuredClone(long))).not.toBe(long);
  for (let index = 0; index < 25_000; index += 1) sharedRule({ verbs: [`verb-${index}`] });
  const late: PolicyRule = { verbs: ['late'] };
  expect([sharedRule(late), sharedRule({ verbs: ['late'] })]).toEqual([late, late]);
  expect(sharedRule({ verbs: ['late'] })).not.toBe(late);
});
