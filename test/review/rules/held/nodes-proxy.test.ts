import { describe, expect, it } from 'vitest';
import { nodesProxy } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('nodes-proxy', () => {
  testsOfHeldRule(nodesProxy, rule('get', 'nodes/proxy'));

  it('says nothing of what monitoring needs', () => {
    expect(saidOf(nodesProxy, rule('get', 'nodes nodes/metrics nodes/stats'))).toEqual([]);
  });

  it('says nothing of a Role, which gives nothing', () => {
    expect(saidOfAccountIn(nodesProxy, 'team', rule('get', 'nodes/proxy'))).toEqual([]);
  });
});
