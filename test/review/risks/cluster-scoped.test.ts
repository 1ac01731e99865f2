import { describe, expect, it } from 'vitest';
import { isClusterScoped } from '../../../src/review/risks/cluster-scoped.js';

describe('a resource without a namespace', () => {
  it.each([
    ['', 'nodes', true],
    ['', 'nodes/proxy', true],
    ['', 'pods', false],
    ['', '*', false],
    ['apiextensions.k8s.io', 'customresourcedefinitions', true],
    ['certificates.k8s.io', '*', true],
    ['authorization.k8s.io', 'subjectaccessreviews', true],
    ['authorization.k8s.io', 'localsubjectaccessreviews', false],
    ['rbac.authorization.k8s.io', 'clusterroles', true],
    ['rbac.authorization.k8s.io', 'roles', false],
    ['example.com', 'nodes', false],
    ['__proto__', 'nodes', false],
  ])('%j %s: %s', (apiGroup, resource, expected) => {
    expect(isClusterScoped(apiGroup, resource)).toBe(expected);
  });
});
