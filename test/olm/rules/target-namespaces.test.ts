import { describe, expect, it } from 'vitest';
import { targetNamespaces } from '../../../src/olm/rules/namespace-set.js';
import { clusterOf, type GroupFields, group, namespace } from '../../support/build.js';

const NAMESPACES = [
  namespace('team-b', { tenant: 'b', tier: 'gold' }),
  namespace('team-a', { tenant: 'a', tier: 'gold' }),
  namespace('team-c', { tenant: 'c' }),
  namespace('operators'),
];

function targetsOf(fields: GroupFields): readonly string[] | undefined {
  const { operatorGroups, namespaces } = clusterOf(...NAMESPACES, group('operators/group', fields));
  return targetNamespaces(operatorGroups[0] as (typeof operatorGroups)[0], namespaces);
}

describe('target namespaces', () => {
  it('are those that spec.targetNamespaces lists, sorted', () => {
    expect(targetsOf({ targets: ['team-b', 'operators', 'team-a'] })).toEqual(['operators', 'team-a', 'team-b']);
  });

  it('are listed once, however often they are given', () => {
    expect(targetsOf({ targets: ['team-b', 'team-a', 'team-b'] })).toEqual(['team-a', 'team-b']);
  });

  it('need not exist when they are listed', () => {
    expect(targetsOf({ targets: ['not-there', 'team-a'] })).toEqual(['not-there', 'team-a']);
  });

  it('do not include the operator namespace unless it is selected', () => {
    expect(targetsOf({ targets: ['team-a'] })).toEqual(['team-a']);
    expect(targetsOf({ selector: { matchLabels: { tenant: 'a' } } })).toEqual(['team-a']);
  });

  it('are decided by the list alone when there is a selector as well', () => {
    expect(targetsOf({ targets: ['team-c'], selector: { matchLabels: { tier: 'gold' } } })).toEqual(['team-c']);
  });

  it.each<[string, GroupFields]>([
    ['neither list nor selector', {}],
    ['an empty list', { targets: [] }],
    ['an empty selector', { selector: {} }],
    ['a selector with empty parts', { selector: { matchLabels: {}, matchExpressions: [] } }],
    ['an empty list and an empty selector', { targets: [], selector: {} }],
  ])('are all namespaces with %s', (_, fields) => {
    expect(targetsOf(fields)).toEqual(['']);
  });

  it('are those of the selector when the list is empty', () => {
    expect(targetsOf({ targets: [], selector: { matchLabels: { tenant: 'c' } } })).toEqual(['team-c']);
  });

  it('cannot be computed when the list holds the empty string', () => {
    expect(targetsOf({ targets: [''] })).toBeUndefined();
    expect(targetsOf({ targets: ['team-a', ''] })).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['matchLabels', { matchLabels: { tier: 'gold' } }, ['team-a', 'team-b']],
    ['all of several matchLabels', { matchLabels: { tier: 'gold', tenant: 'b' } }, ['team-b']],
    ['In', { matchExpressions: [{ key: 'tenant', operator: 'In', values: ['a', 'c'] }] }, ['team-a', 'team-c']],
    [
      'NotIn, also where the label is absent',
      { matchExpressions: [{ key: 'tenant', operator: 'NotIn', values: ['a'] }] },
      ['operators', 'team-b', 'team-c'],
    ],
    ['Exists', { matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, ['team-a', 'team-b']],
    ['DoesNotExist', { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, ['operators', 'team-c']],
    [
      'matchLabels and matchExpressions together',
      { matchLabels: { tier: 'gold' }, matchExpressions: [{ key: 'tenant', operator: 'NotIn', values: ['a'] }] },
      ['team-b'],
    ],
    ['the label of its name that every namespace has', { matchLabels: { 'kubernetes.io/metadata.name': 'operators' } }, ['operators']],
    ['nothing', { matchLabels: { tenant: 'z' } }, []],
  ])('are selected by %s', (_, selector, expected) => {
    expect(targetsOf({ selector })).toEqual(expected);
  });
});
