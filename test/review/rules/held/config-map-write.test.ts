import { describe, expect, it } from 'vitest';
import { configMapWrite } from '../../../../src/review/rules/held/secrets.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'configmaps');

describe('config-map-write', () => {
  testsOfHeldRule(configMapWrite, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(configMapWrite, 'team', RULE)).toEqual(['info']);
    expect(severityOfAccountIn(configMapWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(configMapWrite, rule('patch', 'configmaps', '', ['mine']))).toEqual([]);
  });

  it('counts each in kube-system, from elsewhere', () => {
    const named = rule('update', 'configmaps', '', ['extension-apiserver-authentication']);
    expect(severityOfAccountIn(configMapWrite, 'kube-system', named)).toEqual(['warning']);
    expect(severityOfAccountIn(configMapWrite, 'team', named)).toEqual([]);
  });

  it('counts the ConfigMaps by name that decide who is who and where names lead', () => {
    expect(permissionsOfAccount(configMapWrite, rule('update', 'configmaps', '', ['aws-auth', 'mine', 'coredns']))).toEqual([
      'error: update configmaps named aws-auth, update configmaps named coredns',
    ]);
    expect(permissionsOfAccount(configMapWrite, rule('update', 'configmaps', '', ['mine', 'coredns']))).toEqual([
      'warning: update configmaps named coredns',
    ]);
  });
});
