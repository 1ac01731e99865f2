import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { refusedObjects } from '../../../src/olm/render/findings.js';
import type { Rendered } from '../../../src/olm/render/rendered.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

const role = (rules: unknown): Rendered => ({
  emitSet: 'rbac',
  owner: { kind: 'Role', namespace: 'op', name: 'a' },
  object: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'a', namespace: 'op' }, rules },
});

describe('api-server-refuses: a rendered object that the API server refuses', () => {
  it('is an error with the fields', () => {
    expect(refusedObjects.find?.([role([{ apiGroups: [''], resources: ['pods'] }])])).toEqual([
      {
        subject: { kind: 'Role', namespace: 'op', name: 'a' },
        message: 'the API server refuses Role op/a: rules[0].verbs is missing',
        fix: 'correct rules[0].verbs in the input',
        related: [],
        at: { object: { kind: 'Role', namespace: 'op', name: 'a' }, field: ['rules', 0, 'verbs'] },
      },
    ]);
  });

  it('is placed at the field of the CSV that a role is made of', () => {
    const made: Rendered = {
      ...role([{ apiGroups: [''], resources: ['pods'] }]),
      owner: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'foo.v1' },
      field: ['spec', 'install', 'spec', 'permissions', 2],
    };
    expect(refusedObjects.find?.([made])[0]?.at).toEqual({
      object: made.owner,
      field: ['spec', 'install', 'spec', 'permissions', 2, 'rules', 0, 'verbs'],
    });
  });

  it('is refused by some where only a merge or a strict write refuses it', () => {
    expect(
      refusedObjects.find?.([role([{ apiGroups: [''], resources: ['pods'], verbs: ['get'], attributeRestrictions: null }])])[0]?.message,
    ).toBe('server-side apply and kubectl apply refuse Role op/a: rules[0].attributeRestrictions is no field of it');
  });

  it('is told once, however many copies there are', () => {
    const untidy = csv('op/foo.v1', { spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: 'd' }] } } } });
    const { rendered } = evaluate(clusterOf(namespace('a'), namespace('b'), group('op/group'), untidy));
    const found = refusedObjects.find?.(rendered) ?? [];
    expect(found.map(({ subject }) => subject)).toEqual([{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'foo.v1' }]);
    expect(found[0]?.message).toContain('spec.install.spec.deployments[0].spec is missing');
  });

  it('is none of those that are accepted', () => {
    expect(refusedObjects.find?.([role([{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }])])).toEqual([]);
  });
});
