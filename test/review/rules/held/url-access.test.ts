import { describe, expect, it } from 'vitest';
import { powerOf } from '../../../../src/review/rules/access/powers.js';
import { urlAccess } from '../../../../src/review/rules/held/wildcards.js';
import { permissionsOfAccount, said, saidOf } from '../../../support/held-rule.js';
import { bind, role } from '../../../support/rbac-in-short.js';
import { accessTo } from '../../../support/states.js';

const urls = (...nonResourceURLs: string[]) => ({ verbs: ['get'], nonResourceURLs });

describe('url-access', () => {
  it('is an error for all of them', () => {
    expect(permissionsOfAccount(urlAccess, urls('*'))).toEqual(['error: get url:*']);
  });

  it('is a warning for logs and profiles', () => {
    expect(saidOf(urlAccess, urls('/logs', '/debug/pprof/*'))).toEqual([
      'warning: ServiceAccount op/manager can get /debug/pprof/* and /logs in the whole cluster',
    ]);
  });

  it('makes powerful who can use all of them, and nobody else', () => {
    const roles = [role('all', [urls('*')]), role('logs', [urls('/logs')])];
    const access = accessTo(...roles, bind('a', 'all', 'ServiceAccount op/a'), bind('b', 'logs', 'ServiceAccount op/b'));
    const account = (name: string) => ({ kind: 'ServiceAccount', namespace: 'op', name }) as const;
    expect(powerOf(access, account('a'))).toBe('get all URL paths in all namespaces');
    expect(powerOf(access, account('b'))).toBeUndefined();
  });

  it('says nothing of other paths, and of those who can do everything', () => {
    expect(saidOf(urlAccess, urls('/metrics', '/healthz', '/debugging'))).toEqual([]);
    expect(said(urlAccess, bind('b', 'cluster-admin', 'User root'))).toEqual([]);
  });
});
