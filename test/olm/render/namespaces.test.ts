import { describe, expect, it } from 'vitest';
import { namespaceObjects } from '../../../src/olm/render/namespaces.js';

describe('Namespaces', () => {
  it('are rendered with their labels and annotations, without what is for the cluster to write', () => {
    const metadata = { name: 'a', labels: { tenant: 'a' }, annotations: { owner: 'team-a' } };
    const declared = { apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
    expect(namespaceObjects([declared])).toEqual([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', labels: { tenant: 'a' }, annotations: { owner: 'team-a' } } },
    ]);
  });

  it('are not those of a snapshot, which are there already', () => {
    const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
    expect(namespaceObjects([{ apiVersion: 'v1', kind: 'Namespace', metadata }])).toEqual([]);
  });

  it('are not those that every cluster has, and nothing else', () => {
    const named = (name: string, kind = 'Namespace') => ({ apiVersion: 'v1', kind, metadata: { name } });
    expect(namespaceObjects([named('kube-system'), named('default'), named('a', 'ConfigMap')])).toEqual([]);
  });
});
