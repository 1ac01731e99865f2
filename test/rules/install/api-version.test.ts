import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { apiVersion } from '../../../src/rules/install/api-version.js';
import { registry } from '../../support/registry.js';

it('a bundle whose manifest has no apiVersion cannot be applied', () => {
  const good = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n' } };
  const bad = { kind: 'ConfigMap', metadata: { name: 'n' } } as KubernetesObject;
  expect(apiVersion(registry({ others: [good, bad] }))).toMatchObject([{ code: 'INVALID_BUNDLE', manifest: bad, at: ['apiVersion'] }]);
});
