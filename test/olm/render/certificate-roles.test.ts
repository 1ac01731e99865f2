import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { certificateRoles } from '../../../src/olm/render/certificate-roles.js';
import { documented } from '../../../src/olm/render/profile/documented.js';
import { group } from '../../support/build.js';
import { contextOf, names } from '../../support/render.js';
import { serving } from '../../support/serving.js';

function roles(...objects: readonly KubernetesObject[]): KubernetesObject[] {
  return certificateRoles(contextOf(...objects)).map(({ object }) => object);
}

describe('the roles for the certificate of a Deployment that serves a webhook', () => {
  it('let its account read the Secret, delegate authentication and read the proxy’s configuration', () => {
    const subjects = [{ kind: 'ServiceAccount', name: 'default', namespace: 'op' }];
    const apiGroup = 'rbac.authorization.k8s.io';
    const apiVersion = `${apiGroup}/v1`;
    const secret = { name: 'manager-service-cert', namespace: 'op', labels: { 'olm.managed': 'true' } };
    expect(roles(group('op/g'), serving('op/foo'))).toEqual([
      {
        apiVersion,
        kind: 'Role',
        metadata: secret,
        rules: [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['manager-service-cert'] }],
      },
      { apiVersion, kind: 'RoleBinding', metadata: secret, roleRef: { apiGroup, kind: 'Role', name: 'manager-service-cert' }, subjects },
      {
        apiVersion,
        kind: 'ClusterRoleBinding',
        metadata: {
          name: 'manager-service-system:auth-delegator',
          labels: { 'olm.managed': 'true', 'olm.owner': 'foo', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' },
        },
        roleRef: { apiGroup, kind: 'ClusterRole', name: 'system:auth-delegator' },
        subjects,
      },
      {
        apiVersion,
        kind: 'RoleBinding',
        metadata: { name: 'manager-service-auth-reader', namespace: 'kube-system', labels: { 'olm.managed': 'true' } },
        roleRef: { apiGroup, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
        subjects,
      },
    ]);
  });

  it('are for the account that the Deployment names', () => {
    const accounts = roles(group('op/g'), serving('op/foo', { account: 'sa' })).flatMap(({ subjects }) => subjects ?? []);
    expect(accounts).toEqual(Array(3).fill({ kind: 'ServiceAccount', name: 'sa', namespace: 'op' }));
  });

  it('that do not have the namespace in their name belong to the operator that was installed last', () => {
    const made = roles(
      group('a/g', { targets: ['a'] }),
      serving('a/foo', { created: '2026-01-02T00:00:00Z' }),
      group('b/g', { targets: ['b'] }),
      serving('b/foo', { created: '2026-01-01T00:00:00Z' }),
    );
    expect(names(made).sort()).toEqual([
      'ClusterRoleBinding manager-service-system:auth-delegator',
      'Role a/manager-service-cert',
      'Role b/manager-service-cert',
      'RoleBinding a/manager-service-cert',
      'RoleBinding b/manager-service-cert',
      'RoleBinding kube-system/manager-service-auth-reader',
    ]);
    const shared = made.filter(({ metadata }) => !metadata.name.endsWith('-cert'));
    expect(shared.flatMap(({ subjects }) => subjects)).toEqual(Array(2).fill({ kind: 'ServiceAccount', name: 'default', namespace: 'a' }));
  });

  it('are not made for a CSV that is not installed', () => {
    expect(roles(serving('op/foo'))).toEqual([]);
  });

  it('are not what the documents describe', () => {
    expect(Object.values(documented.underOlm.generators).flat()).not.toContain(certificateRoles);
  });
});
