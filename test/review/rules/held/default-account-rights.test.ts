import { describe, expect, it } from 'vitest';
import { defaultAccountRights } from '../../../../src/review/rules/held/bound-subjects.js';
import { csv, group, namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { asking, READ_PODS } from '../../../support/permissions.js';
import { bind } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

describe('default-account-rights', () => {
  it('tells of a CSV that names the account default', () => {
    const permissions = [{ serviceAccountName: 'default', rules: [READ_PODS] }];
    const objects = [namespace('op'), group('op/group', { targets: ['op'] }), csv('op/etcd.v1', asking({ permissions }))];
    expect(defaultAccountRights.find?.(accessTo(...objects))).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'ServiceAccount', namespace: 'op', name: 'default' },
        message: expect.stringMatching(
          /^every Pod in op without a serviceAccountName runs as ServiceAccount op\/default, which is bound to etcd\.v1-default-\w+ in op$/,
        ),
        path: wayOf(/spec\.install\.spec\.permissions\[0\]\.rules\[0\] of ClusterServiceVersion op\/etcd\.v1/),
        fix: 'use another ServiceAccount in spec.install.spec.permissions[0] of ClusterServiceVersion op/etcd.v1',
        place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/permissions/0/rules/0' },
        permissions: expect.any(Array),
        scope: expect.any(Array),
        identity: expect.arrayContaining(['targets of op/group']),
      },
    ]);
  });

  it('tells of a binding that names it, and how to do without', () => {
    const [found] = defaultAccountRights.find?.(accessTo(bind('team/b', 'edit', 'ServiceAccount team/default'))) ?? [];
    expect(found).toMatchObject({
      message: 'every Pod in team without a serviceAccountName runs as ServiceAccount team/default, which is bound to edit in team',
      fix: 'use another ServiceAccount in RoleBinding team/b',
    });
  });

  it('says nothing of other accounts, nor of people of that name', () => {
    expect(said(defaultAccountRights, bind('team/b', 'edit', 'ServiceAccount team/ci', 'User default'))).toEqual([]);
  });
});
