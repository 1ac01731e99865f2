import { describe, expect, it } from 'vitest';
import { machineConfigWrite } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'machineconfigs', 'machineconfiguration.openshift.io');

describe('machine-config-write', () => {
  testsOfHeldRule(machineConfigWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(machineConfigWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of get machineconfigs', () => {
    expect(permissionsOfAccount(machineConfigWrite, rule('get', 'machineconfigs', 'machineconfiguration.openshift.io'))).toEqual([]);
  });
});
