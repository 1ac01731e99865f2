import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingFields, fieldsText, inShort } from '../../../../../src/review/rules/changed/documents/differing-fields.js';

const texts = (old: unknown, now: unknown) => differingFields(old, now).map(({ text }) => text);
const variables = (...names: readonly string[]) => ({ env: names.map((name) => ({ name, value: name.toLowerCase() })) });

describe('the fields in which two values differ', () => {
  it('are the innermost ones, also of what only one state has', () => {
    expect(texts({ spec: { a: 1, b: 2 } }, { spec: { a: 2, b: 2 } })).toEqual(['spec.a']);
    expect(texts({}, { spec: { account: 'a' } })).toEqual(['spec.account']);
    expect(texts({ spec: {} }, {})).toEqual(['spec']);
    expect(texts({ a: 1 }, { a: [1] })).toEqual(['a']);
  });

  it('pair the entries of a list by what names them', () => {
    expect(
      texts(variables('A', 'B'), {
        env: [
          { name: 'B', value: 'b' },
          { name: 'A', value: 'x' },
        ],
      }),
    ).toEqual(['the order of env', 'env[A].value']);
    expect(texts(variables('A'), variables('A', 'B'))).toEqual(['env[B].value']);
    expect(texts(variables('A', 'B'), variables('B'))).toEqual(['env[A]']);
    expect(texts({}, { imagePullSecrets: [{ name: 'a' }] })).toEqual(['imagePullSecrets[a]']);
    expect(texts({ mounts: [{ mountPath: '/a', name: 'x' }] }, { mounts: [{ mountPath: '/a', name: 'y' }] })).toEqual(
      ['mounts[y].mountPath', 'mounts[x]'].toReversed(),
    );
  });

  it('are a whole list whose entries nothing names, and a whole schema', () => {
    expect(texts({ args: ['a'] }, { args: ['a', 'b'] })).toEqual(['args']);
    expect(texts(variables('A', 'A'), variables('A'))).toEqual(['env']);
    expect(texts({ openAPIV3Schema: { a: 1 } }, { openAPIV3Schema: { a: 2 } })).toEqual(['openAPIV3Schema']);
  });

  it('are none where only the order of what has none changes', () => {
    const modes = (...types: readonly string[]) => ({ installModes: types.map((type) => ({ type, supported: true })) });
    expect(texts(modes('OwnNamespace', 'AllNamespaces'), modes('AllNamespaces', 'OwnNamespace'))).toEqual([]);
    expect(texts({ operations: ['CREATE', 'UPDATE'] }, { operations: ['UPDATE', 'CREATE'] })).toEqual([]);
    expect(texts({ operations: ['CREATE', 'CREATE'] }, { operations: ['CREATE'] })).toEqual(['operations']);
    expect(texts({ args: ['a', 'b'] }, { args: ['b', 'a'] })).toEqual(['args']);
  });

  it('stand where they are in the newer value, and under their name where they are gone', () => {
    expect(differingFields(variables('A'), variables('B', 'A')).map(({ at }) => at)).toEqual([['env', 0, 'value']]);
    expect(differingFields(variables('A', 'B'), variables('B')).map(({ at }) => at)).toEqual([['env', 'A']]);
  });

  it('are some wherever two values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (old, now) => {
        expect(differingFields(old, now).length === 0).toBe(isDeepStrictEqual(old, now));
      }),
    );
  });

  it('are said together where they are of one list, and in short where only that they differ matters', () => {
    expect(fieldsText(differingFields({}, { ...variables('A', 'B'), x: 1 }))).toBe('env[A, B].value and x');
    const pod = (seconds: number) => ({
      containers: [{ name: 'm', livenessProbe: { periodSeconds: seconds }, ...variables(`A${seconds}`) }],
    });
    expect(fieldsText(inShort(differingFields(pod(1), pod(2))))).toBe('containers[m].livenessProbe and containers[m].env[A1, A2]');
  });

  it('takes empty labels and annotations for none, and an empty selector for what selects all', () => {
    expect(differingFields({ metadata: { labels: {}, annotations: {} } }, { metadata: {} })).toEqual([]);
    expect(differingFields({ metadata: {} }, { metadata: { labels: { a: 'b' } } })).toHaveLength(1);
    expect(differingFields({ spec: { podSelector: {} } }, { spec: {} })).toHaveLength(1);
  });
});
