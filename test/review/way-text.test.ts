import { expect, it } from 'vitest';
import { wayText } from '../../src/review/way-text.js';

const VIEW = { kind: 'ClusterRole', name: 'view' };
const LEAF = { kind: 'ClusterRole', name: 'etcds-view' };
const CSV = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v1' };

it.each([
  ['ClusterRole view → ClusterRole etcds-view', { roles: [VIEW, LEAF] }],
  ['RoleBinding a/devs → ClusterRole view', { binding: { kind: 'RoleBinding', namespace: 'a', name: 'devs' }, roles: [VIEW] }],
  [
    'RoleBinding a/view (from ClusterServiceVersion op/etcd.v1)',
    { binding: { kind: 'RoleBinding', namespace: 'a', name: 'view' }, roles: [{ kind: 'Role', namespace: 'a', name: 'view' }], owner: CSV },
  ],
  [
    'ClusterRole view → ClusterRole etcds-view (from ClusterServiceVersion op/etcd.v1 spec.a[0])',
    { roles: [VIEW, LEAF], owner: CSV, field: 'spec.a[0]' },
  ],
])('a way reads %s', (text, path) => {
  expect(wayText({ ...path, rule: 0 })).toBe(text);
});
