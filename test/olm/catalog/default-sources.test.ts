import { describe, expect, it } from 'vitest';
import { defaultPriority, disabledSources } from '../../../src/olm/catalog/catalog-source.js';
import { isCertifiedCatalog } from '../../../src/olm/catalog/certified.js';

const ALL = ['redhat-operators', 'certified-operators', 'redhat-marketplace', 'community-operators'];

describe('the OperatorHub of OpenShift turns default sources', () => {
  const off = (spec: unknown, name = 'cluster'): string[] => disabledSources({ metadata: { name }, spec });

  it('on, as long as it says nothing', () => {
    expect([off({}), off(undefined)]).toEqual([[], []]);
  });

  it('off, all of them or by name', () => {
    expect(off({ disableAllDefaultSources: true })).toEqual(ALL);
    expect(off({ sources: [{ name: 'community-operators', disabled: true }, { name: 'redhat-operators' }] })).toEqual([
      'community-operators',
    ]);
  });

  it('on by name, where all others are off', () => {
    expect(off({ disableAllDefaultSources: true, sources: [{ name: 'redhat-operators', disabled: false }] })).toEqual(ALL.slice(1));
  });

  it('by the one object with its name', () => {
    expect(off({ disableAllDefaultSources: true }, 'other')).toEqual([]);
  });
});

describe('a catalog that OpenShift brings', () => {
  it.each([
    ['openshift-marketplace', 'redhat-operators', true],
    ['openshift-marketplace', 'community-operators', false],
    ['team', 'redhat-operators', false],
  ])('%s/%s holds what Red Hat certified: %j', (namespace, name, expected) => {
    expect(isCertifiedCatalog({ namespace, name })).toBe(expected);
  });
});

describe('a default source of OpenShift', () => {
  it.each([
    ['redhat-operators', -100],
    ['certified-operators', -200],
    ['redhat-marketplace', -300],
    ['community-operators', -400],
    ['other', undefined],
  ])('%s has the priority that operator-marketplace gives it: %j', (name, priority) => {
    expect(defaultPriority({ namespace: 'openshift-marketplace', name })).toBe(priority);
    expect(defaultPriority({ namespace: 'team', name })).toBeUndefined();
  });
});
