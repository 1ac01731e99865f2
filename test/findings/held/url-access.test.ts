import { describe, expect, it } from 'vitest';
import { urlAccess } from '../../../src/findings/held/url-access.js';
import { permissionsOfAccount, said, saidOf } from '../../support/held-rule.js';
import { bind } from '../../support/rbac-in-short.js';

const urls = (...nonResourceURLs: string[]) => ({ verbs: ['get'], nonResourceURLs });

describe('url-access', () => {
  it('is an error for all of them', () => {
    expect(saidOf(urlAccess, urls('*'))).toEqual(['error: ServiceAccount op/manager can get all URL paths in the whole cluster']);
    expect(permissionsOfAccount(urlAccess, urls('*'))).toEqual(['error: get url:*']);
  });

  it('is a warning for logs and profiles', () => {
    expect(saidOf(urlAccess, urls('/logs', '/debug/pprof/*'))).toEqual([
      'warning: ServiceAccount op/manager can get /debug/pprof/* and /logs in the whole cluster',
    ]);
  });

  it('says nothing of other paths, and of those who can do everything', () => {
    expect(saidOf(urlAccess, urls('/metrics', '/healthz', '/debugging'))).toEqual([]);
    expect(said(urlAccess, bind('b', 'cluster-admin', 'User root'))).toEqual([]);
  });
});
