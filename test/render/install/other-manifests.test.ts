import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { DOCUMENTED_INSTALL } from '../../../src/render/install/documented-rules.js';
import { otherManifests } from '../../../src/render/install/other-manifests.js';
import { installation, registry } from '../../support/registry.js';
import { OLM_INSTALL } from '../../support/render.js';

it('namespaced manifests go into the operator’s namespace, and nothing inside is rewritten', () => {
  const object = (kind: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'n', ...(namespace ? { namespace } : {}) },
    subjects: [{ namespace: 'system' }],
  });
  const bundle = registry({ others: [object('RoleBinding', 'system'), object('VerticalPodAutoscaler'), object('ClusterRole')] });
  const made = otherManifests({ ...installation(bundle), rules: DOCUMENTED_INSTALL });
  expect(made.map((installed) => installed.object)).toEqual([
    object('RoleBinding', 'ops'),
    object('VerticalPodAutoscaler', 'ops'),
    object('ClusterRole'),
  ]);
  expect(otherManifests({ ...installation(bundle), rules: OLM_INSTALL })[2]?.object.metadata.labels).toEqual({ 'olm.managed': 'true' });
});

it('a manifest without an apiVersion gets that of its kind, by which OLM goes, and none has what only a cluster can say', () => {
  const role = { kind: 'ClusterRole', metadata: { name: 'n', creationTimestamp: null, uid: 'u' }, status: {} };
  const bundle = registry({ others: [role as unknown as KubernetesObject] });
  expect(otherManifests({ ...installation(bundle), rules: DOCUMENTED_INSTALL })[0]?.object).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'n' },
  });
});
