import { describe, expect, it } from 'vitest';
import { namespaceWrite } from '../../../../src/review/rules/held/admission.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'namespaces');

describe('namespace-write', () => {
  testsOfHeldRule(namespaceWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(namespaceWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(namespaceWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(namespaceWrite, rule('patch', 'namespaces', '', ['mine']))).toEqual([]);
  });

  it('counts the parts of a namespace by which its labels change, and the projects of OpenShift', () => {
    for (const part of ['namespaces/finalize', 'namespaces/status'])
      expect(permissionsOfAccount(namespaceWrite, rule('update', part))).toEqual([`warning: update ${part}`]);
    expect(permissionsOfAccount(namespaceWrite, rule('patch', 'projects', 'project.openshift.io'))).toEqual([
      'warning: patch projects.project.openshift.io',
    ]);
  });
});
