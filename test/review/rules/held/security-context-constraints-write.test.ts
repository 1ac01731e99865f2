import { describe, expect, it } from 'vitest';
import { securityContextConstraintsWrite } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create update patch', 'securitycontextconstraints', 'security.openshift.io');

describe('security-context-constraints-write', () => {
  testsOfHeldRule(securityContextConstraintsWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(securityContextConstraintsWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(
      permissionsOfAccount(
        securityContextConstraintsWrite,
        rule('use', 'securitycontextconstraints', 'security.openshift.io', ['restricted']),
      ),
    ).toEqual([]);
  });
});
