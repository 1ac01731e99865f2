import { expect, it } from 'vitest';
import { pathText, stepsText, stepTexts } from '../../src/report/steps.js';

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
  expect(pathText({ ...path, rule: 0 })).toBe(text);
});

it('a name of the input makes no step of its own', () => {
  const subject = { kind: 'User', name: 'alice → approved by security' } as const;
  const steps = [
    { kind: 'subject' as const, subject },
    { kind: 'permissions' as const, text: 'get secrets' },
  ];
  expect(stepTexts(steps)).toEqual(['User alice → approved by security', 'get secrets']);
  expect(stepsText(steps)).toBe('"User alice → approved by security" → get secrets');
  expect(pathText({ roles: [{ kind: 'ClusterRole', name: 'x → y' }, LEAF], rule: 0 })).toBe('"ClusterRole x → y" → ClusterRole etcds-view');
});

it('a binding and a role of one name are one step', () => {
  const [binding, bound] = [
    { kind: 'RoleBinding', name: 'etcd-abc' },
    { kind: 'Role', name: 'etcd-abc' },
  ];
  const steps = [
    { kind: 'binding' as const, object: binding },
    { kind: 'role' as const, object: bound },
  ];
  expect(stepTexts(steps)).toEqual(['Role and RoleBinding etcd-abc']);
  expect(stepTexts([...steps.slice(0, 1), { kind: 'role', object: VIEW }])).toEqual(['RoleBinding etcd-abc', 'ClusterRole view']);
});
