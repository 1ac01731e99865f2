import { describe, expect, it } from 'vitest';
import { groupWidened } from '../../../../src/review/rules/changed/wider-groups.js';
import { csv, type GroupFields, group, namespace } from '../../../support/build.js';
import { asking, READ_PODS } from '../../../support/permissions.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const ASKING = asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] });

const access = (fields: GroupFields, ...operators: readonly string[]) =>
  accessTo(namespace('op'), namespace('team'), group('op/group', fields), ...operators.map((name) => csv(`op/${name}`, ASKING)));

const compare = (base: ReturnType<typeof access>, head: ReturnType<typeof access>) => groupWidened.compare?.(base, head);

describe('group-widened', () => {
  it('tells of a group that targeted one namespace and now targets all', () => {
    expect(compare(access({ targets: ['team'] }, 'etcd.v1'), access({}, 'etcd.v1'))).toEqual([
      {
        severity: 'error',
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'group' },
        message:
          'OperatorGroup op/group targeted team and now targets all namespaces, so etcd.v1 gets the permissions of each Role in all namespaces',
        path: wayOf(
          'OperatorGroup op/group targets all namespaces → every Role of etcd.v1 becomes a ClusterRole → bound in all namespaces',
        ),
        fix: 'set spec.targetNamespaces to team',
        place: { file: 'OperatorGroup/op/group/spec' },
        identity: [],
      },
    ]);
  });

  it('speaks of future operators where none has a Role', () => {
    const message =
      'OperatorGroup op/group targeted team and now targets all namespaces, so its future operators get the permissions of each Role in all namespaces';
    const [narrow, wide] = [{ targets: ['team'] }, {}].map((fields) => [namespace('op'), namespace('team'), group('op/group', fields)]);
    for (const operators of [[], [csv('op/etcd.v1')]]) {
      const [base, head] = [accessTo(...(narrow ?? []), ...operators), accessTo(...(wide ?? []), ...operators)];
      expect(compare(base, head)?.[0]?.message).toBe(message);
    }
  });

  it('says nothing of a group that was global, is new, is narrowed, or gains one namespace', () => {
    expect(compare(access({}), access({}))).toEqual([]);
    expect(compare(accessTo(namespace('op')), access({}))).toEqual([]);
    expect(compare(access({}), access({ targets: ['team'] }))).toEqual([]);
    expect(compare(access({ targets: ['team'] }), access({ targets: ['op', 'team'] }))).toEqual([]);
  });
});
