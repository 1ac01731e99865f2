import { describe, expect, it } from 'vitest';
import { EXPLAINED_KINDS, explain, namesOf } from '../../../src/review/questions/explain.js';
import type { Explanation } from '../../../src/review/questions/explanation.js';
import type { State } from '../../../src/review/state/state.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { profileState, stateOf } from '../../support/review.js';

const GROWERS = { kind: 'Group', name: 'growers' };
const permission = { serviceAccountName: 'robot', rules: [READ_PODS] };
const NAMESPACES = ['a', 'b', 'op'].map((name) => namespace(name));
const OPERATOR = csv('op/etcd.v1', {
  owns: ['Etcd.v1.example.com'],
  ...asking({ permissions: [permission], clusterPermissions: [permission] }),
});
const GIVEN = [
  role('a/reader', allow('get,list', 'pods,pods/log', { resourceNames: ['one'] }), allow('get', 'jobs', { apiGroups: ['batch'] })),
  role('scraper', { verbs: ['get'], nonResourceURLs: ['/metrics'] }),
  binding('a/reader', 'Role/reader', GROWERS, { kind: 'ServiceAccount', namespace: 'b', name: 'visitor' }),
  binding('b/reader', 'Role/reader'),
];

const SIDE = stateOf(...NAMESPACES, group('op/etcd', { targets: ['a', 'op'] }), OPERATOR, ...GIVEN);

/** What is known, one line a fact. */
function known(text: string, state: State = SIDE): string[] | undefined {
  return explained(text, state)?.facts.map(({ label, text: fact }) => `${label}: ${fact.replace(/-[0-9A-Za-z]{30,}/g, '-HASH')}`);
}

function explained(text: string, state: State = SIDE): Explanation | undefined {
  const [kind = '', ...rest] = text.split(' ');
  const [name = '', space] = (rest[0] ?? '').split('/').reverse();
  return explain({ kind, ...(space === undefined ? {} : { namespace: space }), name }, state);
}

/** The one object whose name begins like this. */
function named(kind: string, start: string, state: State = SIDE): string {
  const [found, ...more] = namesOf(kind, state).filter((name) => name.startsWith(`${kind} ${start}`));
  expect(more).toEqual([]);
  return found ?? '';
}

describe('a CSV', () => {
  it('is explained by its verdict and its group', () => {
    expect(known('ClusterServiceVersion op/etcd.v1')).toEqual([
      'verdict: Succeeded/InstallSucceeded',
      'OLM says: install strategy completed with no errors',
      'group: OperatorGroup op/etcd, which targets a and op (MultiNamespace)',
      'supports: OwnNamespace, SingleNamespace, MultiNamespace, AllNamespaces',
      'provides: Etcd.v1.example.com',
      'accounts: ServiceAccount op/robot',
    ]);
  });

  it('that fails is explained by the other parties, and what to do', () => {
    const rival = [group('b/rival', { targets: ['a'] }), csv('b/rival.v1', { owns: ['Etcd.v1.example.com'], modes: [] })];
    const state = stateOf(...NAMESPACES, group('op/etcd', { targets: ['a'] }), OPERATOR, ...rival, csv('a/orphan.v1', { modes: [] }));
    expect(known('ClusterServiceVersion a/orphan.v1', state)).toEqual([
      'verdict: Failed/NoOperatorGroup',
      'OLM says: csv in namespace with no operatorgroups',
      'group: none',
      'supports: no install mode',
    ]);
    expect(known('ClusterServiceVersion b/rival.v1', state)?.slice(0, 4)).toEqual([
      'verdict: Failed/UnsupportedOperatorGroup',
      'OLM says: SingleNamespace InstallModeType not supported, cannot configure to watch one namespace',
      'because of: OperatorGroup b/rival',
      'group: OperatorGroup b/rival, which targets a (SingleNamespace)',
    ]);
    expect(explained('ClusterServiceVersion b/rival.v1', state)?.findings.map(({ id }) => id)).toEqual(['unsupported-operator-group']);
  });

  it('that another one has replaced is said to be gone', () => {
    const state = stateOf(...NAMESPACES, group('op/etcd'), csv('op/etcd.v1'), csv('op/etcd.v2', { spec: { replaces: 'etcd.v1' } }));
    expect(known('ClusterServiceVersion op/etcd.v1', state)).toEqual(['verdict: gone: ClusterServiceVersion op/etcd.v2 has replaced it']);
  });

  it('that OLM never looks at, and one whose outcome is open', () => {
    const stuck = stateOf(...NAMESPACES, group('op/etcd', { serviceAccountName: 'nobody' }), OPERATOR);
    expect(known('ClusterServiceVersion op/etcd.v1', stuck)?.[0]).toBe('verdict: none: ServiceAccountNotFound');
    const rival = [group('b/rival', { targets: ['a'] }), csv('b/rival.v1', { owns: ['Etcd.v1.example.com'] })];
    expect(known('ClusterServiceVersion op/etcd.v1', stateOf(...NAMESPACES, group('op/etcd'), OPERATOR, ...rival))?.slice(0, 5)).toEqual([
      'verdict: Failed/InterOperatorGroupOwnerConflict',
      'OLM says: intersecting operatorgroups provide the same apis',
      'because of: OperatorGroup b/rival',
      'certainty: ambiguous',
      'rival: ClusterServiceVersion b/rival.v1',
    ]);
  });
});

describe('an OperatorGroup', () => {
  it('is explained by what it reaches, and who is in it', () => {
    expect(known('OperatorGroup op/etcd')).toEqual([
      'targets: a and op',
      'chosen by: spec.targetNamespaces',
      'install mode: MultiNamespace',
      'provides: Etcd.v1.example.com',
      'operator: ClusterServiceVersion op/etcd.v1: Succeeded',
      ...['admin', 'edit', 'view'].map((name) => `role: ClusterRole etcd-${name}`),
    ]);
  });

  it('may be chosen by labels, by nothing, be static, and be one that OLM leaves alone', () => {
    const selector = { matchLabels: { tenant: 'nobody' } };
    const state = stateOf(
      ...NAMESPACES,
      group('a/chosen', { selector }),
      group('b/all', { isStatic: true, provides: 'X.v1.example.com' }),
      group('op/stuck', { serviceAccountName: 'nobody' }),
    );
    expect(known('OperatorGroup a/chosen', state)?.slice(0, 2)).toEqual(['targets: no namespace', 'chosen by: spec.selector']);
    expect(known('OperatorGroup b/all', state)?.slice(0, 5)).toEqual([
      'targets: all namespaces',
      'chosen by: nothing, which means all namespaces',
      'install mode: AllNamespaces',
      'provides: X.v1.example.com',
      'static: OLM does not change its olm.providedAPIs annotation',
    ]);
    expect(known('OperatorGroup op/stuck', state)).toContain('not synced: ServiceAccountNotFound');
  });
});

describe('a role', () => {
  const asks = 'exists: because ClusterServiceVersion op/etcd.v1 requests it in spec.install.spec';

  it('is explained by the field of the CSV that asks for it, and by who has it', () => {
    expect(known(named('Role', 'op/etcd.v1'))).toEqual([
      `${asks}.permissions[0]`,
      'named: as OLM v0.27 to v0.46 and OpenShift 4.15 to 5.0 name it',
      'allows: get, list, watch pods (core)',
      'bound by: RoleBinding op/etcd.v1-robot-HASH to ServiceAccount op/robot',
    ]);
    expect(known(named('Role', 'a/etcd.v1'))?.[0]).toBe(`${asks}.permissions[0]; copied from op, because the OperatorGroup targets a`);
    expect(known(named('ClusterRole', 'etcd.v1'))?.[0]).toBe(`${asks}.clusterPermissions[0]`);
  });

  it('that was made cluster-wide says why', () => {
    const state = stateOf(...NAMESPACES, group('op/etcd'), OPERATOR);
    expect(known(named('ClusterRole', 'etcd.v1-robot', state), state)?.[0]).toBe(
      `${asks}.permissions[0]; a ClusterRole, because the OperatorGroup targets all namespaces`,
    );
  });

  it('of an API or a group is explained by that, and by what aggregation makes of it', () => {
    expect(known('ClusterRole etcds.example.com-v1-edit')).toEqual([
      'exists: because ClusterServiceVersion op/etcd.v1 provides the API of spec.customresourcedefinitions.owned[0]',
      'allows: create, update, patch, delete etcds (example.com)',
      'aggregated by: ClusterRole etcd-edit',
      'aggregated by: ClusterRole admin',
      'aggregated by: ClusterRole edit',
    ]);
    expect(known('ClusterRole etcd-edit')).toEqual([
      'exists: for users of the operators of OperatorGroup op/etcd; aggregation sets its rules',
      'named: as OLM v0.17 to v0.25 and OpenShift 4.6 to 4.13 name it, and OLM v0.46 does not',
      'aggregates: ClusterRole etcds.example.com-v1-edit',
    ]);
    expect(explained('ClusterRole etcd-edit')?.grants).toMatchObject([
      { subject: { kind: 'RoleHolder', name: 'etcd-edit' }, scope: 'where-bound', right: { apiGroup: 'example.com', resource: 'etcds' } },
    ]);
  });

  it('of the input, of Kubernetes, and of OLM itself', () => {
    expect(known('Role a/reader')).toEqual([
      'exists: because it is in the input',
      'allows: get, list pods, pods/log (core) named one',
      'allows: get jobs (batch)',
      'bound by: RoleBinding a/reader to Group growers, ServiceAccount b/visitor',
    ]);
    expect(known('ClusterRole scraper')).toEqual(['exists: because it is in the input', 'allows: get /metrics']);
    expect(known('ClusterRole system:aggregate-to-admin')?.slice(0, 1)).toEqual(["exists: because it is one of Kubernetes' own (1.32.0)"]);
    const state = profileState('olm', ...NAMESPACES, group('op/etcd'), csv('op/etcd.v1', { deployments: ['x'] }));
    expect(known('Role op/etcd.v1', state)?.[0]).toBe('exists: for ClusterServiceVersion op/etcd.v1');
  });
});

it('a binding is explained by what it gives to whom', () => {
  expect(known('RoleBinding a/reader')).toEqual([
    'exists: because it is in the input',
    'grants: Role reader',
    'to: Group growers',
    'to: ServiceAccount b/visitor',
  ]);
  expect(known(named('RoleBinding', 'a/etcd.v1'))?.[0]).toMatch(/requests it in spec\.install\.spec\.permissions\[0\]; copied from op/);
});

describe('somebody who holds rights', () => {
  const rights = (text: string, verb?: string, resource?: string, state = SIDE): unknown => {
    const [kind = '', id = ''] = text.split(' ');
    const [name = '', space] = id.split('/').reverse();
    const object = { kind, name, ...(space === undefined ? {} : { namespace: space }) };
    const request = resource === undefined ? {} : { request: { verb: verb ?? '*', apiGroup: '', resource } };
    const explanation = explain(object, state, { ...(verb === undefined ? {} : { verb }), ...request });
    return explanation?.grants?.map(({ subject, scope, right }) => `${subject.kind}: ${right.verbs} ${right.resource} in ${scope}`);
  };

  it('is explained by all their rights', () => {
    expect(rights('ServiceAccount op/robot')).toEqual([
      'ServiceAccount: get,list,watch pods in cluster',
      'ServiceAccount: get,list,watch pods in a,op',
    ]);
    expect(rights('Group growers')).toEqual(['Group: get,list pods in a', 'Group: get,list pods/log in a', 'Group: get jobs in a']);
  });

  it('may be asked for a verb, a resource, or both', () => {
    expect(rights('Group growers', 'list')).toEqual(['Group: list pods in a', 'Group: list pods/log in a']);
    expect(rights('Group growers', undefined, 'pods')).toEqual(['Group: get,list pods in a']);
    expect(rights('Group growers', 'list', 'pods')).toEqual(['Group: list pods in a']);
    expect(rights('Group growers', 'delete')).toEqual([]);
  });

  it('has the rights of the groups that every ServiceAccount is in', () => {
    const everyone = binding('everyone', 'ClusterRole/scraper', { kind: 'Group', name: 'system:serviceaccounts:op' });
    const state = stateOf(...NAMESPACES, group('op/etcd', { targets: ['op'] }), OPERATOR, role('scraper', allow('get', 'nodes')), everyone);
    expect(rights('ServiceAccount op/robot', undefined, 'nodes', state)).toEqual(['Group: get nodes in cluster']);
    expect(rights('ServiceAccount a/robot', undefined, undefined, state)).toBeUndefined();
  });

  it('has none where nothing binds them', () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'idle', namespace: 'a' } };
    expect(rights('ServiceAccount a/idle', undefined, undefined, stateOf(...NAMESPACES, account))).toEqual([]);
  });
});

describe('the place of what is not in the input', () => {
  it.each([
    ['Role op/etcd.v1', 'op/etcd.v1:spec.install.spec.permissions.0'],
    ['Role a/etcd.v1', 'op/etcd.v1:spec.install.spec.permissions.0'],
    ['ClusterRoleBinding etcd.v1', 'op/etcd.v1:spec.install.spec.clusterPermissions.0'],
  ])('is the field that it was made of: %s', (text, file) => {
    const [kind = '', start = ''] = text.split(' ');
    expect(explained(named(kind, start))?.place).toEqual({ file });
  });

  it('is what an API or a group says, of their roles', () => {
    expect(explained('ClusterRole etcds.example.com-v1-edit')?.place).toEqual({
      file: 'op/etcd.v1:spec.customresourcedefinitions.owned.0',
    });
    expect(explained('ClusterRole etcd-edit')?.place).toEqual({ file: 'op/etcd:' });
  });

  it('is that of the binding, of somebody who holds rights', () => {
    const placed: State = {
      ...SIDE,
      placeOf: (object, field) =>
        object.kind === 'RoleBinding' && object.name === 'reader' ? { file: 'rbac.yaml' } : SIDE.placeOf(object, field),
    };
    expect(explained('ServiceAccount op/robot')?.place).toEqual({ file: 'op/etcd.v1:spec.install.spec.permissions.0' });
    for (const text of ['Group growers', 'ServiceAccount b/visitor']) expect(explained(text, placed)?.place).toEqual({ file: 'rbac.yaml' });
    expect(explained('ClusterRole cluster-admin')?.place).toBeUndefined();
  });
});

it('what is not there is not explained', () => {
  for (const kind of EXPLAINED_KINDS) expect(explain({ kind, namespace: 'a', name: 'nothing' }, SIDE)).toBeUndefined();
});
