import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareApiVersions } from '../../../../src/olm/rules/crd-upgrade/crd-upgrade.js';

it('versions are in Kubernetes’ order', () => {
  const sorted = ['next', 'newest', 'v1alpha1', 'v10alpha1', 'v1beta1', 'v1beta2', 'v1', 'v2', 'v10'];
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (versions) => {
      expect(versions.toSorted(compareApiVersions)).toEqual(sorted);
    }),
  );
});
