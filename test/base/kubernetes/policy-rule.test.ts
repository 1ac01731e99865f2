import { describe, expect, it } from 'vitest';
import { policyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { policyRuleSchema } from '../../../src/base/kubernetes/schemas.js';
import { check } from '../../../src/base/manifest/check.js';

describe('a rule as OLM reads it from a CSV', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'in the order of the Go type',
      { resources: ['pods'], nonResourceURLs: ['/healthz'], apiGroups: [''], resourceNames: ['a'], verbs: ['get'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'], nonResourceURLs: ['/healthz'] },
    ],
    // encoding/json matches keys without regard to case.
    [
      'whatever the case of its keys',
      { apigroups: ['apps'], RESOURCES: ['deployments'], nonResourceUrls: ['/a'], Verbs: ['*'] },
      { verbs: ['*'], apiGroups: ['apps'], resources: ['deployments'], nonResourceURLs: ['/a'] },
    ],
    ['without keys that the type does not have', { verbs: ['get'], apiGroup: ['apps'], note: 'x' }, { verbs: ['get'] }],
    ['without empty lists, but for verbs', { verbs: [], apiGroups: [], resources: [], resourceNames: null }, { verbs: [] }],
    ['without verbs that are not there', { resources: ['pods'] }, { resources: ['pods'] }],
    ['with an empty core group', { apiGroups: [''], verbs: ['get'] }, { verbs: ['get'], apiGroups: [''] }],
  ])('comes %s', (_, raw, rule) => {
    expect(Object.entries(policyRule(raw))).toEqual(Object.entries(rule));
  });
});

describe('a rule in a manifest', () => {
  const problems = (rule: unknown) => check(policyRuleSchema, rule, { file: 'a.yaml', document: 0, path: [] }).problems;

  it.each<[string, unknown]>([
    ['all lists', { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'], nonResourceURLs: ['/'] }],
    ['no lists', {}],
    ['lists that are null', { verbs: null, apiGroups: null }],
    ['lists in another case', { apigroups: ['apps'], VERBS: [], nonResourceUrls: null }],
    ['somebody’s misspelling, which means nothing to Kubernetes', { apiGroup: 'apps', verb: 1 }],
  ])('may have %s', (_, rule) => {
    expect(problems(rule)).toEqual([]);
  });

  it.each<[string, unknown, (string | number)[]]>([
    ['text for a list', { verbs: 'get' }, ['verbs']],
    ['a number in a list', { resources: ['pods', 1] }, ['resources', 1]],
    ['text for a list in another case', { apigroups: 'apps' }, ['apigroups']],
    ['a number in a list in another case', { Verbs: ['get', 1] }, ['Verbs']],
    ['a mapping for a list in another case, beside a good list', { verbs: ['get'], VERBS: {} }, ['VERBS']],
  ])('cannot have %s', (_, rule, at) => {
    expect(problems(rule)).toMatchObject([{ code: 'WRONG_TYPE', at }]);
  });

  // encoding/json refuses them too: "cannot unmarshal string into Go struct field PolicyRule.apiGroups of type []string".
  it('says what stands under a key in another case', () => {
    expect(problems({ apigroups: 'apps' })).toEqual([
      {
        code: 'WRONG_TYPE',
        message: 'the value has the wrong type',
        source: { file: 'a.yaml', document: 0, path: [] },
        at: ['apigroups'],
        found: 'the text "apps"',
        expected: 'a list of strings',
        fix: 'write each entry on a line of its own after "- "',
      },
    ]);
  });

  it('cannot spell out more rights than can be compared one by one', () => {
    const many = (length: number): string[] => Array.from({ length }, (_, index) => `x${index}`);
    const rule = { verbs: many(10), apigroups: many(100), resources: many(100) };
    expect(problems(rule)).toEqual([]);
    expect(problems({ ...rule, resourceNames: ['a', 'b'] })).toEqual([
      {
        code: 'INVALID_VALUE',
        message: 'the rule lists more permissions than can be reviewed',
        source: { file: 'a.yaml', document: 0, path: [] },
        at: [],
        found: '200000 permissions: verbs × API groups × resources × names',
        expected: 'at most 100000',
        fix: 'split the rule, or write "*" to mean all',
      },
    ]);
    expect(problems({ verbs: many(1000), nonResourceURLs: many(101) })).toMatchObject([{ code: 'INVALID_VALUE' }]);
  });
});
