import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import type { Role } from '../../../../src/base/kubernetes/rbac.js';
import { ruleAllows } from '../../../../src/base/rbac/authorizer.js';
import type { GrantSubject } from '../../../../src/base/rbac/grant.js';
import { permissionTexts } from '../../../../src/base/wording/permissions.js';
import type { Holding } from '../../../../src/review/rules/access/access.js';
import { bySomeSubjects, bySubject, isEverything, matches, merged, whereHeld } from '../../../../src/review/rules/access/held.js';
import { rule } from '../../../support/rbac-in-short.js';

const words = (...values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const policyRules = fc.record({
  verbs: words('*', 'get', 'list', 'create'),
  apiGroups: words('*', '', 'apps'),
  resources: words('*', 'pods', 'pods/exec', '*/exec', 'deployments'),
});

describe('what a rule allows of what is wanted', () => {
  it('is what the authorizer of Kubernetes allows', () => {
    const resources = ['pods', 'pods/exec', 'deployments'];
    const verbs = ['get', 'list', 'create'];
    fc.assert(
      fc.property(policyRules, fc.constantFrom('', 'apps'), (policyRule, apiGroup) => {
        const found = matches(policyRule, [{ apiGroups: [apiGroup], resources, verbs }]);
        for (const wanted of resources) {
          const [resource, subresource] = wanted.split('/') as [string, string | undefined];
          const allowed = verbs.filter((verb) =>
            ruleAllows(policyRule, { verb, apiGroup, resource, ...(subresource ? { subresource } : {}) }),
          );
          expect(found.find((match) => match.resource === wanted)?.verbs ?? []).toEqual(allowed);
        }
      }),
    );
  });

  it('is told with reading before writing, and resources with the same verbs together', () => {
    const found = [
      { resource: 'pods', verbs: ['delete', 'watch'] },
      { resource: 'secrets', verbs: ['list'] },
      { resource: 'pods', verbs: ['get'] },
      { resource: 'configmaps', verbs: ['list', 'bind'] },
      { resource: 'events', verbs: ['list'] },
    ];
    expect(permissionTexts(merged(found))).toEqual(['list and bind configmaps', 'list events and secrets', 'get, watch and delete pods']);
  });
});

describe('everything', () => {
  it.each([
    [rule('*', '*', '*'), true],
    [{ ...rule('get *', 'pods *'), apiGroups: ['apps', '*'] }, true],
    [rule('*', '*', ''), false],
    [rule('get', '*', '*'), false],
    [rule('*', '*', '*', ['mine']), false],
    [{ verbs: ['*'], nonResourceURLs: ['*'] }, false],
  ])('is all verbs on all resources of all groups: %j: %s', (policyRule, expected) => {
    expect(isEverything(policyRule)).toBe(expected);
  });
});

it('tells of some subjects what it tells of them among all', () => {
  const subjects = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
  const role: Role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' }, rules: [] };
  const bindings = fc.array(
    fc.record({ subjects, rules: fc.array(policyRules, { maxLength: 3 }), scope: fc.constantFrom('cluster' as const, ['x'], ['x', 'y']) }),
  );
  const asText = ({ rule: { verbs = [] } }: { rule: PolicyRule }) => verbs.map((verb) => ({ resource: 'any', verbs: [verb] }));
  fc.assert(
    fc.property(bindings, fc.constantFrom('a', 'ab', 'abcd', ''), fc.boolean(), (all, wanted, isNarrow) => {
      const holdings = all.flatMap(({ subjects: names, rules, scope }) => {
        const shared = names.map((name): GrantSubject => ({ kind: 'User', name }));
        return rules.map(
          (one, index): Holding => ({
            subjects: shared,
            scope,
            rule: one,
            index,
            roles: [role],
            origin: { object: { kind: 'ClusterRole', name: 'r' }, field: [] },
          }),
        );
      });
      const own = whereHeld(({ scope }) => !isNarrow || scope === 'cluster');
      const isWanted = ({ name }: GrantSubject): boolean => wanted.includes(name);
      expect(bySomeSubjects(holdings, isWanted, asText, own)).toEqual(
        bySubject(holdings, asText, own).filter(({ subject }) => isWanted(subject)),
      );
    }),
  );
});
