import { describe, expect, it } from 'vitest';
import type { Grant, GrantScope, GrantSubject } from '../../src/base/rbac/grant.js';
import { byDanger, grantRows } from '../../src/report/grant-rows.js';

const MANAGER: GrantSubject = { kind: 'ServiceAccount', namespace: 'op', name: 'manager' };
const EDITORS: GrantSubject = { kind: 'RoleHolder', name: 'edit' };
const grant = (
  subject: GrantSubject,
  scope: GrantScope,
  verbs: string,
  resource: string,
  apiGroup = '',
  resourceNames?: string[],
): Grant => ({
  subject,
  scope,
  right: { verbs: verbs.split(' '), apiGroup, resource, ...(resourceNames ? { resourceNames } : {}) },
  paths: [],
});
const first = (...grants: Grant[]): string => {
  const [[most] = []] = byDanger(grants);
  return `${most?.subject.name} ${most?.right.verbs.join()} ${most?.right.resource}`;
};

describe('the most dangerous permission', () => {
  it('comes before the right to view a CRD', () => {
    const view = grant(EDITORS, 'where-bound', 'get', 'customresourcedefinitions', 'apiextensions.k8s.io', ['a.example.com']);
    expect(first(view, grant(MANAGER, ['op'], 'get', 'pods'))).toBe('manager get pods');
  });

  it('is on what is sensitive, then writing, then everywhere', () => {
    expect(first(grant(MANAGER, 'cluster', 'create', 'leases', 'coordination.k8s.io'), grant(MANAGER, ['op'], 'list', 'secrets'))).toBe(
      'manager list secrets',
    );
    expect(
      first(grant(MANAGER, 'cluster', 'get', 'jobs', 'batch'), grant(MANAGER, 'cluster', 'create', 'ingresses', 'networking.k8s.io')),
    ).toBe('manager create ingresses');
  });

  it('is what somebody has, not what anyone bound to a role would have', () => {
    expect(
      first(grant(EDITORS, 'where-bound', '*', 'things', 'example.com'), grant(MANAGER, 'cluster', 'get', 'things', 'example.com')),
    ).toBe('manager get things');
  });
});

describe('the rows of many grants', () => {
  const unread: Grant = {
    ...grant(EDITORS, 'cluster', 'get', 'pods'),
    get right(): never {
      throw new Error('no row is read');
    },
  };

  it('are put into words when they are read', () => {
    const rows = grantRows([grant(MANAGER, 'cluster', 'get', 'pods'), unread]);
    expect(rows.map(({ subject }) => subject)).toEqual([MANAGER, EDITORS]);
    expect(rows[0]?.permissions).toEqual(['get pods']);
    expect(() => rows[1]?.permissions).toThrow('no row is read');
  });
});
