import { describe, expect, it } from 'vitest';
import { podSteal } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { permissionsOfAccount, severityOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

const RULE = rule('patch', 'nodes/status');

describe('pod-steal', () => {
  testsOfHeldRule(podSteal, RULE);

  it('is a note for an account outside its namespace, and a note within', () => {
    for (const namespace of ['team', 'op']) {
      expect(severityOfAccountIn(podSteal, namespace, rule('patch', 'pods/status'))).toEqual(['info']);
      // A RoleBinding grants nothing on nodes.
      expect(severityOfAccountIn(podSteal, namespace, RULE)).toEqual([]);
    }
  });

  it('says nothing of named objects', () => {
    expect(permissionsOfAccount(podSteal, rule('delete', 'pods', '', ['mine']))).toEqual([]);
  });
});
