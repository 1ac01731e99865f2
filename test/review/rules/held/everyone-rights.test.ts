import { describe, expect, it } from 'vitest';
import { everyoneRights } from '../../../../src/review/rules/held/bound-subjects.js';
import { said } from '../../../support/held-rule.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const READER = role('reader', [rule('get', 'configmaps')]);

describe('everyone-rights', () => {
  it('tells of a role for everyone with a login', () => {
    expect(everyoneRights.find?.(accessTo(READER, bind('b', 'reader', 'Group system:authenticated')))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'Group', name: 'system:authenticated' },
        message: 'Group system:authenticated, which is everyone with any login, including every Pod, is bound to reader in all namespaces',
        path: wayOf('Group system:authenticated → ClusterRoleBinding b → ClusterRole reader → reader in all namespaces'),
        fix: 'replace the subject in ClusterRoleBinding b with those who need the role',
        place: { file: 'ClusterRoleBinding/b/subjects' },
        permissions: ['get configmaps'],
        scope: 'cluster',
        identity: ['cluster', 'reader'],
      },
    ]);
  });

  it('is a warning in a namespace, but an error for callers without a login', () => {
    const objects = [READER, bind('team/b', 'reader', 'Group system:serviceaccounts'), bind('team/c', 'reader', 'User system:anonymous')];
    expect(said(everyoneRights, ...objects)).toEqual([
      'warning: Group system:serviceaccounts, which is every Pod in the cluster, is bound to reader in team',
      'error: User system:anonymous, which is anyone who reaches the API server, without a login, is bound to reader in team',
    ]);
  });

  it("counts Kubernetes' own roles", () => {
    expect(said(everyoneRights, bind('team/b', 'edit', 'Group system:unauthenticated'))).toEqual([
      'error: Group system:unauthenticated, which is anyone who reaches the API server, without a login, is bound to edit in team',
    ]);
  });

  it('says nothing of the bindings for discovery that every cluster has', () => {
    const discovery = ['system:basic-user', 'system:discovery', 'system:public-info-viewer'];
    expect(said(everyoneRights, ...discovery.map((name) => bind(name, name, 'Group system:authenticated')))).toEqual([]);
  });

  it('tells of a role that takes the name of such a binding', () => {
    expect(said(everyoneRights, bind('system:discovery', 'cluster-admin', 'Group system:authenticated'))).toHaveLength(1);
  });
});
