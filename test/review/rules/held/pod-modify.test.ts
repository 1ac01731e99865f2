import { describe, expect, it } from 'vitest';
import { podModify } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'pods');

describe('pod-modify', () => {
  testsOfHeldRule(podModify, RULE);

  it('is a warning for an account outside its namespace, and a note within', () => {
    expect(severityOfAccountIn(podModify, 'team', RULE)).toEqual(['warning']);
    expect(severityOfAccountIn(podModify, 'op', RULE)).toEqual(['info']);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(podModify, rule('patch', 'pods', '', ['mine']))).toEqual([]);
  });
});
