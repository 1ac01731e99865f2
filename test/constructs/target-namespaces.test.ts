import { describe, expect, it } from 'vitest';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';

describe('the target namespaces of a group', () => {
  it.each([
    ['all', TargetNamespaces.all(), {}],
    ['named', TargetNamespaces.named('b', 'a'), { targetNamespaces: ['b', 'a'] }],
    ['labelled', TargetNamespaces.labelled({ tenant: 'a', stage: 'prod' }), { selector: { matchLabels: { tenant: 'a', stage: 'prod' } } }],
    [
      'selected',
      TargetNamespaces.selected({ matchExpressions: [{ key: 'tenant', operator: 'Exists' }] }),
      { selector: { matchExpressions: [{ key: 'tenant', operator: 'Exists' }] } },
    ],
  ])('%s', (_, { spec }, expected) => {
    expect(spec).toEqual(expected);
  });

  it('cannot be named without a name: an empty list would select all namespaces', () => {
    expect(() => TargetNamespaces.named()).toThrow(
      new RangeError('TargetNamespaces.named needs at least one name; use TargetNamespaces.all() to select all namespaces'),
    );
  });

  it('cannot be labelled without a label: an empty selector would select all namespaces', () => {
    expect(() => TargetNamespaces.labelled({})).toThrow(
      new RangeError('TargetNamespaces.labelled needs at least one label; use TargetNamespaces.all() to select all namespaces'),
    );
  });

  it.each<[string, Parameters<typeof TargetNamespaces.selected>[0]]>([
    ['nothing', {}],
    ['empty parts', { matchLabels: {}, matchExpressions: [] }],
  ])('cannot be selected with %s: an empty selector would select all namespaces', (_, selector) => {
    expect(() => TargetNamespaces.selected(selector)).toThrow(
      new RangeError('TargetNamespaces.selected needs at least one requirement; use TargetNamespaces.all() to select all namespaces'),
    );
  });

  it('may be selected with either part alone', () => {
    expect(TargetNamespaces.selected({ matchLabels: { a: 'b' }, matchExpressions: [] }).spec).toEqual({
      selector: { matchLabels: { a: 'b' }, matchExpressions: [] },
    });
    expect(TargetNamespaces.selected({ matchExpressions: [{ key: 'a', operator: 'Exists' }] }).spec).toEqual({
      selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] },
    });
  });

  it('do not change when the labels do that they were made of', () => {
    const labels: Record<string, string> = { tenant: 'a' };
    const targets = TargetNamespaces.labelled(labels);
    labels.tenant = 'b';
    expect(targets.spec).toEqual({ selector: { matchLabels: { tenant: 'a' } } });
  });
});
