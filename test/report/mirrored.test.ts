import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { summarise } from '../../src/report/summary.js';
import { review } from '../../src/review/compare/compare.js';
import { namespace } from '../support/build.js';
import { allow, binding, role } from '../support/rbac.js';
import { stateOf } from '../support/states.js';

const NAMESPACES = ['a', 'b'].map((name) => namespace(name));
const RULES = ['pods', 'secrets', 'configmaps', '*'].map((resource) => allow('get,create', resource));
const SUBJECTS = [
  { kind: 'User', name: 'mallory' },
  { kind: 'Group', name: 'system:authenticated' },
  { kind: 'ServiceAccount', name: 'robot', namespace: 'a' },
];

/** Roles and bindings, some of them redundant, unbound or bound twice. */
const rbac = fc
  .record({
    roles: fc.array(fc.record({ id: fc.constantFrom('a/one', 'b/one', 'all'), rules: fc.subarray(RULES, { minLength: 1 }) }), {
      maxLength: 3,
    }),
    bindings: fc.array(
      fc.record({
        id: fc.constantFrom('a/one', 'b/two', 'all', 'a/all'),
        subjects: fc.subarray(SUBJECTS, { minLength: 1 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ roles, bindings }): KubernetesObject[] => {
    const ids = new Map<string, KubernetesObject>();
    for (const { id, rules } of roles) ids.set(`role ${id}`, role(id, ...rules));
    for (const { id, subjects } of bindings)
      ids.set(`binding ${id}`, binding(id, id === 'a/one' ? 'Role/one' : 'ClusterRole/all', ...subjects));
    return [...NAMESPACES, ...ids.values()];
  });

describe('the first line', () => {
  it('mirrors where BASE and HEAD change places, and says that nothing changes only if no object does', () => {
    fc.assert(
      fc.property(rbac, rbac, (before, after) => {
        const [base, head] = [stateOf(...before), stateOf(...after)];
        const [there, back] = [review(base, head), review(head, base)];
        const [forth, again] = [there, back].map((one) => summarise(one).answer);
        expect([there.gained.length, there.lost.length]).toEqual([back.lost.length, back.gained.length]);
        expect(there.changes).toHaveLength(back.changes.length);
        if (there.gained.length > 0) expect(forth).toBe('more');
        if (there.gained.length === 0 && there.lost.length > 0) {
          expect(forth).not.toBe('more');
          expect(again).toBe('more');
        }
        expect(forth === 'same').toBe(again === 'same');
        expect(forth === 'same').toBe(there.changes.length === 0);
      }),
    );
  });
});
