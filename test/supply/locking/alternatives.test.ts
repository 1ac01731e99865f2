import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/base/manifest/parse.js';
import { alternatives } from '../../../src/supply/locking/alternatives.js';

const subscription = (file: string, spec: object, metadata: object = { namespace: 'op', name: 'etcd' }): ParsedDocument => ({
  value: {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata,
    spec: { name: 'etcd', channel: 'stable', ...spec },
  },
  source: { file, document: 0, path: [] },
});

describe('Subscriptions of one name in an input', () => {
  it.each([
    ['name', 'other'],
    ['channel', 'fast'],
    ['channel', undefined],
    ['source', 'ours'],
    ['sourceNamespace', 'olm'],
    ['startingCSV', 'etcd.v1'],
  ])('are alternatives where they differ in what a lock answers: %s %s', (field, value) => {
    const [problem, ...more] = alternatives([subscription('a.yaml', {}), subscription('b.yaml', { [field]: value })]);
    expect(problem).toMatchObject({
      message: expect.stringContaining(`Subscription op/etcd several times, with a different ${field},`),
      source: { file: 'b.yaml' },
    });
    expect(more).toEqual([]);
  });

  it('are one, where they ask for the same', () => {
    expect(alternatives([subscription('a.yaml', {}), subscription('b.yaml', { installPlanApproval: 'Manual' })])).toEqual([]);
  });

  it('are several, in several namespaces', () => {
    const other = subscription('b.yaml', { channel: 'fast' }, { namespace: 'dev', name: 'etcd' });
    expect(alternatives([subscription('a.yaml', {}), other])).toEqual([]);
  });

  it('are those of OLM alone', () => {
    const knative = (channel: string): ParsedDocument => ({
      ...subscription('a.yaml', {}),
      value: { apiVersion: 'messaging.knative.dev/v1', kind: 'Subscription', metadata: { name: 'a' }, spec: { channel } },
    });
    expect(alternatives([knative('a'), knative('b')])).toEqual([]);
  });
});
