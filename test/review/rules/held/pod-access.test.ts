import { describe, expect, it } from 'vitest';
import { podAccess } from '../../../../src/review/rules/held/nodes-and-pods.js';
import { saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { rule } from '../../../support/rbac-in-short.js';

describe('pod-access', () => {
  testsOfHeldRule(podAccess, rule('create', 'pods/exec'));

  it('counts get, which the API server takes for exec over WebSocket', () => {
    expect(saidOfAccountIn(podAccess, 'team', rule('get', 'pods/attach'))).toEqual([
      'warning: ServiceAccount op/manager can get pods/attach in team',
    ]);
  });

  it('counts adding containers to Pods that run', () => {
    expect(saidOf(podAccess, rule('patch', 'pods/ephemeralcontainers'))).toEqual([
      'error: ServiceAccount op/manager can patch pods/ephemeralcontainers in all namespaces',
    ]);
  });

  it('counts the proxy of the API server, which reaches what a forwarded port reaches', () => {
    expect(saidOf(podAccess, rule('get', 'pods/proxy services/proxy'))).toEqual([
      'warning: ServiceAccount op/manager can get pods/proxy and services/proxy in all namespaces',
    ]);
  });

  it('is told once of an account that gets into Pods and reaches them through the proxy', () => {
    expect(saidOf(podAccess, rule('create', 'pods/exec'), rule('get', 'pods/proxy'))).toHaveLength(1);
  });

  it('counts a wildcard for what has the subresource', () => {
    expect(saidOf(podAccess, rule('create', '*/exec'))).toEqual([
      'error: ServiceAccount op/manager can create pods/exec in all namespaces',
    ]);
  });

  it('says nothing of the Pods themselves and their logs', () => {
    expect(saidOf(podAccess, rule('*', 'pods pods/log pods/status'))).toEqual([]);
  });
});
