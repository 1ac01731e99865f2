import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { leftVariable } from '../../../../src/review/rules/changed/embedded.js';
import { namespace } from '../../../support/build.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const variable = (text: string): string => `$\{${text}}`;
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  leftVariable.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after)).map(({ message }) => message);
const end = 'what takes its place before it is applied was not reviewed';

describe('left-variable', () => {
  it('tells of a kind that is not certain', () => {
    const kind = variable('kind:=ClusterRoleBinding');
    const object = { apiVersion: variable('version'), kind, metadata: { name: 'a' } };
    expect(told(object)).toEqual([`${kind} a has ${JSON.stringify(variable('version'))} in apiVersion: ${end}`]);
  });

  it.each([
    ['a rule', role('r', [rule(variable('verb:=*'), 'pods')]), variable('verb:=*'), 'rules[0].verbs[0]'],
    ['a reference', bind('b', variable('role:=admin'), 'User a'), variable('role:=admin'), 'roleRef.name'],
    ['a subject', bind('b', 'view', 'User <path:users#admin>'), '<path:users#admin>', 'subjects[0].name'],
  ])('tells of %s', (_, object, text, at) => {
    expect(told(object)).toEqual([`${object.kind} ${object.metadata.name} has ${JSON.stringify(text)} in ${at}: ${end}`]);
  });

  it('says nothing of what was there, and of variables elsewhere', () => {
    const before = bind('b', variable('role'), 'User a');
    expect(told(before, before)).toEqual([]);
    expect(told({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'op' }, data: { a: variable('a') } })).toEqual([]);
  });
});
