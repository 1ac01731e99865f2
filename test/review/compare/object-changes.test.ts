import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { StateObjects } from '../../../src/base/rbac/rbac-objects.js';
import { objectChanges } from '../../../src/review/compare/object-changes.js';
import { allow, role } from '../../support/rbac.js';
import { alone } from '../../support/review.js';

const POD = role('a/x', allow('get', 'pods'));
const NONE = { added: 0, removed: 0, changed: 0 };

describe('objects', () => {
  it.each<[string, KubernetesObject[], KubernetesObject[], object]>([
    ['appear', [], [POD], { added: 1 }],
    ['go', [POD], [], { removed: 1 }],
    ['go in one namespace and appear in another', [POD], [role('b/x', allow('get', 'pods'))], { added: 1, removed: 1 }],
    ['stay, in whatever order', [POD, role('y')], [role('y'), role('a/x', allow('get', 'pods'))], {}],
    ['stay, though their fields are in another order', [POD], [Object.fromEntries(Object.entries(POD).reverse()) as KubernetesObject], {}],
    ['change in a field', [POD], [role('a/x', allow('list', 'pods'))], { changed: 1 }],
    ['change in a label', [POD], [{ ...POD, metadata: { ...POD.metadata, labels: { a: 'b' } } }], { changed: 1 }],
    ['change by a field more', [POD], [{ ...POD, status: {} }], { changed: 1 }],
    ['change by a field less', [{ ...POD, status: {} }], [POD], { changed: 1 }],
    ['change by another field', [{ ...POD, status: 1 }], [{ ...POD, spec: 1 }], { changed: 1 }],
  ])('%s', (_, base, head, expected) => {
    expect(objectChanges(alone(base), alone(head))).toEqual({ ...NONE, ...expected });
  });

  it('that are copies of one object stay in every namespace, or change in every one', () => {
    const copies = (verb: string, ownerNamespaceLabel = false): StateObjects => ({
      objects: [],
      copied: [{ object: role('x', allow(verb, 'pods')), copies: { namespaces: ['a', 'b', 'c'], ownerNamespaceLabel } }],
    });
    expect(objectChanges(copies('get'), copies('get'))).toEqual(NONE);
    expect(objectChanges(copies('get'), copies('list'))).toEqual({ ...NONE, changed: 3 });
    expect(objectChanges(copies('get'), copies('get', true))).toEqual({ ...NONE, changed: 3 });
  });

  it('that share their fields are still told apart by what differs', () => {
    const rules = [allow('get', 'pods')];
    const copies = (names: string, list: readonly unknown[]): StateObjects =>
      alone(names.split('').map((name) => ({ ...role(`${name}/x`), rules: list })));
    expect(objectChanges(copies('abc', rules), copies('bcd', [allow('get', 'pods')]))).toEqual({ added: 1, removed: 1, changed: 0 });
    expect(objectChanges(copies('abc', rules), copies('abc', [allow('list', 'pods')]))).toEqual({ ...NONE, changed: 3 });
  });
});
