import { expect, it } from 'vitest';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { servingBindings } from '../../../src/render/install/serving-bindings.js';
import { deployment, installation, registry, webhook } from '../../support/registry.js';
import { OLM_INSTALL } from '../../support/render.js';

it('only who serves an APIService can ask who its callers are, under a name of its own in the cluster', () => {
  const owned = { name: 'x', group: 'g', version: 'v1', kind: 'X', deploymentName: 'api' };
  const bundle = registry({ deployments: [deployment(), deployment('api')], webhooks: [webhook()], ownedAPIServices: [owned] });
  const made = servingBindings({ ...installation(bundle), rules: DOCUMENTED_INSTALL }).map(({ object }) => object);
  expect(made.map(({ kind, metadata, roleRef, subjects }) => [kind, metadata, (roleRef as { name: string }).name, subjects])).toEqual([
    [
      'ClusterRoleBinding',
      { name: 'api-service-ops-auth-delegator' },
      'system:auth-delegator',
      [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
    ],
    [
      'RoleBinding',
      { name: 'api-service-ops-auth-reader', namespace: 'kube-system' },
      'extension-apiserver-authentication-reader',
      [{ kind: 'ServiceAccount', name: 'default', namespace: 'ops' }],
    ],
  ]);
  expect(servingBindings({ ...installation(bundle), rules: OLM_INSTALL })).toEqual([]);
});
