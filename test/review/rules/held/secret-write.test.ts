import { describe, expect, it } from 'vitest';
import { secretWrite } from '../../../../src/review/rules/held/secrets.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('create', 'secrets');

describe('secret-write', () => {
  testsOfHeldRule(secretWrite, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(secretWrite, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(secretWrite, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(secretWrite, rule('update', 'secrets', '', ['mine']))).toEqual([]);
  });
});
