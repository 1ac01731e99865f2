/** Upgrades of CRDs: the verdicts that were held against OLM v1's own check, change by change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crdUpgrade } from '../../src/olm/rules/crd-upgrade/crd-upgrade.js';
import { CRD_PAIRS } from '../support/crd-pairs.js';

const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, '../golden/crd-upgrade.json'), 'utf8')) as Record<string, string[]>;

describe('the upgrade of a CRD', () => {
  it.each(CRD_PAIRS)('$id', ({ id, old, new: next }) => {
    const { storedVersions = [] } = (old.status ?? {}) as { storedVersions?: string[] };
    // Where nobody knows the stored versions, OLM v1 looks at none.
    const verdicts = crdUpgrade(old, next, storedVersions).map(({ check, version, path, message }) =>
      [check, version, path, message].filter((part) => part !== undefined).join(' | '),
    );
    expect(verdicts).toEqual(RECORDED[id]);
  });

  it('has a recorded verdict for every pair', () => {
    expect(CRD_PAIRS.map(({ id }) => id)).toEqual(Object.keys(RECORDED));
  });
});
