import { expect, it } from 'vitest';
import { crds } from '../../../src/rules/install/crds.js';
import { crd, registry } from '../../support/registry.js';

it('CRDs of a bundle are there, once, in a version that clusters serve', () => {
  const old = { ...crd('b'), apiVersion: 'apiextensions.k8s.io/v1beta1' };
  const bundle = registry({ crds: [crd('a'), crd('a'), old], ownedCRDs: [{ name: 'a' }, { name: 'gone' }] });
  expect(crds(bundle).map(({ code, found, expected, at }) => [code, found, expected, at.join('.')])).toEqual([
    ['INVALID_BUNDLE', 'a', 'each CRD once', 'metadata.name'],
    ['UNSUPPORTED_VERSION', 'apiextensions.k8s.io/v1beta1', 'apiextensions.k8s.io/v1', 'apiVersion'],
    ['INVALID_BUNDLE', 'gone', 'one of a, b', 'spec.customresourcedefinitions.owned.1.name'],
  ]);
  expect(crds(registry({ ownedCRDs: [{ name: 'a' }] }))).toMatchObject([{ expected: 'a CRD of the bundle; it has none' }]);
  expect(crds(registry({ crds: [crd('a')], ownedCRDs: [{ name: 'a' }] }))).toEqual([]);
});
