import { describe, expect, it } from 'vitest';
import { serviceStatusWrite } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'services/status');

describe('service-status-write', () => {
  testsOfHeldRule(serviceStatusWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(serviceStatusWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(serviceStatusWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of patch services', () => {
    expect(permissionsOfAccount(serviceStatusWrite, rule('patch', 'services'))).toEqual([]);
  });
});
