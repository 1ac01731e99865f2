import { describe, expect, it } from 'vitest';
import { dataDelete } from '../../../../src/review/rules/held/traffic-and-data.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('delete', 'persistentvolumeclaims');

describe('data-delete', () => {
  testsOfHeldRule(dataDelete, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(dataDelete, 'team', RULE)).toEqual(['info']);
    expect(severityOfAccountIn(dataDelete, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(dataDelete, rule('delete', 'persistentvolumeclaims', '', ['mine']))).toEqual([]);
  });
});
