import { describe, expect, it } from 'vitest';
import { endpointWrite } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'endpointslices', 'discovery.k8s.io');

describe('endpoint-write', () => {
  testsOfHeldRule(endpointWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(endpointWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(endpointWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(endpointWrite, rule('update', 'endpoints', '', ['lock']))).toEqual([]);
  });
});
