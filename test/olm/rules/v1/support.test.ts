import { describe, expect, it } from 'vitest';
import { neededFeatureGates, unsupportedBundle } from '../../../../src/olm/rules/v1/support.js';
import { registry, webhook } from '../../../support/registry.js';

const features = { certificates: true, singleAndOwnNamespace: true };
const apiService = { name: 'x', group: 'g', version: 'v1', kind: 'X' };

describe('bundles that OLM v1’s controller refuses before it renders them', () => {
  it('bring APIServices, before anything else', () => {
    const { csv } = registry({ ownedAPIServices: [apiService], webhooks: [webhook()], modes: [] });
    expect(unsupportedBundle(csv, { certificates: false, singleAndOwnNamespace: false })).toBe(
      'unsupported bundle: apiServiceDefintions are not supported',
    );
  });

  it('bring webhooks where nobody makes certificates', () => {
    const { csv } = registry({ webhooks: [webhook()] });
    expect(unsupportedBundle(csv, features)).toBeUndefined();
    expect(unsupportedBundle(csv, { ...features, certificates: false })).toBe(
      'unsupported bundle: webhookDefinitions are not supported: certificate provider is nil',
    );
  });

  it('support no install mode that is switched on', () => {
    const { csv } = registry({ modes: ['OwnNamespace'] });
    expect(unsupportedBundle(csv, features)).toBeUndefined();
    expect(unsupportedBundle(csv, { ...features, singleAndOwnNamespace: false })).toBe(
      'unsupported bundle: bundle does not support AllNamespaces install mode',
    );
    expect(unsupportedBundle(registry({ modes: ['MultiNamespace'] }).csv, features)).toBe(
      'unsupported bundle: bundle must support at least one of [AllNamespaces SingleNamespace OwnNamespace] install modes',
    );
  });
});

it('needs feature gates for what is off by default', () => {
  const { csv } = registry();
  expect(neededFeatureGates(csv, {})).toEqual([]);
  expect(neededFeatureGates(csv, { watchNamespace: 'a', deploymentConfig: {} })).toEqual([
    'SingleOwnNamespaceInstallSupport',
    'DeploymentConfig',
  ]);
  expect(neededFeatureGates(registry({ modes: ['OwnNamespace'] }).csv, {})).toEqual(['SingleOwnNamespaceInstallSupport']);
});
