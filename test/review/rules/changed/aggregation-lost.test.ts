import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { aggregationLost } from '../../../../src/review/rules/changed/roles.js';
import { csv, group, namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const OPERATOR = csv('op/etcd.v1', { owns: ['Etcd.v1.example.com'] });
const compare = (base: readonly KubernetesObject[], head: readonly KubernetesObject[]) =>
  aggregationLost.compare?.(accessTo(namespace('op'), ...base), accessTo(namespace('op'), ...head));

describe('aggregation-lost', () => {
  it('tells of the role of a group that is gone while it is still bound', () => {
    const bound = bind('op/devs', 'old-edit', 'Group devs');
    expect(compare([group('op/old'), OPERATOR, bound], [group('op/new'), OPERATOR, bound])).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'ClusterRole', name: 'old-edit' },
        message:
          'anyone bound to old-edit loses access to etcds.example.com, because ClusterRole old-edit is gone, and bindings still refer to it',
        path: wayOf(
          'ClusterRole old-edit in BASE → aggregates ClusterRole etcds.example.com-v1-edit → etcds.example.com; in HEAD ClusterRole old-edit is gone, and bindings still refer to it',
        ),
        fix: 'bind the subjects that were bound to old-edit to the ClusterRole that replaces it',
        identity: ['etcds.example.com'],
      },
    ]);
  });

  it('tells of a role whose labels changed', () => {
    const api = (labels: Record<string, string>) => role('etcds', [rule('create', 'etcds', 'example.com')], labels);
    const collector = {
      ...role('team-edit', []),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { collect: 'yes' } }] },
    };
    const [found] =
      compare(
        [group('op/g'), OPERATOR, collector, api({ collect: 'yes' })],
        [group('op/g'), OPERATOR, collector, api({ collect: 'no' })],
      ) ?? [];
    expect(found).toMatchObject({
      message:
        'anyone bound to team-edit loses access to etcds.example.com, because ClusterRole team-edit no longer aggregates ClusterRole etcds',
      fix: 'label ClusterRole etcds so that team-edit selects it again, or bind those who need it to a role that grants the API',
      place: { file: 'ClusterRole/team-edit' },
    });
  });

  it('says nothing of a role that nobody was bound to', () => {
    expect(compare([group('op/old'), OPERATOR], [group('op/new'), OPERATOR])).toEqual([]);
  });

  it('says nothing where the API itself is gone', () => {
    expect(compare([group('op/g'), OPERATOR], [group('op/g')])).toEqual([]);
  });

  it('says nothing of the API of an operator that fails, since that is said of the operator', () => {
    const bound = bind('op/devs', 'view', 'Group devs');
    expect(compare([group('op/g'), OPERATOR, bound], [OPERATOR, bound])).toEqual([]);
  });

  it('says nothing where nothing changes', () => {
    expect(compare([group('op/g'), OPERATOR], [group('op/g'), OPERATOR])).toEqual([]);
  });
});
