import { describe, expect, it } from 'vitest';
import { defaultAccountRights } from '../../../src/review/risks/default-account-rights.js';
import { csv, group, namespace } from '../../support/build.js';
import { said } from '../../support/held-rule.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { bind } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/review-side.js';

describe('default-account-rights', () => {
  it('tells of a CSV that names the account default', () => {
    const permissions = [{ serviceAccountName: 'default', rules: [READ_PODS] }];
    const objects = [namespace('op'), group('op/group', { targets: ['op'] }), csv('op/etcd.v1', asking({ permissions }))];
    expect(defaultAccountRights.find?.(accessTo(...objects))).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'ServiceAccount', namespace: 'op', name: 'default' },
        message: expect.stringMatching(
          /^every Pod in op that names no account is ServiceAccount op\/default, which holds etcd\.v1-default-\w+ in op$/,
        ),
        path: expect.stringContaining('spec.install.spec.permissions[0].rules[0] of ClusterServiceVersion op/etcd.v1'),
        fix: 'name another account in spec.install.spec.permissions[0] of ClusterServiceVersion op/etcd.v1',
        place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/permissions/0/rules/0' },
        identity: ['targets of op/group', 'hold rights'],
      },
    ]);
  });

  it('tells of a binding that names it, and how to do without', () => {
    const [found] = defaultAccountRights.find?.(accessTo(bind('team/b', 'edit', 'ServiceAccount team/default'))) ?? [];
    expect(found).toMatchObject({
      message: 'every Pod in team that names no account is ServiceAccount team/default, which holds edit in team',
      fix: 'name another account in RoleBinding team/b',
    });
  });

  it('says nothing of other accounts, nor of people of that name', () => {
    expect(said(defaultAccountRights, bind('team/b', 'edit', 'ServiceAccount team/ci', 'User default'))).toEqual([]);
  });
});
