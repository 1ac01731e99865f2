import { describe, expect, it } from 'vitest';
import { copyInto, expand, namespaceOccurrences, type ObjectOrCopies } from '../../../src/base/kubernetes/copies.js';
import { deepFreeze } from '../../support/deep-freeze.js';

const plain: ObjectOrCopies = deepFreeze({
  object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'sa', namespace: 'op' } },
});

const copied = (ownerNamespaceLabel: boolean): ObjectOrCopies =>
  deepFreeze({
    object: {
      apiVersion: 'v1',
      kind: 'Copy',
      metadata: { name: 'foo', labels: { 'olm.owner.namespace': 'op', a: 'b' } },
      spec: { big: [1] },
      status: {},
    },
    copies: { namespaces: ['one', 'two'], ownerNamespaceLabel },
  });

describe('a copy', () => {
  it('stands in its namespace and shares everything but its metadata with the template', () => {
    const template = copied(false);
    const copy = copyInto(template, 'one');
    expect(copy).toEqual({ ...template.object, metadata: { ...template.object.metadata, namespace: 'one' } });
    expect(copy.spec).toBe(template.object.spec);
    expect(copy.status).toBe(template.object.status);
  });

  it('is labelled with its own namespace as that of its owner, where its owner is copied too', () => {
    expect(copyInto(copied(true), 'two').metadata).toEqual({
      name: 'foo',
      namespace: 'two',
      labels: { 'olm.owner.namespace': 'two', a: 'b' },
    });
  });

  it.each([[false], [true]])('says how often its namespace occurs in it (owner label: %s)', (ownerNamespaceLabel) => {
    const template = copied(ownerNamespaceLabel);
    const text = JSON.stringify(copyInto(template, 'unmistakable'));
    expect(text.split('"unmistakable"')).toHaveLength(namespaceOccurrences(template) + 1);
  });
});

describe('expanding', () => {
  it('gives objects as they are, and copies for each of their namespaces', () => {
    expect([...expand([plain, copied(true)])]).toEqual([plain.object, copyInto(copied(true), 'one'), copyInto(copied(true), 'two')]);
    expect([...expand([plain])][0]).toBe(plain.object);
  });

  it('makes a copy only when it is asked for', () => {
    const [first] = expand([
      { ...copied(false), copies: { namespaces: Array.from({ length: 1_000_000 }, (_, i) => `n${i}`), ownerNamespaceLabel: false } },
    ]);
    expect(first?.metadata.namespace).toBe('n0');
  });
});
