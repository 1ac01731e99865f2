import { describe, expect, it } from 'vitest';
import { serviceWrite } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'services');

describe('service-write', () => {
  testsOfHeldRule(serviceWrite, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(serviceWrite, 'team', RULE)).toEqual(['info']);
    expect(severityOfAccountIn(serviceWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of create services/status', () => {
    expect(permissionsOfAccount(serviceWrite, rule('create', 'services/status'))).toEqual([]);
  });
});
