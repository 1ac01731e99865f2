import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleAllows } from '../../../../src/base/rbac/authorizer.js';
import { permissionTexts } from '../../../../src/base/wording/permissions.js';
import { isEverything, matches, merged } from '../../../../src/review/rules/access/held.js';
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
