import { describe, expect, it } from 'vitest';
import { formatReference } from '../../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { powerOf } from '../../../../src/review/rules/access/powers.js';
import { POWERS, riskFinders } from '../../../../src/review/rules/index.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo, stateOf } from '../../../support/states.js';

/** Each verb on each resource that makes powerful by itself. */
const SINGLE = POWERS.filter(({ leads, and, onlyNamed }) => !leads && !and && !onlyNamed).flatMap(({ wants }) =>
  wants.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb): PolicyRule => rule(verb, resource, group)))),
  ),
);

const account = (name: string, space = 'op') => ({ kind: 'ServiceAccount', namespace: space, name }) as const;
const held = SINGLE.flatMap((single, index) => [
  role(`r${index}`, [single]),
  bind(`b${index}`, `r${index}`, `ServiceAccount op/a${index}`),
]);

describe('who is powerful', () => {
  it('is who holds what any rule calls an error, in all namespaces', () => {
    const state = stateOf(namespace('op'), ...held);
    const access = accessTo(namespace('op'), ...held);
    const errors = riskFinders()
      .risksOf(state)
      .filter(({ severity, permissions }) => severity === 'error' && permissions)
      .map(({ subject }) => formatReference(subject));
    const powerful = SINGLE.map((_, index) => account(`a${index}`)).filter((subject) => powerOf(access, subject) !== undefined);
    expect([...new Set(errors)].sort()).toEqual(powerful.map(formatReference).sort());
    expect(powerful.length).toBe(SINGLE.length);
  });

  it('is nobody by what a rule of the configuration calls milder', () => {
    const readers = [role('r', [rule('get', 'secrets')]), bind('b', 'r', 'ServiceAccount op/reader')];
    const used = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'op' },
      spec: { serviceAccountName: 'reader', containers: [] },
    };
    const [base, head] = [stateOf(namespace('op'), ...readers), stateOf(namespace('op'), ...readers, used)];
    const ids = (severities: Record<string, 'warning'>): string[] =>
      riskFinders({ rules: [], severities })
        .changeRisks(base, head)
        .map(({ id }) => id);
    expect(ids({})).toContain('account-used');
    expect(ids({ 'secrets-read': 'warning' })).not.toContain('account-used');
  });

  it('is who is led to one in any number of steps, and not who is led elsewhere', () => {
    const step = (from: string, to: string) => bind(`${to}/from-${from.replace('/', '-')}`, 'runner', `ServiceAccount ${from}`);
    const access = accessTo(
      ...['a', 'b', 'c', 'd'].map((name) => namespace(name)),
      role('runner', [rule('create', 'pods')]),
      role('all', [rule('*', '*', '*')]),
      bind('admins', 'all', 'ServiceAccount c/admin'),
      step('a/first', 'b'),
      step('b/second', 'c'),
      step('a/other', 'd'),
    );
    expect(powerOf(access, account('second', 'b'))).toBe('act as ServiceAccount c/admin, which leads to do everything in all namespaces');
    expect(powerOf(access, account('first', 'a'))).toBe('act as ServiceAccount b/second, which leads to do everything in all namespaces');
    expect(powerOf(access, account('other', 'a'))).toBeUndefined();
  });
});
