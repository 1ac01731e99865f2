import { describe, expect, it } from 'vitest';
import { identityWrite } from '../../../../src/review/rules/held/grants.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('update', 'groups', 'user.openshift.io');

describe('identity-write', () => {
  testsOfHeldRule(identityWrite, RULE);

  it('is an error in all namespaces, with the permissions', () => {
    expect(permissionsOfAccount(identityWrite, RULE)).toEqual(['error: update groups.user.openshift.io']);
    expect(permissionsOfAccount(identityWrite, rule('create', 'oauthaccesstokens', 'oauth.openshift.io'))).toEqual([
      'error: create oauthaccesstokens.oauth.openshift.io',
    ]);
    expect(permissionsOfAccount(identityWrite, rule('patch', 'oauths', 'config.openshift.io'))).toEqual([
      'error: patch oauths.config.openshift.io',
    ]);
  });

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(identityWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of get users, nor of the groups of Kubernetes, which are no objects', () => {
    expect(permissionsOfAccount(identityWrite, rule('get', 'users', 'user.openshift.io'))).toEqual([]);
    expect(permissionsOfAccount(identityWrite, rule('update', 'groups'))).toEqual([]);
  });
});
