import { describe, expect, it } from 'vitest';
import { allObjects } from '../../../src/base/rbac/rbac-objects.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { evaluatedState } from '../../../src/review/state/evaluated-state.js';
import { clusterOf, csv, group, namespace, serviceAccount } from '../../support/build.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { names } from '../../support/render.js';
import { stateOf } from '../../support/review.js';

const OPERATOR = csv('op/etcd.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }));
const NAMESPACES = ['a', 'b', 'op'].map((name) => namespace(name));

describe('a state', () => {
  const given = [
    role('reader', allow('get', 'pods')),
    role('a/reader'),
    binding('a/reader', 'Role/reader'),
    binding('reader', 'ClusterRole/reader'),
  ];
  const state = stateOf(
    ...NAMESPACES,
    group('op/etcd', { targets: ['a', 'b'] }),
    OPERATOR,
    ...given,
    serviceAccount('a/given'),
    serviceAccount('op/robot'),
  );

  it('holds what is rendered and the roles, bindings and accounts of the input', () => {
    const short = names([...allObjects(state)]).map((name) => name.replace(/-robot-\w+/, '-robot'));
    expect(short).toEqual([
      'Namespace a',
      'Namespace b',
      'Namespace op',
      'OperatorGroup op/etcd',
      'ClusterServiceVersion op/etcd.v1',
      'ClusterRole etcd-admin',
      'ClusterRole etcd-edit',
      'ClusterRole etcd-view',
      'ServiceAccount op/robot',
      'Role op/etcd.v1-robot',
      'RoleBinding op/etcd.v1-robot',
      'ClusterRole reader',
      'ClusterRoleBinding reader',
      'Role a/reader',
      'RoleBinding a/reader',
      'ServiceAccount a/given',
      'Role a/etcd.v1-robot',
      'Role b/etcd.v1-robot',
      'RoleBinding a/etcd.v1-robot',
      'RoleBinding b/etcd.v1-robot',
    ]);
  });

  it('holds what the bundle of a CSV brings, as OLM applies it', () => {
    const result = evaluate(clusterOf(...NAMESPACES, group('op/etcd'), OPERATOR));
    const bundle = {
      name: 'etcd.v1',
      channels: [],
      csv: OPERATOR,
      customResourceDefinitions: [],
      others: [role('reader', allow('get', 'pods')), binding('elsewhere/b', 'ClusterRole/reader')],
      dependencies: [],
    };
    const csvs = result.resolution.csvs.map((resolved) => ({ ...resolved, csv: { ...resolved.csv, bundle } }));
    const { objects } = evaluatedState('test', { ...result, resolution: { ...result.resolution, csvs } }, () => undefined);
    expect(names(objects).slice(-2)).toEqual(['ClusterRole reader', 'RoleBinding op/b']);
  });

  it('counts the copies of CSVs, which it does not hold', () => {
    const csvReference = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' };
    expect(state.copiedCsvs).toEqual([{ csv: csvReference, copies: 2, bytes: expect.any(Number) }]);
  });

  it('takes what is rendered for what the input gives under the same name', () => {
    const snapshot = { ...role('etcd-admin', allow('get', 'pods')), metadata: { name: 'etcd-admin', labels: labels() } };
    const [first, ...more] = stateOf(...NAMESPACES, group('op/etcd'), snapshot).objects.filter(
      ({ metadata }) => metadata.name === 'etcd-admin',
    );
    expect([first?.aggregationRule !== undefined, more]).toEqual([true, []]);
  });

  it('is named as the user named it, and says what check would', () => {
    const result = evaluate(clusterOf(csv('a/orphan.v1')));
    const { label, findings, resolution, cluster } = evaluatedState('git:main', result, () => undefined);
    expect({ label, findings, resolution, cluster }).toEqual({
      label: 'git:main',
      findings: result.findings,
      resolution: result.resolution,
      cluster: result.cluster,
    });
  });
});

function labels(): Record<string, string> {
  return { 'olm.managed': 'true', 'olm.owner': 'etcd', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'op' };
}
