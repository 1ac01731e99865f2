import { describe, expect, it } from 'vitest';
import { apiServiceWrite } from '../../../src/findings/held/api-service-write.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../support/held-rule.js';
import { rule } from '../../support/rbac-in-short.js';

const RULE = rule('create', 'apiservices', 'apiregistration.k8s.io');

describe('api-service-write', () => {
  testsOfHeldRule(apiServiceWrite, RULE);

  it('is a warning in all namespaces, with the permissions', () => {
    expect(permissionsOfAccount(apiServiceWrite, RULE)).toEqual(['warning: create apiservices.apiregistration.k8s.io']);
  });

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(apiServiceWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(apiServiceWrite, rule('create', 'apiservices', 'apiregistration.k8s.io', ['v1.example.com']))).toEqual([]);
  });
});
