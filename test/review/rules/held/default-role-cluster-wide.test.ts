import { describe, expect, it } from 'vitest';
import { defaultRoleClusterWide } from '../../../../src/review/rules/held/bound-subjects.js';
import { said } from '../../../support/held-rule.js';
import { unplaced } from '../../../support/rbac.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

describe('default-role-cluster-wide', () => {
  it('tells of edit in a ClusterRoleBinding', () => {
    expect(defaultRoleClusterWide.find?.(accessTo(bind('b', 'edit', 'Group devs')))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'Group', name: 'devs' },
        message: 'Group devs is bound to edit in all namespaces, including kube-system',
        path: wayOf('Group devs → ClusterRoleBinding b → ClusterRole edit → edit in all namespaces'),
        fix: 'replace ClusterRoleBinding b with RoleBindings in the namespaces that need the role',
        place: { file: 'ClusterRoleBinding/b/roleRef' },
        identity: ['edit'],
      },
    ]);
  });

  it('names both roles of a subject at once', () => {
    expect(said(defaultRoleClusterWide, bind('a', 'edit', 'User eve'), bind('b', 'admin', 'User eve'))).toEqual([
      'error: User eve is bound to admin and edit in all namespaces, including kube-system',
    ]);
  });

  it('tells of edit where the namespace is left open, beside a binding of the same name that has one', () => {
    expect(said(defaultRoleClusterWide, bind('team/b', 'edit', 'Group devs'), unplaced(bind('x/b', 'edit', 'Group devs')))).toEqual([
      'error: Group devs is bound to edit in default or wherever RoleBinding b, which has no namespace, is applied',
    ]);
  });

  it('says nothing of view, nor of edit in a namespace', () => {
    expect(said(defaultRoleClusterWide, bind('b', 'view', 'Group devs'), bind('team/b', 'edit', 'Group devs'))).toEqual([]);
  });
});
