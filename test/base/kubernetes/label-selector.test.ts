import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmptySelector, matchesSelector, selectorMistakes } from '../../../src/base/kubernetes/label-selector.js';

const key = fc.constantFrom('tenant', 'tier', '__proto__', 'toString');
const value = fc.constantFrom('', 'a', 'b');
const labels = fc.dictionary(key, value, { noNullPrototype: true });

describe('label selector', () => {
  it('matches when every label and every expression holds', () => {
    const selector = {
      matchLabels: { tenant: 'a' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['gold', 'silver'] },
        { key: 'stage', operator: 'Exists' },
      ],
    };
    expect(matchesSelector(selector, { tenant: 'a', tier: 'gold', stage: '' })).toBe(true);
    expect(matchesSelector(selector, { tenant: 'b', tier: 'gold', stage: '' })).toBe(false);
    expect(matchesSelector(selector, { tenant: 'a', tier: 'lead', stage: '' })).toBe(false);
    expect(matchesSelector(selector, { tenant: 'a', tier: 'gold' })).toBe(false);
  });

  it('tells an empty value from an absent label', () => {
    expect(matchesSelector({ matchLabels: { tenant: '' } }, {})).toBe(false);
    expect(matchesSelector({ matchLabels: { tenant: '' } }, { tenant: '' })).toBe(true);
    expect(matchesSelector({ matchExpressions: [{ key: 'tenant', operator: 'In', values: [''] }] }, {})).toBe(false);
  });

  it('sees only labels that the namespace has itself', () => {
    expect(matchesSelector({ matchExpressions: [{ key: 'toString', operator: 'Exists' }] }, {})).toBe(false);
    expect(matchesSelector({ matchExpressions: [{ key: 'constructor', operator: 'DoesNotExist' }] }, {})).toBe(true);
  });

  it('holds for NotIn exactly where it does not hold for In, and likewise for the other pair', () => {
    const one = (operator: string, name: string, values?: string[]) => ({
      matchExpressions: [{ key: name, operator, ...(values ? { values } : {}) }],
    });
    fc.assert(
      fc.property(labels, key, fc.array(value, { minLength: 1 }), (has, name, values) => {
        expect(matchesSelector(one('NotIn', name, values), has)).toBe(!matchesSelector(one('In', name, values), has));
        expect(matchesSelector(one('DoesNotExist', name), has)).toBe(!matchesSelector(one('Exists', name), has));
        expect(matchesSelector(one('Exists', name), has)).toBe(Object.hasOwn(has, name));
      }),
    );
  });

  it('says the same as In with one value when it is written as matchLabels', () => {
    fc.assert(
      fc.property(labels, key, value, (has, name, wanted) => {
        const expression = { matchExpressions: [{ key: name, operator: 'In', values: [wanted] }] };
        expect(matchesSelector({ matchLabels: Object.fromEntries([[name, wanted]]) }, has)).toBe(matchesSelector(expression, has));
      }),
    );
  });

  it('is empty without labels and expressions', () => {
    expect(isEmptySelector({})).toBe(true);
    expect(isEmptySelector({ matchLabels: {}, matchExpressions: [] })).toBe(true);
    expect(isEmptySelector({ matchLabels: null, matchExpressions: null })).toBe(true);
    expect(isEmptySelector({ matchLabels: { tenant: 'a' } })).toBe(false);
    expect(isEmptySelector({ matchExpressions: [{ key: 'tenant', operator: 'Exists' }] })).toBe(false);
  });
});

describe('what Kubernetes cannot read in a selector', () => {
  it.each([
    ['in', ['a'], '"in" is not one of the operators In, NotIn, Exists and DoesNotExist'],
    ['constructor', undefined, '"constructor" is not one of the operators In, NotIn, Exists and DoesNotExist'],
    ['In', undefined, 'the operator In needs values'],
    ['NotIn', [], 'the operator NotIn needs values'],
    ['Exists', ['a'], 'the operator Exists takes no values'],
    ['NotIn', ['a', '-'], '"-" is not a valid label value'],
  ])('%s %j', (operator, values, mistake) => {
    expect(selectorMistakes({ matchExpressions: [{ key: 'tenant', operator, ...(values ? { values } : {}) }] })).toEqual([mistake]);
  });

  it('is nothing in a good one', () => {
    const matchExpressions = [
      { key: 'tenant', operator: 'In', values: ['', 'a'] },
      { key: 'example.com/env', operator: 'DoesNotExist', values: null },
    ];
    expect(selectorMistakes({ matchLabels: { tenant: 'a' }, matchExpressions })).toEqual([]);
  });
});
