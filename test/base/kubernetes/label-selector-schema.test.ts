import { describe, expect, it } from 'vitest';
import { labelSelectorSchema } from '../../../src/base/kubernetes/schemas.js';
import { check } from '../../../src/base/manifest/check.js';

const source = { file: 'a.yaml', document: 0, path: [] };
const problems = (selector: unknown) => check(labelSelectorSchema, selector, source).problems;
const expression = (key: string, operator: string, values?: unknown) => ({
  matchExpressions: [{ key, operator, ...(values === undefined ? {} : { values }) }],
});

describe('a label selector', () => {
  it.each<[string, unknown]>([
    ['labels', { matchLabels: { tenant: 'a', 'example.com/env': '' } }],
    ['In', expression('tenant', 'In', ['a', 'b'])],
    ['NotIn', expression('tenant', 'NotIn', ['a'])],
    ['Exists', expression('tenant', 'Exists')],
    ['DoesNotExist with an empty list of values', expression('tenant', 'DoesNotExist', [])],
    ['values that are null', { matchExpressions: [{ key: 'tenant', operator: 'Exists', values: null }] }],
    ['both parts', { matchLabels: { a: 'b' }, ...expression('tenant', 'Exists') }],
    ['parts that are null', { matchLabels: null, matchExpressions: null }],
    ['nothing', {}],
  ])('may have %s', (_, selector) => {
    expect(problems(selector)).toEqual([]);
  });

  it('may say what no label can fulfil: OLM finds that out', () => {
    expect(problems({ matchLabels: { 'a b': '' }, matchExpressions: [{ key: 'a b', operator: 'Is', values: ['not good'] }] })).toEqual([]);
  });

  it.each<[string, unknown, string, (string | number)[]]>([
    ['a label that is not text', { matchLabels: { tenant: 1 } }, 'WRONG_TYPE', ['matchLabels', 'tenant']],
    ['an expression without a key', { matchExpressions: [{ operator: 'Exists' }] }, 'FIELD_MISSING', ['matchExpressions', 0, 'key']],
    ['expressions that are no list', { matchExpressions: { key: 'a' } }, 'WRONG_TYPE', ['matchExpressions']],
    ['a value that is not text', expression('a', 'In', [true]), 'WRONG_TYPE', ['matchExpressions', 0, 'values', 0]],
  ])('cannot have %s', (_, selector, code, at) => {
    expect(problems(selector)).toMatchObject([{ code, at }]);
  });
});

// The OpenShift guide "Operator groups" prints `selector: {cool.io/prod: "true"}`. The API server drops the key, and
// the empty selector that is left selects every namespace.
describe('labels that stand right under selector', () => {
  it('are a problem that shows the right form', () => {
    expect(problems({ 'cool.io/prod': 'true' })).toEqual([
      {
        code: 'INVALID_SELECTOR',
        message: 'labels must be under matchLabels; as written, the selector would select all namespaces',
        source,
        at: [],
        found: 'cool.io/prod',
        expected: 'matchLabels and/or matchExpressions',
        fix: 'write\nselector:\n  matchLabels:\n    "cool.io/prod": "true"',
      },
    ]);
  });

  it('are all named', () => {
    expect(problems({ tenant: 'a', env: 'prod' })).toMatchObject([
      { found: 'tenant, env', fix: 'write\nselector:\n  matchLabels:\n    "tenant": "a"\n    "env": "prod"' },
    ]);
  });

  it('may have values of any kind', () => {
    expect(problems({ 'on: a\nb': 9007199254740993n, env: true, tenant: null })).toMatchObject([
      { fix: 'write\nselector:\n  matchLabels:\n    "on: a\\nb": 9007199254740993\n    "env": true\n    "tenant": null' },
    ]);
  });

  it.each<[string, unknown]>([
    ['misspelt parts', { matchlabels: { a: 'b' } }],
    ['a key beside matchLabels', { matchLabels: { a: 'b' }, env: 'prod' }],
  ])('are found as %s', (_, selector) => {
    expect(problems(selector)).toMatchObject([{ code: 'INVALID_SELECTOR', at: [] }]);
  });
});
