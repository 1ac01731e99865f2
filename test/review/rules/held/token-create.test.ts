import { describe, expect, it } from 'vitest';
import { tokenCreate } from '../../../../src/review/rules/held/grants.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('token-create', () => {
  testsOfHeldRule(tokenCreate, rule('create', 'serviceaccounts/token'));

  it('is a warning for an account outside its namespace', () => {
    expect(saidOfAccountIn(tokenCreate, 'team', rule('create', 'serviceaccounts/token'))).toEqual([
      'warning: ServiceAccount op/manager can create serviceaccounts/token in team',
    ]);
  });

  it('says nothing of tokens of named accounts', () => {
    expect(saidOf(tokenCreate, rule('create', 'serviceaccounts/token', '', ['mine']))).toEqual([]);
  });

  it('says nothing of creating accounts', () => {
    expect(saidOf(tokenCreate, rule('create', 'serviceaccounts'))).toEqual([]);
  });
});
