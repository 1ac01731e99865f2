import { describe, expect, it } from 'vitest';
import { MAX_STORED_BYTES } from '../../../src/base/kubernetes/stored-size.js';
import { RENDERED_RULES } from '../../../src/olm/render/delivery-notes.js';
import { annotationBytes, oversizedObjects, renderedFindings } from '../../../src/olm/render/findings.js';
import type { Rendered } from '../../../src/olm/render/rendered.js';

const csv = (description: string, copies?: readonly string[]): Rendered => ({
  emitSet: 'olm',
  owner: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'a.v1' },
  object: {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'a.v1', ...(copies ? {} : { namespace: 'op' }), annotations: { a: 'ü' } },
    spec: { description },
  },
  ...(copies ? { copies: { namespaces: copies, ownerNamespaceLabel: false } } : {}),
});
/** What remains for the description. */
const ROOM = 262_144 - annotationBytes(csv('').object);

describe('client-side-apply-too-large: an object for client-side apply', () => {
  it('is allowed 256 KiB of annotations, the copy of itself among them', () => {
    expect(oversizedObjects.find?.([csv('x'.repeat(ROOM))])).toEqual([]);
    expect(oversizedObjects.find?.([csv('x'.repeat(ROOM + 1))])).toMatchObject([
      {
        subject: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'a.v1' },
        message: expect.stringContaining('would take 262145 bytes, and 262144 are allowed'),
      },
    ]);
  });

  it('is measured in bytes, not in characters', () => {
    expect(oversizedObjects.find?.([csv('ü'.repeat(ROOM / 2 + 1))])).toHaveLength(1);
  });

  it('cannot be applied in any way above what etcd stores', () => {
    const found = oversizedObjects.find?.([csv('x'.repeat(MAX_STORED_BYTES))]);
    expect(found).toMatchObject([{ severity: 'error', message: expect.stringContaining('cannot be applied at all') }]);
  });

  it('is told once with its copies', () => {
    expect(oversizedObjects.find?.([csv('x'.repeat(ROOM + 100), ['a', 'b', 'c'])])).toMatchObject([
      { subject: { namespace: 'a' }, message: expect.stringContaining('and its 2 other copies') },
    ]);
  });
});

it('is told with what else stands in the way of applying a rendering', () => {
  expect(renderedFindings([csv('x'.repeat(ROOM + 1))]).map(({ id }) => id)).toContain(oversizedObjects.id);
  expect(RENDERED_RULES.map(({ id }) => id)).toEqual(['api-server-refuses', 'client-side-apply-too-large', 'argocd-never-prunes']);
});
