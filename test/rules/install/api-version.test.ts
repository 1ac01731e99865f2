import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { apiVersion } from '../../../src/rules/install/api-version.js';
import { registry } from '../../support/registry.js';

it('a manifest without apiVersion is installed only if its kind is Kubernetes’ own', () => {
  const [own, foreign] = ['ClusterRole', 'ServiceMonitor'].map((kind) => ({ kind, metadata: { name: 'n' } }) as KubernetesObject);
  if (!own || !foreign) throw new Error('no manifests');
  expect(apiVersion(registry({ others: [own, foreign] }))).toMatchObject([
    { code: 'INVALID_BUNDLE', manifest: foreign, at: ['apiVersion'] },
  ]);
});
