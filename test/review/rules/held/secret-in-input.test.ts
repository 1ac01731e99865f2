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
});
