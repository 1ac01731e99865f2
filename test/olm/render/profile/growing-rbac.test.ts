/** Whatever is added in whatever steps, the parts allow what one index of all of it allows. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { isAllowed } from '../../../../src/base/rbac/authorizer.js';
import { NO_DEFAULTS } from '../../../../src/base/rbac/default-policy.js';
import { rbacOf } from '../../../../src/base/rbac/rbac.js';
import { growingRbac } from '../../../../src/olm/render/profile/growing-rbac.js';

const GROUP = 'rbac.authorization.k8s.io';
const VERBS = ['get', 'list', 'update'];

/** A role and its binding; few names, so that a later role replaces an earlier one now and then. */
const pair = fc.record({ role: fc.nat(6), verb: fc.constantFrom(...VERBS), account: fc.nat(2) }).map(({ role, verb, account }) => [
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRole',
    metadata: { name: `r${role}` },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: [verb] }],
  },
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: `b${role}-${account}` },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: `r${role}` },
    subjects: [{ kind: 'ServiceAccount', name: `a${account}`, namespace: 'op' }],
  },
]);

it('allows what one index allows, after each addition', () => {
  fc.assert(
    fc.property(fc.array(fc.array(pair, { maxLength: 3 }), { maxLength: 12 }), (additions) => {
      const growing = growingRbac();
      const all: KubernetesObject[] = [];
      for (const added of additions) {
        growing.add(added.flat());
        all.push(...added.flat());
        const whole = rbacOf({ objects: [...all], copied: [] }, NO_DEFAULTS);
        for (const account of [0, 1, 2])
          for (const verb of VERBS) {
            const identity = { user: `system:serviceaccount:op:a${account}`, groups: [] };
            const request = { verb, apiGroup: '', resource: 'pods' };
            const allowed = growing.parts.some((part) => isAllowed(part, identity, undefined, request));
            expect(allowed).toBe(isAllowed(whole, identity, undefined, request));
          }
      }
    }),
  );
});

it('has few parts, however much is added', () => {
  const growing = growingRbac();
  for (let index = 0; index < 1000; index += 1)
    growing.add([{ apiVersion: `${GROUP}/v1`, kind: 'ClusterRole', metadata: { name: `r${index}` }, rules: [] } as KubernetesObject]);
  expect(growing.parts.length).toBeLessThan(12);
});
