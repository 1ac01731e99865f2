import { expect, it } from 'vitest';
import { serviceAccounts } from '../../../src/render/v1/service-accounts.js';
import { registry } from '../../support/registry.js';
import { permission, v1Context } from '../../support/v1.js';

it('OLM v1 makes each account that permissions name once, but never default', () => {
  const bundle = registry({
    permissions: [permission('a'), permission(''), permission('a')],
    clusterPermissions: [permission('b'), permission('default')],
  });
  expect(serviceAccounts(v1Context(bundle))).toEqual(
    ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'ops' } })),
  );
});
