import { describe, expect, it } from 'vitest';
import {
  conversionIsForAllNamespaces,
  conversionIsUnique,
  convertedCrdsAreOwned,
  unconvertible,
} from '../../../src/rules/v1/conversion-webhooks.js';
import { crd, registry, webhook } from '../../support/registry.js';

const conversion = (generateName: string, ...conversionCRDs: string[]) =>
  webhook({ generateName, type: 'ConversionWebhook', conversionCRDs });

describe('conversion webhooks that OLM v1 refuses', () => {
  it('are of an operator that can be installed for single namespaces', () => {
    expect(conversionIsForAllNamespaces(registry({ modes: ['AllNamespaces'], webhooks: [conversion('c')] }))).toEqual([]);
    expect(conversionIsForAllNamespaces(registry({ webhooks: [webhook(), conversion('c')] }))).toEqual([
      'bundle contains conversion webhook "c" and supports install modes [AllNamespaces OwnNamespace] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode',
    ]);
    expect(conversionIsForAllNamespaces(registry({ modes: [], webhooks: [webhook()] }))).toEqual([]);
  });

  it('convert a CRD that another converts', () => {
    expect(conversionIsUnique(registry({ webhooks: [conversion('b', 'x', 'y'), conversion('a', 'y', 'z')] }))).toEqual([
      "conversion webhooks [a,b] reference same custom resource definition 'y'",
    ]);
  });

  it('convert a CRD that the operator does not own', () => {
    const webhooks = [conversion('b', 'x', 'a'), conversion('a', 'o')];
    expect(convertedCrdsAreOwned(registry({ webhooks, ownedCRDs: [{ name: 'o' }] }))).toEqual([
      "conversion webhook 'b' references custom resource definition 'a' not owned bundle",
      "conversion webhook 'b' references custom resource definition 'x' not owned bundle",
    ]);
  });

  it('convert a CRD that preserves unknown fields', () => {
    const crds = [crd('x', { preserveUnknownFields: true }), crd('y')];
    expect(unconvertible(registry({ crds, webhooks: [conversion('c', 'y')] }))).toBeUndefined();
    expect(unconvertible(registry({ crds, webhooks: [conversion('c', 'x')] }))).toBe(
      "custom resource definition 'x' must have .spec.preserveUnknownFields set to false to let API Server call webhook to do the conversion",
    );
  });
});
