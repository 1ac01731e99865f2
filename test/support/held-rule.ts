/** The tests that every rule about held rights has to pass. */
import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../src/base/kubernetes/policy-rule.js';
import { stepsText } from '../../src/report/steps.js';
import type { RiskRule } from '../../src/review/rules/rule.js';
import { csv, group, namespace } from './build.js';
import { asking } from './permissions.js';
import { bind, role } from './rbac-in-short.js';
import { accessTo } from './states.js';

/** What a rule says of these objects: `severity: message`. */
export function said(riskRule: RiskRule, ...objects: readonly KubernetesObject[]): string[] {
  return (riskRule.find?.(accessTo(...objects)) ?? []).map(({ severity, message }) => `${severity}: ${message}`);
}

/** What a rule says of a ServiceAccount `op/manager` that holds a rule in the whole cluster. */
export function saidOf(riskRule: RiskRule, ...rules: readonly PolicyRule[]): string[] {
  return said(riskRule, namespace('op'), role('r', rules), bind('b', 'r', 'ServiceAccount op/manager'));
}

/** What a rule says of an account that holds a rule by a Role in a namespace. */
export function saidOfAccountIn(riskRule: RiskRule, home: string, ...rules: readonly PolicyRule[]): string[] {
  return said(riskRule, namespace(home), role(`${home}/r`, rules), bind(`${home}/b`, 'Role/r', 'ServiceAccount op/manager'));
}

/** That a rule points at the field of the CSV, whatever makes the role, and says nothing about Kubernetes' own roles. */
export function testsOfHeldRule(riskRule: RiskRule, telling: PolicyRule): void {
  it('points at the rule of the CSV that it comes from', () => {
    const permissions = [{ serviceAccountName: 'manager', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, telling] }];
    const objects = [namespace('op'), group('op/group'), csv('op/etcd.v1', asking({ clusterPermissions: permissions }))];
    const [found] = riskRule.find?.(accessTo(...objects)) ?? [];
    expect(found).toMatchObject({
      subject: { kind: 'ServiceAccount', namespace: 'op', name: 'manager' },
      place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/clusterPermissions/0/rules/1' },
    });
    expect(stepsText(found?.path ?? [])).toContain('spec.install.spec.clusterPermissions[0].rules[1] of ClusterServiceVersion op/etcd.v1');
    expect(found?.fix).toContain('spec.install.spec.clusterPermissions[0].rules[1] of ClusterServiceVersion op/etcd.v1');
  });

  it("says nothing of Kubernetes' own roles in a namespace", () => {
    const roles = ['admin', 'edit', 'view'].map((name) => bind(`team/${name}`, name, 'User alice', 'ServiceAccount team/ci'));
    expect(said(riskRule, ...roles)).toEqual([]);
  });
}

/** What a rule says of the permissions of an account in the whole cluster: `severity: permission, …`. */
export function permissionsOfAccount(riskRule: RiskRule, ...rules: readonly PolicyRule[]): string[] {
  const objects = [namespace('op'), role('r', rules), bind('b', 'r', 'ServiceAccount op/manager')];
  return (riskRule.find?.(accessTo(...objects)) ?? []).map(({ severity, permissions = [] }) => `${severity}: ${permissions.join(', ')}`);
}

/** How bad it is that an account of `op` holds a rule by a Role in a namespace. */
export function severityOfAccountIn(riskRule: RiskRule, home: string, ...rules: readonly PolicyRule[]): string[] {
  const objects = [namespace(home), role(`${home}/r`, rules), bind(`${home}/b`, 'Role/r', 'ServiceAccount op/manager')];
  return (riskRule.find?.(accessTo(...objects)) ?? []).map(({ severity }) => severity);
}
