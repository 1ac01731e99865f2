import { describe, expect, it } from 'vitest';
import { nodeWrite } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'nodes');

describe('node-write', () => {
  testsOfHeldRule(nodeWrite, RULE);

  it('says nothing of a Role, which gives nothing on what belongs to no namespace', () => {
    expect(severityOfAccountIn(nodeWrite, 'team', RULE)).toEqual([]);
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(nodeWrite, rule('patch', 'nodes', '', ['worker-1']))).toEqual([]);
  });
});
