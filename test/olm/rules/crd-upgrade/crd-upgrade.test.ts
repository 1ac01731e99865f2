import { describe, expect, it } from 'vitest';
import { crdUpgrade, isHarmless, storedVersionsOf } from '../../../../src/olm/rules/crd-upgrade/crd-upgrade.js';
import { CRD_PAIRS, crdOf, field } from '../../../support/crd-pairs.js';

/** The verdicts of a pair of support/crd-pairs.ts: check, place and message. */
function verdicts(id: string): unknown[] {
  const pair = CRD_PAIRS.find((candidate) => candidate.id === id);
  if (!pair) throw new Error(`no pair ${id}`);
  return crdUpgrade(pair.old, pair.new).map(({ check, version, path, message }) => [check, version, path, message]);
}

describe('the upgrade of a CRD', () => {
  it('is quick to compare where many served versions differ from each other, and stay as they are', () => {
    const properties = (version: number) =>
      Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [`f${index * version}`, { type: 'string', maxLength: index + version }]),
      );
    const versions = Array.from({ length: 30 }, (_, index) => [`v${index + 1}`, field({ properties: properties(index + 1) })] as const);
    const [start, crd] = [performance.now(), crdOf(Object.fromEntries(versions))];
    expect(crdUpgrade(crd, structuredClone(crd))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('says nothing where nothing changes, or only a description', () => {
    expect(verdicts('nothing changed')).toEqual([]);
    expect(verdicts('a description')).toEqual([]);
  });

  it('names a field that is gone, and what its absence means to other checks', () => {
    expect(verdicts('items gone')).toEqual([
      ['existingFieldRemoval', 'v1', '^.spec.x.items', 'removed field : v1.^.spec.x.items'],
      ['type', 'v1', '^.spec.x.items', 'type changed : "string" -> ""'],
    ]);
    const [removal, type] = crdUpgrade(crdOf({ v1: field({ items: { type: 'string' } }) }), crdOf({ v1: field({}) }));
    expect(removal).not.toHaveProperty('ofRemovedPath');
    expect(type).toMatchObject({ ofRemovedPath: true });
  });

  it('names another scope, and a stored version that is gone', () => {
    expect(verdicts('another scope')).toEqual([['scope', undefined, undefined, 'scope changed : "Namespaced" -> "Cluster"']]);
    expect(verdicts('a stored version removed')).toEqual([
      ['storedVersionRemoval', undefined, undefined, 'stored versions removed : [v1alpha1]'],
    ]);
    expect(verdicts('a stored version served no more')).toEqual([]);
  });

  it('compares the served versions of the new CRD, but for what the old one showed and where a webhook converts', () => {
    expect(verdicts('a served version that differs')).toEqual([
      ['type', 'v1alpha1 -> v1', '^.spec.x', 'type changed : "integer" -> "string"'],
    ]);
    expect(verdicts('served versions that differed already')).toEqual([]);
    expect(verdicts('a version that is not served')).toEqual([]);
    expect(verdicts('conversion by webhook')).toEqual([]);
  });

  it('takes the storage version for stored where nobody knows more', () => {
    const crd = crdOf({ v1alpha1: {}, v1: {} });
    expect(storedVersionsOf(crd)).toEqual(['v1']);
    expect(storedVersionsOf({ ...crd, status: { storedVersions: ['v1alpha1'] } })).toEqual(['v1alpha1']);
    expect(crdUpgrade(crd, crdOf({ v1alpha1: {} })).map(({ message }) => message)).toEqual(['stored versions removed : [v1]']);
  });

  it('tells what stored objects and clients notice from what they do not', () => {
    const harmless = (id: string): boolean[] => {
      const pair = CRD_PAIRS.find((candidate) => candidate.id === id);
      return pair ? crdUpgrade(pair.old, pair.new).map(isHarmless) : [];
    };
    expect(harmless('a pattern removed')).toEqual([true]);
    expect(harmless('nullable added')).toEqual([true]);
    expect(harmless('a default changed')).toEqual([true]);
    expect(harmless('another format')).toEqual([false]);
    expect(harmless('an enum removed')).toEqual([true]);
    expect(harmless('a pattern added')).toEqual([false]);
    expect(harmless('another type')).toEqual([false]);
    expect(harmless('items gone')).toEqual([false, true]);
  });
});
