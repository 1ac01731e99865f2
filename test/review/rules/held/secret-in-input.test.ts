import { describe, expect, it } from 'vitest';
import { secretInInput } from '../../../../src/review/rules/held/secrets.js';
import { namespace } from '../../../support/build.js';
import { said } from '../../../support/held-rule.js';
import { accessTo } from '../../../support/states.js';
import { wayOf } from '../../../support/way.js';

const secret = (name: string, fields: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'op', name },
  ...fields,
});

describe('secret-in-input', () => {
  it('tells of a Secret with a value, but not of the value', () => {
    expect(secretInInput.find?.(accessTo(namespace('op'), secret('db', { stringData: { password: 'hunter2' } })))).toEqual([
      {
        severity: 'warning',
        subject: { kind: 'Secret', namespace: 'op', name: 'db' },
        message: 'Secret op/db contains its value, so anyone who can read the input can read it',
        path: wayOf('Secret op/db → one value'),
        fix: 'keep the value in a secret store, or seal it',
        place: { file: 'Secret/op/db' },
        identity: [],
      },
    ]);
  });

  it('tells of a token that never expires', () => {
    const token = secret('token', { type: 'kubernetes.io/service-account-token' });
    expect(said(secretInInput, token)).toEqual(['warning: Secret op/token is filled with a ServiceAccount token that never expires']);
  });

  it('says nothing of a Secret without a value', () => {
    expect(said(secretInInput, secret('a'), secret('b', { data: {} }), secret('c', { data: { key: '' }, stringData: null }))).toEqual([]);
  });

  it('says nothing of another kind of that name', () => {
    expect(said(secretInInput, { ...secret('a', { data: { key: 'value' } }), apiVersion: 'example.com/v1' })).toEqual([]);
  });

  const ofArgoCd = (stringData: object, type = 'cluster', data = {}) =>
    secret('c', { metadata: { name: 'c', namespace: 'op', labels: { 'argocd.argoproj.io/secret-type': type } }, stringData, data });
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['a cluster', ofArgoCd({ name: 'a', server: 'https://kubernetes.default.svc' })],
    ['a repository', ofArgoCd({}, 'repository', { type: encoded('git'), url: encoded('https://github.com/o/r.git') })],
  ])('says nothing of %s that Argo CD knows, without a credential', (_, object) => {
    expect(said(secretInInput, object)).toEqual([]);
  });

  it.each([
    ['a configuration', ofArgoCd({ server: 'https://a', config: '{"bearerToken":"x"}' })],
    ['a password', ofArgoCd({ url: 'https://a', password: 'x' }, 'repository')],
    ['a password in its address', ofArgoCd({ url: 'https://user:x@github.com/o/r.git' }, 'repository')],
    ['a password in its encoded address', ofArgoCd({}, 'repository', { url: encoded('https://x@github.com/o/r.git') })],
    ['a token in its address', ofArgoCd({ server: 'https://a/?token=x' })],
    ['another type', ofArgoCd({ name: 'a' }, 'other')],
  ])('has the value of a Secret of Argo CD with %s', (_, object) => {
    expect(said(secretInInput, object)).toHaveLength(1);
  });
});
