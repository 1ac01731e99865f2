import { expect, it } from 'vitest';
import { missingSecrets } from '../../../src/rules/install/mounted-secrets.js';

it('a Secret that pods wait for and nothing makes gets a warning', () => {
  const volumes = [
    { name: 'a', secret: { secretName: 'wanted' } },
    { name: 'b', secret: { secretName: 'optional', optional: true } },
    { name: 'c', secret: { secretName: 'there' } },
    { name: 'd', emptyDir: {} },
    { name: 'e', secret: { secretName: 'wanted' } },
  ];
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'db', namespace: 'ops' },
    spec: { template: { spec: { volumes } } },
  };
  expect(missingSecrets(deployment, ['there'], 'db.v1')).toMatchObject([
    { id: 'secret-not-in-input', severity: 'warning', related: [{ kind: 'Secret', namespace: 'ops', name: 'wanted' }] },
  ]);
});
