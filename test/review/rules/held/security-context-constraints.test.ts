import { describe, expect, it } from 'vitest';
import { securityContextConstraints } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { said, saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const ANY = rule('use', 'securitycontextconstraints', 'security.openshift.io');
const named = (...resourceNames: string[]) => ({ ...ANY, resourceNames });

describe('security-context-constraints', () => {
  it('tells of one who can use all of them, or those that let a Pod out', () => {
    expect(saidOf(securityContextConstraints, ANY)).toEqual([
      'error: ServiceAccount op/manager can use securitycontextconstraints.security.openshift.io in the whole cluster',
    ]);
    expect(saidOf(securityContextConstraints, named('privileged', 'hostmount-anyuid'))).toEqual([
      'error: ServiceAccount op/manager can use securitycontextconstraints.security.openshift.io named hostmount-anyuid and privileged in the whole cluster',
    ]);
    expect(saidOf(securityContextConstraints, named('mine'))).toHaveLength(1);
  });

  it('counts in namespaces as well, where use is asked for the Pod', () => {
    const message = (home: string) =>
      `warning: ServiceAccount op/manager can use securitycontextconstraints.security.openshift.io named privileged in ${home}`;
    expect(saidOfAccountIn(securityContextConstraints, 'team', named('privileged'))).toEqual([message('team')]);
    expect(saidOfAccountIn(securityContextConstraints, 'op', named('privileged'))).toEqual([message('op')]);
  });

  it('says that a RoleBinding is enough', () => {
    const [found] = securityContextConstraints.find?.(accessTo(role('r', [ANY]), bind('b', 'r', 'Group devs'))) ?? [];
    expect(found?.fix).toBe(
      'remove use securitycontextconstraints.security.openshift.io from rules[0] of ClusterRole r; a RoleBinding in the namespace of the Pods is enough, because use is also checked there',
    );
  });

  it('says nothing of harmless ones, of other verbs, and of a kind of this name elsewhere', () => {
    expect(saidOf(securityContextConstraints, named('restricted-v2', 'nonroot'))).toEqual([]);
    expect(saidOf(securityContextConstraints, rule('get list', 'securitycontextconstraints', 'security.openshift.io'))).toEqual([]);
    expect(said(securityContextConstraints, role('r', [rule('use', 'securitycontextconstraints', 'example.com')]))).toEqual([]);
  });

  testsOfHeldRule(securityContextConstraints, named('privileged'));
});
