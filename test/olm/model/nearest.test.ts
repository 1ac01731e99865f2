import { describe, expect, it } from 'vitest';
import { nearest, nearestFew } from '../../../src/olm/model/nearest.js';

describe('did you mean', () => {
  it.each<[string, string, string[], string | undefined]>([
    ['a swap of letters', 'OperatorGruop', ['Subscription', 'OperatorGroup'], 'OperatorGroup'],
    ['a letter too few', 'Namspace', ['Namespace', 'Node'], 'Namespace'],
    ['another case', 'operatorgroup', ['OperatorCondition', 'OperatorGroup'], 'OperatorGroup'],
    ['another case rather than another letter', 'POD', ['POT', 'Pod'], 'Pod'],
    ['a plural', 'namespaces', ['namespace'], 'namespace'],
    ['nothing for another word', 'Widget', ['Namespace', 'Secret'], undefined],
    ['nothing without candidates', 'a', [], undefined],
    ['more slips in a longer word', 'ClusterServiceVersoinss', ['ClusterServiceVersion'], 'ClusterServiceVersion'],
    ['no more than two in a short one', 'team-xyz', ['team-a'], undefined],
  ])('finds %s', (_, word, candidates, found) => {
    expect(nearest(word, candidates)).toBe(found);
  });

  it('is not looked for among very many, nor for a very long word, but for a difference of case', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `team-${index}`);
    expect([nearest('taem-1', many), nearest('Team-1', many), nearest(`${'a'.repeat(300)}b`, ['a'.repeat(300)])]).toEqual([
      undefined,
      'team-1',
      undefined,
    ]);
  });

  it('allows as many slips as it is told', () => {
    expect([nearest('support', ['suport'], 1), nearest('spport', ['support'], 1), nearest('sport', ['support'], 1)]).toEqual([
      'suport',
      'support',
      undefined,
    ]);
  });
});

describe('a few near words', () => {
  it('begin with the nearest, then go by name', () => {
    expect(nearestFew('stabel', ['zzzzzz', 'stable', 'xxxxxx', 'table'])).toEqual(['stable', 'table', 'xxxxxx', 'zzzzzz']);
  });

  it('are five, and the number of the others', () => {
    expect(nearestFew('v9', ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v9'])).toEqual(['v9', 'v1', 'v2', 'v3', 'v4', '… (2 more)']);
  });

  it('are none of none', () => {
    expect(nearestFew('a', [])).toEqual([]);
  });
});
