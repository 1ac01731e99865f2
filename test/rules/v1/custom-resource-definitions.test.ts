import { describe, expect, it } from 'vitest';
import { crdNamesAreUnique, ownedCrdsAreThere } from '../../../src/rules/v1/custom-resource-definitions.js';
import { crd, registry } from '../../support/registry.js';

describe('CRDs that OLM v1 refuses', () => {
  it('are two of one name', () => {
    expect(crdNamesAreUnique(registry({ crds: [crd('a'), crd('b')] }))).toEqual([]);
    expect(crdNamesAreUnique(registry({ crds: [crd('a'), crd('b'), crd('a')] }))).toEqual([
      "bundle contains duplicate custom resource definition 'a'",
    ]);
  });

  it('are owned but not there', () => {
    const ownedCRDs = [{ name: 'z' }, { name: 'a' }, { name: 'y' }, { name: 'z' }];
    expect(ownedCrdsAreThere(registry({ crds: [crd('a')], ownedCRDs }))).toEqual([
      "cluster service definition references owned custom resource definition 'y' not found in bundle",
      "cluster service definition references owned custom resource definition 'z' not found in bundle",
    ]);
  });
});
