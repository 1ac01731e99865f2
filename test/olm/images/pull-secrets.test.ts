import { expect, it } from 'vitest';
import { withPullSecrets } from '../../../src/olm/render/finishing.js';

it('ServiceAccounts pull with the Secrets that are named, besides their own', () => {
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 's', namespace: 'ops' },
    imagePullSecrets: [{ name: 'own' }],
  };
  expect(withPullSecrets(account, ['pull', 'own', 'pull'])).toEqual({ ...account, imagePullSecrets: [{ name: 'own' }, { name: 'pull' }] });
  expect(withPullSecrets(account, [])).toBe(account);
  const role = { ...account, kind: 'Role' };
  expect(withPullSecrets(role, ['pull'])).toBe(role);
});
