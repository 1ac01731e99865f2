import { describe, expect, it } from 'vitest';
import { defaultRoleClusterWide } from '../../../src/review/risks/default-role-cluster-wide.js';
import { said } from '../../support/held-rule.js';
import { bind } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/review-side.js';

describe('default-role-cluster-wide', () => {
  it('tells of edit in a ClusterRoleBinding', () => {
    expect(defaultRoleClusterWide.find?.(accessTo(bind('b', 'edit', 'Group devs')))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'Group', name: 'devs' },
        message: 'Group devs holds edit in all namespaces, kube-system included',
        path: 'Group devs → ClusterRoleBinding b → ClusterRole edit → edit in all namespaces',
        fix: 'replace ClusterRoleBinding b by RoleBindings in the namespaces that are meant',
        place: { file: 'ClusterRoleBinding/b/roleRef' },
        identity: ['edit'],
      },
    ]);
  });

  it('names both roles of a subject at once', () => {
    expect(said(defaultRoleClusterWide, bind('a', 'edit', 'User eve'), bind('b', 'admin', 'User eve'))).toEqual([
      'error: User eve holds admin and edit in all namespaces, kube-system included',
    ]);
  });

  it('says nothing of view, nor of edit in a namespace', () => {
    expect(said(defaultRoleClusterWide, bind('b', 'view', 'Group devs'), bind('team/b', 'edit', 'Group devs'))).toEqual([]);
  });
});
