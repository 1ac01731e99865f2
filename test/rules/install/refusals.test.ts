import { expect, it } from 'vitest';
import { INSTALL_CHECKS, installRefusals } from '../../../src/rules/install/refusals.js';
import { deployment, registry, webhook } from '../../support/registry.js';

it('a bundle is refused for all that is wrong with it at once', () => {
  expect(INSTALL_CHECKS).toHaveLength(8);
  expect(installRefusals(registry({ deployments: [deployment()] }))).toEqual([]);
  const bad = registry({
    deployments: [deployment('A')],
    ownedCRDs: [{ name: 'gone' }],
    webhooks: [webhook({ rules: [{ apiGroups: ['*'] }] })],
    others: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } }],
  });
  expect(installRefusals(bad).map(({ found }) => found)).toEqual(['A', 'gone', 'db', 'a rule for all API groups', 'Namespace']);
});
