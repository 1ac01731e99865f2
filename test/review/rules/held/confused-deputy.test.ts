import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { confusedDeputy } from '../../../../src/review/rules/held/confused-deputy.js';
import { type CsvFields, csv, type GroupFields, group, namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { asking } from '../../../support/permissions.js';
import { bind, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const WATCH = rule('get list watch', 'etcds', 'example.com');
const BINDINGS = rule('create', 'clusterrolebindings', 'rbac.authorization.k8s.io');

/** An operator of the API Etcd that holds these rules in the whole cluster. */
function operator(rules: readonly PolicyRule[], fields: GroupFields = { targets: ['team-a'] }, more: CsvFields = {}): KubernetesObject[] {
  const { spec } = asking({ clusterPermissions: [{ serviceAccountName: 'etcd-operator', rules }] });
  return [
    namespace('op'),
    namespace('team-a'),
    group('op/group', fields),
    csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'], ...more, spec: { ...spec, ...more.spec } }),
  ];
}

const crd = (scope: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'etcds.example.com' },
  spec: { scope, group: 'example.com', names: { kind: 'Etcd' }, versions: [{ name: 'v1', served: true }] },
});

describe('confused-deputy', () => {
  it('tells the whole path from the editor to the right that escalates', () => {
    expect(confusedDeputy.find?.(accessTo(...operator([WATCH, BINDINGS])))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ServiceAccount', namespace: 'op', name: 'etcd-operator' },
        message:
          'anyone bound to edit in team-a can create Etcd, and ServiceAccount op/etcd-operator, which acts on it, can create clusterrolebindings.rbac.authorization.k8s.io in the whole cluster',
        path: wayOf(
          'edit in team-a → aggregates ClusterRole etcds.example.com-v1-edit → create Etcd → operated by ServiceAccount op/etcd-operator, which can create clusterrolebindings.rbac.authorization.k8s.io in the whole cluster',
        ),
        fix: 'stay on a version without it, limit what OLM grants with spec.serviceAccountName of OperatorGroup op/group, accept it in the baseline or ask its author to remove it from spec.install.spec.clusterPermissions[0].rules[1] of ClusterServiceVersion op/etcd.v1; or bind the people in team-a to a role without Etcd instead of edit',
        place: { file: 'ClusterServiceVersion/op/etcd.v1/spec/install/spec/clusterPermissions/0/rules/1' },
        permissions: ['create clusterrolebindings.rbac.authorization.k8s.io'],
        scope: 'cluster',
        identity: ['example.com'],
      },
    ]);
  });

  it('names those of the input who may do so', () => {
    const editors = [
      bind('team-a/devs', 'edit', 'Group devs'),
      bind('other/devs', 'edit', 'User eve'),
      bind('team-a/readers', 'view', 'User bob'),
    ];
    expect(said(confusedDeputy, ...operator([WATCH, BINDINGS]), ...editors)).toEqual([
      'error: anyone bound to edit in team-a (Group devs, bound to edit in team-a) can create Etcd, and ServiceAccount op/etcd-operator, which acts on it, can create clusterrolebindings.rbac.authorization.k8s.io in the whole cluster',
    ]);
  });

  it('speaks of any namespace where the group is global', () => {
    expect(said(confusedDeputy, ...operator([WATCH, rule('*', '*', '*')], {}))).toEqual([
      'error: anyone bound to edit in any namespace can create Etcd, and ServiceAccount op/etcd-operator, which acts on it, can do everything in all namespaces',
    ]);
  });

  it.each([
    ['bind', 'clusterroles', 'rbac.authorization.k8s.io', 'in the whole cluster'],
    ['escalate', 'clusterroles', 'rbac.authorization.k8s.io', 'in the whole cluster'],
    ['impersonate', 'users', '', 'in the whole cluster'],
    ['create', 'subscriptions', 'operators.coreos.com', 'in all namespaces'],
    ['create', 'serviceaccounts/token', '', 'in all namespaces'],
    ['patch', 'mutatingwebhookconfigurations', 'admissionregistration.k8s.io', 'in the whole cluster'],
    ['get', 'nodes/proxy', '', 'in the whole cluster'],
  ])('counts %s on %s', (verb, resource, apiGroup, where) => {
    expect(said(confusedDeputy, ...operator([WATCH, rule(verb, resource, apiGroup)]))).toEqual([
      `error: anyone bound to edit in team-a can create Etcd, and ServiceAccount op/etcd-operator, which acts on it, can ${verb} ${resource}${apiGroup && `.${apiGroup}`} ${where}`,
    ]);
  });

  it('says nothing of an account that does not watch the API', () => {
    expect(said(confusedDeputy, ...operator([BINDINGS]))).toEqual([]);
  });

  it('says nothing of an account without such a right', () => {
    expect(said(confusedDeputy, ...operator([WATCH, rule('*', 'deployments', 'apps'), rule('get', 'secrets')]))).toEqual([]);
  });

  it('says nothing of an API whose objects belong to no namespace', () => {
    const [space, team, og, etcd] = operator([WATCH, BINDINGS]) as [KubernetesObject, KubernetesObject, KubernetesObject, KubernetesObject];
    const access = accessTo(space, team, og, etcd);
    const withCrd = (scope: string) => ({ ...access, state: { ...access.state, objects: [...access.state.objects, crd(scope)] } });
    expect(confusedDeputy.find?.(withCrd('Cluster'))).toEqual([]);
    expect(confusedDeputy.find?.(withCrd('Namespaced'))).toHaveLength(1);
  });

  it('says nothing of an operator that fails, whose API has no roles', () => {
    expect(said(confusedDeputy, ...operator([WATCH, BINDINGS], { targets: ['team-a'] }, { modes: ['AllNamespaces'] }))).toEqual([]);
  });
});
