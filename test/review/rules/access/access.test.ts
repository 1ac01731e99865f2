import { describe, expect, it } from 'vitest';
import { subjectKey } from '../../../../src/base/rbac/subject.js';
import { accessOf, type HeldRule, ownRule } from '../../../../src/review/rules/access/access.js';
import { csv, group, namespace } from '../../../support/build.js';
import { asking, READ_PODS } from '../../../support/permissions.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo, stateOf } from '../../../support/states.js';

const ofSubject = (access: ReturnType<typeof accessTo>, name: string) =>
  access.holdings
    .filter(({ subjects }) => subjects.some((subject) => subject.name === name))
    .map(({ scope, rule: held, roles, origin }) => ({ scope, held, roles: roles.map(({ metadata }) => metadata.name), origin }));

describe('access', () => {
  it('holds the rules of a role for each subject, with the scope of the binding', () => {
    const access = accessTo(
      role('r', [rule('get', 'pods')]),
      bind('b', 'r', 'User all'),
      bind('x/b', 'r', 'User some'),
      bind('y/b', 'r', 'User some'),
    );
    const held = { held: rule('get', 'pods'), roles: ['r'], origin: { object: { kind: 'ClusterRole', name: 'r' }, field: ['rules', 0] } };
    expect(ofSubject(access, 'all')).toEqual([{ scope: 'cluster', ...held }]);
    expect(ofSubject(access, 'some')).toEqual([{ scope: ['x', 'y'], ...held }]);
  });

  it('takes Roles of one name by what they say', () => {
    const roles = [role('x/r', [rule('get', 'pods')]), role('y/r', [rule('get', 'pods')]), role('z/r', [rule('get', 'secrets')])];
    const access = accessTo(...roles, ...['x', 'y', 'z'].map((name) => bind(`${name}/b`, 'Role/r', 'User eve')));
    expect(ofSubject(access, 'eve').map(({ scope, held }) => [scope, held.resources])).toEqual([
      [['x', 'y'], ['pods']],
      [['z'], ['secrets']],
    ]);
  });

  it('tells a rule of a copied Role by the field of the CSV, once for all namespaces', () => {
    const permissions = [
      { serviceAccountName: 'other', rules: [] },
      { serviceAccountName: 'manager', rules: [rule('get', 'nodes'), READ_PODS] },
    ];
    const objects = ['op', 'a', 'b'].map((name) => namespace(name));
    const access = accessTo(...objects, group('op/g', { targets: ['a', 'b'] }), csv('op/etcd.v1', asking({ permissions })));
    expect(ofSubject(access, 'manager').map(({ scope, origin }) => ({ scope, origin }))).toEqual(
      [0, 1].map((index) => ({
        scope: ['a', 'b', 'op'],
        origin: {
          object: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' },
          list: 'permissions',
          field: ['spec', 'install', 'spec', 'permissions', 1, 'rules', index],
        },
      })),
    );
  });

  it('tells the rule that a lifted ClusterRole has on top by the permission', () => {
    const permissions = [{ serviceAccountName: 'manager', rules: [READ_PODS] }];
    const access = accessTo(namespace('op'), group('op/g'), csv('op/etcd.v1', asking({ permissions })));
    expect(
      ofSubject(access, 'manager')
        .filter(({ scope }) => scope === 'cluster')
        .map(({ origin }) => origin.field),
    ).toEqual([
      ['spec', 'install', 'spec', 'permissions', 0, 'rules', 0],
      ['spec', 'install', 'spec', 'permissions', 0],
    ]);
  });

  it('leads through aggregation to the role that holds the rule', () => {
    const collector = { ...role('collector', []), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { collect: 'yes' } }] } };
    const extra = role('extra', [rule('get', 'widgets', 'example.com')], { collect: 'yes' });
    const access = accessTo(collector, extra, bind('x/b', 'collector', 'User eve'));
    expect(ofSubject(access, 'eve').map(({ scope, roles }) => ({ scope, roles }))).toEqual([
      { scope: ['x'], roles: ['collector', 'extra'] },
    ]);
  });

  it("leaves what Kubernetes' own roles collect to whoever holds them", () => {
    const extra = role('extra', [rule('get', 'widgets', 'example.com')], { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' });
    const access = accessTo(extra, bind('x/b', 'view', 'User eve'));
    const fromExtra = access.holdings.filter(({ roles }) => roles.at(-1) === access.clusterRoles.get('extra'));
    expect(fromExtra.map(({ subjects, scope }) => [...subjects, scope])).toEqual(
      ['admin', 'edit', 'view'].map((name) => [{ kind: 'RoleHolder', name }, 'where-bound']),
    );
    expect(new Set(ofSubject(access, 'eve').map(({ roles }) => roles.join()))).toEqual(new Set(['view,system:aggregate-to-view']));
  });

  it('holds each rule of a binding once, whoever its subjects are', () => {
    const many = { ...bind('b', 'r', 'User eve'), subjects: ['a', 'b', 'c', 'd'].map((name) => ({ kind: 'User', name })) };
    const rules = [rule('get', 'pods'), rule('get', 'secrets')];
    const { holdings } = accessTo(role('r', rules), many);
    const own = holdings.filter(({ binding }) => binding?.metadata.name === 'b');
    expect(own.map(({ rule: held }) => held)).toEqual(rules);
    expect(new Set(own.map(({ subjects }) => subjects)).size).toBe(1);
  });

  it('shares what leads to a rule among the bindings of its role', () => {
    const { holdings } = accessTo(role('r', [rule('get', 'pods')]), bind('b', 'r', 'User eve'), bind('x/b', 'r', 'User all'));
    const [one, other] = holdings.filter(({ roles: [bound] }) => bound.metadata.name === 'r');
    expect([one?.scope, other?.scope]).toEqual(['cluster', ['x']]);
    expect([other?.roles, other?.origin]).toEqual([one?.roles, one?.origin]);
    expect(other?.roles).toBe(one?.roles);
    expect(other?.origin).toBe(one?.origin);
    expect(ownRule(other as HeldRule)).toEqual({
      scope: ['x'],
      rule: rule('get', 'pods'),
      index: 0,
      roles: other?.roles,
      binding: other?.binding,
      origin: other?.origin,
    });
  });

  it('says nothing of a binding whose role is not there', () => {
    expect(ofSubject(accessTo(bind('b', 'absent', 'User eve'), bind('x/b', 'Role/absent', 'User eve')), 'eve')).toEqual([]);
  });

  it('knows the accounts of operators, by permissions and by Deployments', () => {
    const template = { template: { spec: { serviceAccountName: 'runner' } } };
    const install = {
      strategy: 'deployment',
      spec: { deployments: [{ name: 'd', spec: template }], permissions: [{ serviceAccountName: 'manager', rules: [] }] },
    };
    const { operators } = accessOf(stateOf(namespace('op'), group('op/g'), csv('op/etcd.v1', { spec: { install } })));
    expect([...operators].map(([account, csvs]) => [account, csvs.map((each) => each.csv.name)])).toEqual([
      [subjectKey({ kind: 'ServiceAccount', namespace: 'op', name: 'manager' }), ['etcd.v1']],
      [subjectKey({ kind: 'ServiceAccount', namespace: 'op', name: 'runner' }), ['etcd.v1']],
    ]);
  });
});
