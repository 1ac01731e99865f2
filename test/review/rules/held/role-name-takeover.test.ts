import { describe, expect, it } from 'vitest';
import { KUBERNETES_DEFAULTS } from '../../../../src/base/rbac/default-policy.js';
import { roleNameTakeover } from '../../../../src/review/rules/held/role-name-takeover.js';
import { said } from '../../../support/held-rule.js';
import { role, rule } from '../../../support/rbac-in-short.js';
import { accessTo, stateOf } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const taken = (name: string) => [
  `error: ClusterRole ${name} has the name of one of Kubernetes' own ClusterRoles and grants other permissions to anyone bound to ${name}`,
];

describe('role-name-takeover', () => {
  it('tells of a role called view that says something else', () => {
    expect(roleNameTakeover.find?.(accessTo(role('view', [rule('get', 'secrets')])))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'ClusterRole', name: 'view' },
        message:
          "ClusterRole view has the name of one of Kubernetes' own ClusterRoles and grants other permissions to anyone bound to view",
        path: wayOf("ClusterRole view → replaces Kubernetes' own view → every binding to view"),
        fix: 'rename it',
        place: { file: 'ClusterRole/view/metadata/name' },
        identity: ['own'],
      },
    ]);
  });

  it('knows the roles for the constraints of OpenShift, and no others of that form', () => {
    expect(said(roleNameTakeover, role('system:openshift:scc:restricted-v2', [rule('get', 'pods')]))).toEqual(
      taken('system:openshift:scc:restricted-v2'),
    );
    expect(said(roleNameTakeover, role('system:openshift:scc:csi-nfs-scc', [rule('get', 'pods')]))).toEqual([]);
  });

  it('tells of a cluster-admin that may do less', () => {
    expect(said(roleNameTakeover, role('cluster-admin', [rule('get', 'pods')]))).toEqual(taken('cluster-admin'));
  });

  it('tells of a role of Kubernetes that may do more', () => {
    expect(said(roleNameTakeover, role('system:discovery', [rule('get', 'secrets')]))).toEqual(taken('system:discovery'));
    expect(said(roleNameTakeover, role('system:aggregate-to-view', [rule('*', '*', '*')]))).toEqual(taken('system:aggregate-to-view'));
  });

  it('tells of a name that Kubernetes keeps for itself', () => {
    expect(said(roleNameTakeover, role('system:mine', []))).toEqual(taken('system:mine'));
  });

  it('says nothing of a snapshot, with the rules that the controller filled in', () => {
    const filled = KUBERNETES_DEFAULTS.roles
      .filter(({ kind }) => kind === 'ClusterRole')
      .map((own) => (own.aggregationRule ? { ...own, rules: [rule('get', 'anything')] } : own));
    const controller = role('system:controller:controller-to-come', [rule('get', 'anything')], {
      'kubernetes.io/bootstrapping': 'rbac-defaults',
    });
    expect(said(roleNameTakeover, ...filled, controller)).toEqual([]);
  });

  it.each(['system:kube-scheduler', 'system:controller:controller-to-come'])(
    'tells of %s where the label of a snapshot makes it powerful, as anybody can write that',
    (name) => {
      const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
      expect(said(roleNameTakeover, role(name, [rule('get', 'pods')], labels))).toEqual([]);
      expect(said(roleNameTakeover, role(name, [rule('get', 'secrets')], labels))).toEqual(taken(name));
    },
  );

  it('tells of any more permissions for a group that Kubernetes binds, with the label of a snapshot', () => {
    const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
    expect(said(roleNameTakeover, role('system:service-account-issuer-discovery', [rule('create', 'pods/exec')], labels))).toEqual(
      taken('system:service-account-issuer-discovery'),
    );
  });

  it('tells of a Role that Kubernetes has in kube-system', () => {
    const name = 'extension-apiserver-authentication-reader';
    expect(said(roleNameTakeover, role(`kube-system/${name}`, [rule('get', 'secrets')]))).toEqual([
      `error: Role kube-system/${name} has the name of one of Kubernetes' own Roles and grants other permissions to anyone bound to ${name}`,
    ]);
    expect(said(roleNameTakeover, role(`kube-system/${name}`, []))).toEqual([]);
  });

  it('says nothing of other names', () => {
    expect(said(roleNameTakeover, role('viewer', [rule('*', '*', '*')]))).toEqual([]);
  });

  it('tells of two roles of one name that differ, and not of two that do not', () => {
    const [one, same, other] = [rule('get', 'pods'), rule('get', 'pods'), rule('get', 'secrets')].map((each) => role('shared', [each]));
    const find = (...roles: readonly (typeof one)[]) =>
      roleNameTakeover.find?.({ ...accessTo(), state: { ...stateOf(), objects: roles.flatMap((each) => each ?? []) } });
    expect(find(one, same)).toEqual([]);
    expect(find(one, other)?.map(({ message }) => message)).toEqual([
      '2 different ClusterRoles are called shared: anyone bound to shared gets the permissions of the one that is applied last',
    ]);
  });

  it('gives up on a list that no role of Kubernetes has', () => {
    const many = Array.from({ length: 300 }, (_, index) => `r${index}`).join(' ');
    expect(said(roleNameTakeover, role('system:discovery', [rule(many, many)]))).toEqual(taken('system:discovery'));
  });
});
