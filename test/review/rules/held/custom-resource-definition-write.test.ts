import { describe, expect, it } from 'vitest';
import { customResourceDefinitionWrite } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'customresourcedefinitions', 'apiextensions.k8s.io');

describe('custom-resource-definition-write', () => {
  testsOfHeldRule(customResourceDefinitionWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(customResourceDefinitionWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(
      permissionsOfAccount(customResourceDefinitionWrite, rule('patch', 'customresourcedefinitions', 'apiextensions.k8s.io', ['mine'])),
    ).toEqual([]);
  });
});
