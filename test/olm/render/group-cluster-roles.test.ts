import { describe, expect, it } from 'vitest';
import { groupClusterRoles } from '../../../src/olm/render/operator-groups.js';
import { csv, group } from '../../support/build.js';
import { generate, names } from '../../support/render.js';

describe('the ClusterRoles of an OperatorGroup', () => {
  it('are admin, edit and view, each with one aggregation selector and no rules', () => {
    const role = (suffix: string): unknown => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: {
        name: `etcd-${suffix}`,
        labels: { 'olm.managed': 'true', 'olm.owner': 'etcd', 'olm.owner.kind': 'OperatorGroup', 'olm.owner.namespace': 'operators' },
      },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`olm.opgroup.permissions/aggregate-to-${suffix}`]: 'etcd' } }] },
    });
    expect(generate(groupClusterRoles, group('operators/etcd'), csv('operators/etcd.v1', { owns: ['Etcd.v1.example.com'] }))).toEqual(
      ['admin', 'edit', 'view'].map(role),
    );
  });

  it('do not depend on what the group provides, nor on whether it has any CSV', () => {
    const alone = generate(groupClusterRoles, group('operators/etcd', { targets: ['t'] }));
    const withApis = generate(
      groupClusterRoles,
      group('operators/etcd', { targets: ['t'] }),
      csv('operators/etcd.v1', { owns: ['Etcd.v1.example.com', 'Backup.v1.example.com'] }),
    );
    expect(names(alone)).toEqual(['ClusterRole etcd-admin', 'ClusterRole etcd-edit', 'ClusterRole etcd-view']);
    expect(withApis).toEqual(alone);
  });

  it('are made for groups that share a namespace and so fail every CSV in it', () => {
    expect(names(generate(groupClusterRoles, group('operators/a'), group('operators/b'), csv('operators/etcd.v1')))).toEqual(
      ['a-admin', 'a-edit', 'a-view', 'b-admin', 'b-edit', 'b-view'].map((name) => `ClusterRole ${name}`),
    );
  });

  it('are not made when the label olm.owner cannot hold the group’s name', () => {
    expect(generate(groupClusterRoles, group(`operators/${'g'.repeat(63)}`))).toHaveLength(3);
    expect(generate(groupClusterRoles, group(`operators/${'g'.repeat(64)}`))).toEqual([]);
  });

  it.each([
    ['its ServiceAccount is missing', { serviceAccountName: 'nobody' }],
    ['it lists the empty string as a target', { targets: ['a', ''] }],
  ])('are not made for a group that OLM never syncs: %s', (_, fields) => {
    expect(generate(groupClusterRoles, group('operators/etcd', fields))).toEqual([]);
  });
});
