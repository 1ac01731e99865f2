import { describe, expect, it } from 'vitest';
import { descopedFindings } from '../../../src/rules/install/descoped-findings.js';

const csv = { kind: 'ClusterServiceVersion', namespace: 'ops', name: 'scaler.v1' };

describe('administrators of a descoped operator are told', () => {
  it('D8: which roles it needs, and which it can be given', () => {
    const roles = [
      { account: 's', role: 's-required-perms-1', isRequired: true },
      { account: 't', role: 't-perms-1', isRequired: false },
    ];
    expect(new Set(descopedFindings(csv, roles, []).map(({ id }) => id))).toEqual(new Set(['descoped-permissions']));
    expect(descopedFindings(csv, roles, []).map(({ message }) => message)).toEqual([
      'the ServiceAccount s needs the ClusterRole s-required-perms-1 in every namespace that the operator is to work in',
      'the ServiceAccount t can be given the ClusterRole t-perms-1 where it is wanted: it has several, and needs none of them everywhere',
    ]);
  });

  it('D13: of which of its APIs it cannot report the status', () => {
    expect(descopedFindings(csv, [], ['plans.example.com'])).toMatchObject([
      {
        id: 'status-not-granted',
        severity: 'info',
        message: 'plans.example.com has no status, so the operator can only read it everywhere',
      },
    ]);
  });
});
