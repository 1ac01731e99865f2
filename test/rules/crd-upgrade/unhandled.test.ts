import { describe, expect, it } from 'vitest';
import { unhandledChange } from '../../../src/rules/crd-upgrade/unhandled.js';

describe('what no check of a schema looks at', () => {
  it('is named, without descriptions and what has a check', () => {
    expect(unhandledChange({ format: 'int32', type: 'integer', description: 'a' }, { format: 'int64', type: 'string' })).toEqual({
      fields: ['format'],
    });
  });

  it('loses fields of stored objects where unknown ones are no longer kept', () => {
    const kept = { 'x-kubernetes-preserve-unknown-fields': true };
    expect(unhandledChange(kept, {})).toEqual({ fields: ['x-kubernetes-preserve-unknown-fields'], effect: 'loses' });
    expect(unhandledChange({}, kept)).not.toHaveProperty('effect');
  });

  it('refuses more where a validation is new or changes, but not with another message', () => {
    const having = (...rules: readonly object[]) => ({ 'x-kubernetes-validations': rules });
    expect(unhandledChange({}, having({ rule: 'a' }))).toMatchObject({ effect: 'refuses' });
    expect(unhandledChange(having({ rule: 'a' }), having({ rule: 'b' }))).toMatchObject({ effect: 'refuses' });
    expect(unhandledChange(having({ rule: 'a' }, { rule: 'b' }), having({ rule: 'a', message: 'm' }))).not.toHaveProperty('effect');
  });

  it('refuses more where a text is no longer accepted for a number', () => {
    expect(unhandledChange({ 'x-kubernetes-int-or-string': true }, { type: 'string' })).toMatchObject({ effect: 'refuses' });
  });
});
