import { describe, expect, it } from 'vitest';
import { adminNamed } from '../../../src/review/rules/changed/embedded.js';
import { clauseOf, completed, findingOf } from '../../../src/review/rules/finding-of.js';
import type { State } from '../../../src/review/state/state.js';

const SUBJECT = { kind: 'ConfigMap', namespace: 'a', name: 'b' };
const state = (file: string, isThere = true): State =>
  ({ placeOf: (_: unknown, at: readonly string[] = []) => (isThere ? { file: [file, ...at].join('/') } : undefined) }) as unknown as State;

describe('a discovery is completed', () => {
  it('with its sentence, the severity of its rule, and the place of its field', () => {
    expect(completed(adminNamed, state('head'))({ subject: SUBJECT, says: 'is new', at: ['data'] })).toEqual({
      severity: 'error',
      subject: SUBJECT,
      message: 'ConfigMap a/b is new',
      place: { file: 'head/data' },
    });
  });

  it('with the place in BASE, where HEAD does not have it', () => {
    const found = completed(adminNamed, state('head', false), state('base'))({ subject: SUBJECT, says: 'is gone', at: ['data'] });
    expect(found.place).toEqual({ file: 'base/data' });
  });

  it('and keeps what it says itself', () => {
    const own = { severity: 'info', message: 'mine', place: undefined } as const;
    expect(completed(adminNamed, state('head'))({ subject: SUBJECT, ...own })).toEqual({ subject: SUBJECT, ...own });
  });
});

it('a finding has the fix of its rule, as a clause', () => {
  expect(clauseOf('Name a role.')).toBe('name a role');
  expect(findingOf(adminNamed, { subject: SUBJECT, message: 'm' }).fix).toBe(clauseOf(adminNamed.documentation.fix));
});
