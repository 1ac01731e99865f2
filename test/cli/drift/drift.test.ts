import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/base/kubernetes/copies.js';
import { type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { type Drift, driftOf } from '../../../src/cli/drift/drift.js';
import { driftFrom } from '../../../src/cli/drift/read-drift.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { writeLock } from '../../../src/olm/lock/lock-of.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { readDocuments, readInput } from '../../../src/repository/input/read-input.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { lockOfBundles } from '../../support/locking.js';
import { binding } from '../../support/rbac.js';

const GETS = { permissions: [{ serviceAccountName: 'robot', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }] };
const operator = (name: string): KubernetesObject =>
  csv(name, { owns: ['Etcd.v1.example.com'], spec: { install: { strategy: 'deployment', spec: { deployments: [], ...GETS } } } });
const SOURCES = [namespace('op'), namespace('team', { tenant: 'a' }), group('op/group', { targets: ['team'] }), operator('op/etcd.v1')];
const renderedOf = (objects: readonly KubernetesObject[]): KubernetesObject[] => [
  ...expand(evaluate(clusterOf(...objects), { profile: 'olm' }).rendered.filter(({ emitSet }) => emitSet !== 'install')),
];
const WANTED = renderedOf(SOURCES);
const isRole = ({ kind, metadata }: KubernetesObject): boolean => kind === 'Role' && metadata.namespace === 'team';
const brief = (drift: readonly Drift[]): unknown[] =>
  drift.map(({ kind, subject, gained }) => [kind, subject.kind, subject.name, ...(gained ?? [])]);

/** The differences of a cluster that has the wanted objects, changed. */
function drift(change: (objects: KubernetesObject[]) => KubernetesObject[], own = WANTED, wanted = WANTED): Drift[] {
  return driftOf({ wanted, given: [], own, live: change(structuredClone(WANTED)) });
}

/** Objects of which those that fit are changed. */
const changed =
  (isMeant: (object: KubernetesObject) => boolean, fields: Record<string, unknown>) =>
  (objects: KubernetesObject[]): KubernetesObject[] =>
    objects.map((object) => (isMeant(object) ? { ...object, ...fields } : object));

const SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };

describe('drift', () => {
  it('is none where everything is as it should be', () => {
    expect(drift((objects) => objects)).toEqual([]);
  });

  it('is none where rules are written another way', () => {
    const split = [{ ...PODS, verbs: ['get', 'get'] }, PODS, { ...PODS, resourceNames: ['a'] }];
    expect(drift(changed(isRole, { rules: split }))).toEqual([]);
    expect(drift(changed(({ aggregationRule }) => aggregationRule !== undefined, { rules: [SECRETS] }))).toEqual([]);
  });

  it('is tampering where a role has other rules than its CSV on the cluster gives', () => {
    const name = WANTED.find(isRole)?.metadata.name;
    expect(brief(drift(changed(isRole, { rules: [PODS, SECRETS] })))).toEqual([['tampered', 'Role', name, 'get secrets']]);
  });

  it('is lateness where a role is what an older CSV on the cluster gives', () => {
    const older = renderedOf([...SOURCES.slice(0, 3), { ...operator('op/etcd.v0'), metadata: { name: 'etcd.v0', namespace: 'op' } }]);
    const found = driftOf({ wanted: WANTED, given: [], own: older, live: older });
    expect(new Set(found.map(({ kind, subject }) => `${kind} ${subject.kind}`))).toEqual(
      new Set(['changed ClusterServiceVersion', 'late ClusterServiceVersion', 'late Role', 'late RoleBinding']),
    );
  });

  it('is tampering where a label adds rules to the role of a group', () => {
    const admin = WANTED.find(({ metadata, aggregationRule }) => aggregationRule && metadata.name.includes('group.admin'));
    const { clusterRoleSelectors } = (admin as KubernetesObject).aggregationRule as {
      clusterRoleSelectors: { matchLabels: Record<string, string> }[];
    };
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'mine', labels: clusterRoleSelectors[0]?.matchLabels },
      rules: [SECRETS],
    };
    expect(drift((objects) => [...objects, role])).toEqual([
      {
        kind: 'tampered',
        subject: { kind: 'ClusterRole', name: 'mine' },
        message: `has a label that adds its rules to ClusterRole ${admin?.metadata.name}`,
        gained: ['get secrets'],
      },
    ]);
    // One that the sources have is meant.
    expect(driftOf({ wanted: WANTED, given: [role], own: WANTED, live: [...WANTED, role] })).toEqual([]);
  });

  it('is tampering where somebody is bound to the role of an operator, or in place of it', () => {
    const role = WANTED.find(isRole)?.metadata.name;
    const subjects = [{ kind: 'User', name: 'mallory' }];
    const binding = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'mine', namespace: 'team' },
      roleRef: { kind: 'Role', name: role },
      subjects,
    };
    expect(drift((objects) => [...objects, binding] as KubernetesObject[]).map(({ kind, message }) => [kind, message])).toEqual([
      ['tampered', `gives User mallory the permissions of an operator, Role team/${role}`],
    ]);
    const isBinding = ({ kind, metadata }: KubernetesObject): boolean => kind === 'RoleBinding' && metadata.namespace === 'team';
    const [edited, ...more] = drift(changed(isBinding, { subjects }));
    expect([edited?.kind, edited?.fields?.[0]?.path, more]).toEqual(['tampered', ['subjects', 0, 'kind'], []]);
  });

  it('is tampering where a role says that it belongs to an operator that does not give it', () => {
    const labels = { 'olm.owner': 'etcd.v1', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' };
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'mine', labels }, rules: [SECRETS] };
    expect(brief(drift((objects) => [...objects, role]))).toEqual([['tampered', 'ClusterRole', 'mine', 'get secrets']]);
    const ofNobody = { ...role, metadata: { name: 'mine', labels: { ...labels, 'olm.owner': 'gone.v1' } } };
    expect(brief(drift((objects) => [...objects, ofNobody]))).toEqual([['late', 'ClusterRole', 'mine']]);
  });

  it('is a change where an OperatorGroup or the labels of a Namespace differ', () => {
    const isGroup = ({ kind }: KubernetesObject): boolean => kind === 'OperatorGroup';
    expect(
      drift(changed(isGroup, { spec: { upgradeStrategy: 'Default' } })).map(({ kind, subject, fields }) => [kind, subject.kind, fields]),
    ).toEqual([['changed', 'OperatorGroup', [{ path: ['spec', 'targetNamespaces'], from: ['team'] }]]]);
    const isTeam = ({ kind, metadata }: KubernetesObject): boolean => kind === 'Namespace' && metadata.name === 'team';
    expect(
      drift(changed(isTeam, { metadata: { name: 'team' } })).map(({ kind, fields }) => [kind, fields?.map(({ path }) => path)]),
    ).toEqual([['changed', [['metadata', 'labels', 'tenant']]]]);
  });

  it('is lateness where something is missing', () => {
    expect(brief(drift((objects) => objects.filter((object) => !isRole(object))))).toEqual([
      ['late', 'Role', WANTED.find(isRole)?.metadata.name],
    ]);
  });
});

describe('drift of a snapshot', () => {
  it('is found between sources and what kubectl gave', () => {
    const source = { file: 'sources', document: 0, path: [] };
    const input = readDocuments(
      SOURCES.map((value, index) => ({ value, source: { ...source, document: index } })),
      [],
    );
    const stored = WANTED.filter(({ kind, metadata }) => kind !== 'ClusterServiceVersion' || !metadata.labels?.['olm.copiedFrom']).map(
      (object) => ({
        ...object,
        metadata: { ...object.metadata, uid: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
      }),
    );
    const snapshot = (objects: readonly unknown[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const options = { profile: 'olm' as const };
    expect(driftFrom(input, [{ file: 'cluster', text: snapshot(stored) }], options)).toMatchObject({ problems: [], drift: [] });
    const edited = stored.map((object) => (isRole(object) ? { ...object, rules: [PODS, SECRETS] } : object));
    expect(brief(driftFrom(input, [{ file: 'cluster', text: snapshot(edited) }], options).drift)).toEqual([
      ['tampered', 'Role', referenceTo(WANTED.find(isRole) as KubernetesObject).name, 'get secrets'],
    ]);
    expect(driftFrom(input, [{ file: 'cluster', text: '{' }], options).problems).not.toEqual([]);
  });
});

describe('drift from a lock', () => {
  const FIELDS = { spec: { description: 'long', install: { strategy: 'deployment', spec: { deployments: [], ...GETS } } } };
  const [older, newer] = [bundle('etcd/0.9.2', FIELDS), bundle('etcd/0.9.4', FIELDS)];
  const subscription = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'etcd', namespace: 'op' },
    spec: { name: 'etcd', channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
  };
  const lock = lockOfBundles([older], {
    subscriptions: [{ namespace: 'op', name: 'etcd', catalog: 'olm/catalog', package: 'etcd', channel: 'stable', csv: older.name }],
  });
  const read = () =>
    readInput([
      folderOf({
        'app.yaml': manifests(namespace('op'), group('op/group', { targets: ['op'] }), subscription),
        [LOCK_FILE]: writeLock(lock),
      }),
    ]);
  const found = ({ csv: installed }: Bundle, annotations: Record<string, string> = {}, options = { profile: 'olm' as const }) => {
    const object = { ...installed, metadata: { ...installed.metadata, namespace: 'op', annotations } };
    const items = [namespace('op'), group('op/group', { targets: ['op'] }), object];
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { problems, drift: all } = driftFrom(read(), [{ file: 'cluster', text }], options);
    expect(problems).toEqual([]);
    return all
      .filter(({ subject }) => subject.kind === 'ClusterServiceVersion')
      .map(({ kind, subject, message, fields }) => [kind, subject.name, message, ...(fields ?? [])]);
  };

  it('is none where the CSV on the cluster has what the lock says, and more', () => {
    expect(found(older)).toEqual([]);
  });

  it('is told where the cluster has another version of the operator', () => {
    const properties = { properties: [{ type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } }] };
    const told = [
      ['changed', 'etcd.v0.9.4', 'is installed, but the lock has etcd.v0.9.2: with Automatic approval, OLM upgrades by itself'],
    ];
    expect(found(newer, { 'operatorframework.io/properties': JSON.stringify(properties) })).toEqual(told);
    expect(found(bundle('etcd/0.9.4', { ...FIELDS, replaces: older.name }))).toEqual(told);
  });

  it('is another operator where nothing says that it is of the package', () => {
    expect(found(newer, { 'operatorframework.io/properties': '{' })).toEqual([
      ['changed', 'etcd.v0.9.4', 'is not in the sources'],
      ['late', 'etcd.v0.9.2', 'is not on the cluster'],
    ]);
  });
});

describe('bindings of the account of an operator', () => {
  const ROBOT = { kind: 'ServiceAccount', namespace: 'op', name: 'robot' };
  const accounts = [{ namespace: 'op', name: 'robot' }];
  const admin = (...subjects: (typeof ROBOT | { kind: string; name: string })[]) =>
    binding('by-hand', 'ClusterRole/cluster-admin', ...subjects);
  const of = (live: KubernetesObject, given: readonly KubernetesObject[] = []) =>
    driftOf({ wanted: WANTED, given, own: WANTED, live: [...WANTED, live], accounts }).map(({ kind, subject, message }) => [
      kind,
      subject.name,
      message,
    ]);

  it('are tampering where no source gives them, also through the group of its namespace', () => {
    const gives = (who: string) => [
      ['tampered', 'by-hand', `gives ClusterRole cluster-admin to ${who}, which an operator runs as, and no source binds it`],
    ];
    expect(of(admin(ROBOT))).toEqual(gives('ServiceAccount op/robot'));
    expect(of(admin({ kind: 'Group', name: 'system:serviceaccounts:op' }))).toEqual(gives('Group system:serviceaccounts:op'));
    expect(of(admin({ ...ROBOT, namespace: 'other' }, { kind: 'Group', name: 'system:serviceaccounts:other' }))).toEqual([]);
  });

  it('are compared with the same binding of the sources', () => {
    const alice = { kind: 'User', name: 'alice' };
    expect(of(admin(ROBOT), [admin(ROBOT)])).toEqual([]);
    expect(of(admin(alice, ROBOT), [admin(alice)])).toHaveLength(1);
    expect(of(admin(ROBOT), [binding('by-hand', 'ClusterRole/view', ROBOT)])).toHaveLength(1);
  });

  it('are not left from an operator that is gone, whatever their labels say, if it did not make the role', () => {
    const labels = { 'olm.owner': 'gone', 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' };
    const role = { ...admin(), kind: 'ClusterRole', metadata: { name: 'cluster-admin' }, rules: [] };
    const labelled = { ...admin(ROBOT), metadata: { name: 'by-hand', labels } };
    const found = driftOf({ wanted: WANTED, given: [], own: WANTED, live: [...WANTED, role, labelled], accounts });
    expect(found.map(({ kind, subject }) => [kind, subject.name])).toEqual([['tampered', 'by-hand']]);
  });
});

describe('what is not compared', () => {
  it('is said, with the kinds of which nothing was read', () => {
    const file = (objects: readonly KubernetesObject[]) => [{ file: 'live.yaml', text: manifests(...objects) }];
    const input = readInput([folderOf({ 'a.yaml': manifests(...SOURCES) })], {});
    const without = driftFrom(input, file(WANTED.filter(({ kind }) => kind !== 'RoleBinding')), { profile: 'olm' });
    expect(without.notCompared).toContain('RoleBindings: none were read');
    expect(driftFrom(input, file(WANTED), { profile: 'olm', only: ['rbac'] }).notCompared).toContain(
      'OperatorGroups and CSVs of the sources',
    );
  });

  it('leaves out nothing of what an operator runs as', () => {
    const input = readInput([folderOf({ 'a.yaml': manifests(...SOURCES) })], {});
    const live = [...WANTED, binding('by-hand', 'ClusterRole/cluster-admin', { kind: 'ServiceAccount', namespace: 'op', name: 'robot' })];
    const { drift } = driftFrom(input, [{ file: 'live.yaml', text: manifests(...live) }], { profile: 'olm' });
    expect(drift.map(({ kind, subject }) => [kind, subject.name])).toEqual([['tampered', 'by-hand']]);
  });
});
