import { describe, expect, it } from 'vitest';
import { conversion } from '../../../src/rules/install/conversion.js';
import { crd, registry, webhook } from '../../support/registry.js';

const hook = (...conversionCRDs: string[]) => webhook({ type: 'ConversionWebhook', conversionCRDs });
const refused = (fields: Parameters<typeof registry>[0]) =>
  conversion(registry({ modes: ['AllNamespaces'], ownedCRDs: [{ name: 'a' }, { name: 'b' }], ...fields })).map(({ message, found, at }) => [
    message,
    found,
    at.join('.'),
  ]);

describe('conversion', () => {
  it('is for operators of the whole cluster', () => {
    expect(refused({ webhooks: [hook('a')] })).toEqual([]);
    expect(refused({ modes: ['AllNamespaces', 'OwnNamespace'], webhooks: [webhook(), hook('a')] })).toEqual([
      [
        'the operator converts objects of the whole cluster but can be installed for single namespaces',
        'the install modes AllNamespaces, OwnNamespace',
        'spec.webhookdefinitions.1.type',
      ],
    ]);
  });

  it('is of CRDs that the operator owns, by one webhook each', () => {
    expect(refused({ webhooks: [hook('a', 'foreign'), hook('b', 'a')] })).toEqual([
      ['the operator converts a CRD that it does not own', 'foreign', 'spec.webhookdefinitions.0.conversionCRDs.1'],
      ['two webhooks of the bundle convert one CRD', 'a', 'spec.webhookdefinitions.1.conversionCRDs.1'],
    ]);
  });

  it('is not of CRDs that preserve unknown fields', () => {
    expect(refused({ crds: [crd('a', { preserveUnknownFields: true })], webhooks: [hook('a')] })).toEqual([
      [
        'the API server converts no objects of a CRD that preserves unknown fields',
        'spec.preserveUnknownFields of a is true',
        'spec.webhookdefinitions.0.conversionCRDs.0',
      ],
    ]);
  });
});
