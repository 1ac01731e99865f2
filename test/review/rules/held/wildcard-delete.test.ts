import { describe, expect, it } from 'vitest';
import { wildcardDelete } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('get delete', '*', '*');

describe('wildcard-delete', () => {
  testsOfHeldRule(wildcardDelete, RULE);

  it('is a warning in all namespaces and elsewhere, and a note within the namespace of the account', () => {
    expect(permissionsOfAccount(wildcardDelete, RULE)).toEqual(['warning: delete *.*']);
    expect(permissionsOfAccount(wildcardDelete, rule('*', '*'))).toEqual(['warning: delete *, deletecollection *']);
    expect(severityOfAccountIn(wildcardDelete, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(wildcardDelete, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of one API group, of named resources, or of cluster-admin', () => {
    expect(permissionsOfAccount(wildcardDelete, rule('delete', '*', 'apps'), rule('delete', 'pods'), rule('*', '*', '*'))).toEqual([]);
  });
});
