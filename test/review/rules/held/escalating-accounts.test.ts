import { describe, expect, it } from 'vitest';
import { deputiesOf } from '../../../../src/review/rules/held/confused-deputy.js';
import { ESCALATING, RISK_RULES } from '../../../../src/review/rules/index.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking } from '../../../support/permissions.js';
import { rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

/** The permissions of the account that is found to escalate, if it is. */
function escalating(...rules: readonly ReturnType<typeof rule>[]): readonly string[] {
  const { spec } = asking({ clusterPermissions: [{ serviceAccountName: 'etcd', rules }] });
  const access = accessTo(namespace('op'), group('op/group'), csv('op/etcd.v1', { spec }));
  return [...deputiesOf(access).values()].flat().flatMap(({ permissions }) => permissions);
}

describe('an account that escalates', () => {
  it('is one with a permission of a rule that says so', () => {
    expect(RISK_RULES.filter(({ escalates }) => escalates).map(({ id }) => id)).toEqual([
      'olm-write',
      'role-escalation',
      'impersonation',
      'csr-approval',
      'webhook-configurations',
      'nodes-proxy',
      'token-create',
      'rbac-write',
    ]);
    for (const wants of ESCALATING) for (const want of wants) expect([want, escalating(want).length > 0]).toEqual([want, true]);
  });

  it('is not every one that is powerful: an operator that makes Pods or reads Secrets is no deputy', () => {
    const usual = [
      rule('create', 'pods'),
      rule('create update', 'deployments', 'apps'),
      rule('get list', 'secrets'),
      rule('*', 'configmaps'),
    ];
    expect(usual.flatMap((one) => escalating(one))).toEqual([]);
  });

  it('has all of its permissions that escalate, by name', () => {
    expect(escalating(rule('create', 'serviceaccounts/token'), rule('get', 'nodes/proxy'), rule('get', 'pods'))).toEqual([
      'create serviceaccounts/token',
      'get nodes/proxy',
    ]);
  });
});
