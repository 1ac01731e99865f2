import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { programAccess } from '../../../../src/review/rules/changed/program-access.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const config = (text: string, more: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'api', namespace: 'op' },
  data: { 'rbac.yaml': text },
  ...more,
});
const told = (before: string, after: string) =>
  programAccess
    .compare?.(accessTo(namespace('op'), config(before)), accessTo(namespace('op'), config(after)))
    .map(({ message }) => message.replace(/^.*reads it: /s, ''));

const binding = (name: string, ...subjects: string[]) => ({
  name,
  roles: ['read'],
  subjects: subjects.map((one) => ({ kind: 'user', name: one })),
});
const role = (...permissions: object[]) => ({ name: 'read', permissions });
const [GET, WRITE] = [
  { on: 'metrics', verb: 'read' },
  { on: 'logs', verb: 'write' },
];
const file = (bindings: object[], roles: object[] = [role(GET)]) => JSON.stringify({ roles, roleBindings: bindings });
const BEFORE = file([binding('a', 'one')]);

describe('program-access', () => {
  it('is a gain where a binding is new, and a possible one where an entry changes or a role is new', () => {
    const effects = (after: string) =>
      programAccess
        .compare?.(accessTo(namespace('op'), config(BEFORE)), accessTo(namespace('op'), config(after)))
        .map(({ effect }) => effect);
    expect(effects(file([binding('a', 'one'), binding('b', 'two')]))).toEqual(['more']);
    expect(effects(file([binding('a', 'two')]))).toEqual([undefined]);
    expect(effects(file([binding('a', 'one', 'two'), binding('b', 'two')]))).toEqual(['more']);
    expect(effects(file([binding('a', 'one')], [role(GET), { name: 'all' }]))).toEqual([undefined]);
  });

  it.each<[string, string, RegExp]>([
    ['another binding', file([binding('b', 'two'), binding('a', 'one')]), /^rbac\.yaml roleBindings\[b\] is new: .*"two"/],
    ['another subject', file([binding('a', 'one', 'two')]), /^rbac\.yaml roleBindings\[a\] is extended: .*"two"/],
    ['another subject instead', file([binding('a', 'two')]), /roleBindings\[a\] is extended/],
    ['a second binding of the name', file([binding('a', 'two'), binding('a', 'one')]), /roleBindings\[a\] is extended/],
    ['another permission of a role', file([binding('a', 'one')], [role(GET, WRITE)]), /roles\[read\] is extended: .*"write"/],
    ['another role', file([binding('a', 'one')], [role(GET), { name: 'all' }]), /roles\[all\] is new/],
    ['fields that change places', file([binding('a', 'one')], [role({ on: 'metrics', verb: 'write' })]), /roles\[read\] is extended/],
    ['a deeper place', `access: {inner: [${BEFORE}]}`, /rbac\.yaml access inner\[0\] roleBindings\[a\] is new/],
    ['another spelling', JSON.stringify({ role_bindings: { a: binding('a', 'one') } }), /^rbac\.yaml role_bindings\[a\] is new/],
    ['a later document', `a: 1\n---\n${file([binding('a', 'one'), binding('c', 'x')])}`, /roleBindings\[c\] is new/],
  ])('tells of %s', (_, after, text) => {
    expect(told(BEFORE, after)).toEqual([expect.stringMatching(text)]);
  });

  it.each<[string, string]>([
    ['nothing', BEFORE],
    ['less', file([])],
    ['fewer subjects', file([binding('a')])],
    ['another order', JSON.stringify({ roleBindings: [binding('a', 'one')], roles: [role(GET)] })],
    ['other settings', `# a comment\n${BEFORE}`],
  ])('says nothing of %s', (_, after) => {
    expect(told(BEFORE, after)).toEqual([]);
  });

  it('compares permissions as wholes', () => {
    const mixed = [role({ on: 'metrics', verb: 'write' }, { on: 'logs', verb: 'read' })];
    expect(told(file([], [role(GET, WRITE)]), file([], mixed))).toEqual([expect.stringMatching(/roles\[read\] is extended/)]);
  });

  it('says nothing of other lists, and prints no secret', () => {
    expect(told('groups: []', 'groups: [{name: a, rules: []}]')).toEqual([]);
    expect(told(BEFORE, file([binding('a', 'one'), { name: 'b', subjects: [{ token: 'hidden' }] }]))).toEqual([
      'rbac.yaml roleBindings[b] is new',
    ]);
  });
});
