import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { atomSet, atomsOf, isCovered } from '../../../../src/base/rbac/atoms.js';
import { permissionsOf, uncovered } from '../../../../src/review/rules/access/permission.js';
import { rule } from '../../../support/rbac-in-short.js';

const words = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const policyRules: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: words('*', 'get', 'list', 'get list'),
  apiGroups: words('*', '', 'apps', 'a.b'),
  resources: words('*', 'pods', 'pods/exec', '*/exec', 'pods.a', 'url:/x', ''),
  resourceNames: fc.oneof(fc.constant([]), words('x', 'y named', 'x.y')),
  nonResourceURLs: fc.oneof(fc.constant([]), words('*', '/metrics', '/met*')),
});

describe('permissions as text', () => {
  it('are single ones, sorted, without those that others include', () => {
    const rules = [rule('list get', 'pods/exec secrets'), rule('create', 'deployments', 'apps'), rule('get', 'secrets', '', ['mine'])];
    expect(permissionsOf(rules)).toEqual(['create deployments.apps', 'get pods/exec', 'get secrets', 'list pods/exec', 'list secrets']);
    expect(permissionsOf([{ verbs: ['get'], nonResourceURLs: ['/metrics'] }, rule('use', 'x', 'g', ['a'])])).toEqual([
      'get url:/metrics',
      'use x.g named a',
    ]);
  });

  it('include each other just as the permissions do, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(policyRules, { maxLength: 3 }), fc.array(policyRules, { maxLength: 3 }), (some, others) => {
        const known = atomSet(others.flatMap((one) => [...atomsOf(one, true)]));
        const isAllKnown = some.flatMap((one) => [...atomsOf(one, true)]).every((atom) => isCovered(atom, known));
        expect(uncovered(permissionsOf(some), permissionsOf(others)).length === 0).toBe(isAllKnown);
      }),
    );
  });
});
