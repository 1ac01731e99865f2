import { expect, it } from 'vitest';
import { otherManifests } from '../../../src/render/v1/other-manifests.js';
import { registry } from '../../support/registry.js';
import { v1Context } from '../../support/v1.js';

it('OLM v1 puts namespaced manifests into the install namespace, by its own idea of them', () => {
  const object = (kind: string, namespace?: string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name: 'n', ...(namespace ? { namespace } : {}) },
  });
  const others = [object('ConfigMap', 'system'), object('VerticalPodAutoscaler', 'system'), object('ClusterRole')];
  expect(otherManifests(v1Context(registry({ others })))).toEqual([
    object('ConfigMap', 'ops'),
    object('VerticalPodAutoscaler', 'system'),
    object('ClusterRole'),
  ]);
});
