import { describe, expect, it } from 'vitest';
import { roleWrite } from '../../../../src/review/rules/held/grants.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('update', 'clusterroles', 'rbac.authorization.k8s.io');

describe('role-write', () => {
  testsOfHeldRule(roleWrite, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(roleWrite, 'team', RULE)).toEqual(['info']);
    expect(severityOfAccountIn(roleWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(roleWrite, rule('update', 'clusterroles', 'rbac.authorization.k8s.io', ['mine']))).toEqual([]);
  });

  it('counts those of OpenShift', () => {
    expect(permissionsOfAccount(roleWrite, rule('update', 'clusterroles', 'authorization.openshift.io'))).toEqual([
      'warning: update clusterroles.authorization.openshift.io',
    ]);
  });
});
