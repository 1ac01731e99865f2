import { expect, it } from 'vitest';
import { isFromCluster } from '../../../src/base/kubernetes/object.js';

it.each<[Record<string, unknown>, boolean]>([
  [{}, false],
  [{ generation: 1, ownerReferences: [] }, false],
  // What controller-gen and operator-sdk write.
  [{ creationTimestamp: null }, false],
  [{ creationTimestamp: '2025-01-01T00:00:00Z' }, true],
  [{ uid: 'a' }, true],
  [{ resourceVersion: '1' }, true],
])('an object with %j comes from a cluster: %s', (fields, expected) => {
  expect(isFromCluster({ metadata: { name: 'a', ...fields } })).toBe(expected);
});
