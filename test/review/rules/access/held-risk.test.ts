import { describe, expect, it } from 'vitest';
import { defaultRoleClusterWide } from '../../../../src/review/rules/held/bound-subjects.js';
import { secretsRead } from '../../../../src/review/rules/held/secrets.js';
import { said } from '../../../support/held-rule.js';
import { allow, binding, role, unplaced } from '../../../support/rbac.js';
import { accessTo } from '../../../support/states.js';

const ALICE = { kind: 'User', name: 'alice' };
const SECRETS = role('x', allow('get', 'secrets'));

describe('a permission in a namespace that leads to the whole cluster', () => {
  it.each(['kube-system', 'argocd', 'flux-system', 'olm', 'openshift-gitops'])('is an error: %s', (namespace) => {
    expect(said(secretsRead, SECRETS, binding(`${namespace}/x`, 'ClusterRole/x', ALICE))).toEqual([
      `error: User alice can get secrets in ${namespace}`,
    ]);
    expect(said(defaultRoleClusterWide, binding(`${namespace}/x`, 'ClusterRole/edit', ALICE))).toEqual([
      `error: User alice is bound to edit in ${namespace}`,
    ]);
  });

  it('is what is expected of an operator in its own one, but for kube-system', () => {
    const own = (namespace: string): string[] =>
      said(secretsRead, SECRETS, binding(`${namespace}/x`, 'ClusterRole/x', { kind: 'ServiceAccount', namespace, name: 'operator' }));
    expect(own('openshift-logging')).toEqual(['info: ServiceAccount openshift-logging/operator can get secrets in openshift-logging']);
    expect(own('kube-system')).toEqual(['error: ServiceAccount kube-system/operator can get secrets in kube-system']);
  });
});

describe('a permission by a binding without a namespace', () => {
  it('is as bad as in kube-system, where it may be applied', () => {
    const bound = binding('a/x', 'ClusterRole/x', ALICE);
    expect(said(secretsRead, SECRETS, bound)).toEqual(['info: User alice can get secrets in a']);
    expect(said(secretsRead, SECRETS, binding('kube-system/x', 'ClusterRole/x', ALICE))).toEqual([
      'error: User alice can get secrets in kube-system',
    ]);
    expect(said(secretsRead, SECRETS, unplaced(bound))).toEqual([
      'error: User alice can get secrets in default or wherever RoleBinding x, which has no namespace, is applied',
    ]);
  });

  it('is put right by a namespace', () => {
    const open = unplaced(binding('a/x', 'ClusterRole/x', ALICE));
    expect(secretsRead.find?.(accessTo(SECRETS, open))[0]?.fix).toBe(
      'set metadata.namespace of RoleBinding x, or remove get secrets from rules[0] of ClusterRole x, or limit it with resourceNames',
    );
    const edit = unplaced(binding('a/x', 'ClusterRole/edit', ALICE));
    expect(defaultRoleClusterWide.find?.(accessTo(edit))[0]?.fix).toBe('set metadata.namespace of RoleBinding x');
  });

  it('is said beside one of the same name that has a namespace', () => {
    const bound = binding('a/x', 'ClusterRole/x', ALICE);
    expect(said(secretsRead, SECRETS, bound, unplaced(bound))).toEqual([
      'error: User alice can get secrets in a and default or wherever RoleBinding x, which has no namespace, is applied',
    ]);
  });
});
