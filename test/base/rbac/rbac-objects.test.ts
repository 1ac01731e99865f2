import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allObjects, namesakes } from '../../../src/base/rbac/rbac-objects.js';
import { review } from '../../../src/review/compare/compare.js';
import { reported } from '../../../src/review/compare/review.js';
import { riskFinders } from '../../../src/review/rules/index.js';
import type { State } from '../../../src/review/state/state.js';
import { csv, group, namespace } from '../../support/build.js';
import { asking } from '../../support/permissions.js';
import { allow, binding, role } from '../../support/rbac.js';
import { names } from '../../support/render.js';
import { alone, stateOf } from '../../support/review.js';
import { runs } from '../../support/runs.js';

const TENANTS = ['a', 'b', 'c'];
const RULES = [allow('get', 'pods'), allow('*', 'secrets'), allow('create', 'pods/exec')];

/** Two operators of one group, and people who are bound to Roles of the names that the operators' have, or to others. */
const anySide = fc
  .record({
    targets: fc.subarray(TENANTS, { minLength: 1 }),
    permissions: fc.array(fc.subarray(RULES), { minLength: 1, maxLength: 2 }),
    people: fc.subarray(TENANTS),
  })
  .map(({ targets, permissions, people }) =>
    stateOf(
      ...[...TENANTS, 'op'].map((name) => namespace(name)),
      group('op/etcd', { targets }),
      ...permissions.map((rules, index) => csv(`op/etcd${index}.v1`, asking({ permissions: [{ serviceAccountName: 'robot', rules }] }))),
      ...people.flatMap((where) => [
        role(`${where}/people`, allow('get', 'pods')),
        binding(
          `${where}/people`,
          'Role/people',
          { kind: 'Group', name: 'devs' },
          { kind: 'ServiceAccount', name: 'robot', namespace: 'op' },
        ),
      ]),
    ),
  );

const multiplied = (state: State): State => ({ ...state, ...alone([...allObjects(state)]) });

describe('copies', () => {
  it('mean in a review what as many single objects mean', () => {
    let gained = 0;
    let risks = 0;
    fc.assert(
      fc.property(anySide, anySide, (base, head) => {
        const result = review(base, head, riskFinders());
        expect(result).toEqual(review(multiplied(base), multiplied(head), riskFinders()));
        expect(result).toEqual(review(base, multiplied(head), riskFinders()));
        gained += result.gained.length;
        risks += reported(result, 'unchanged', 'risk').length;
      }),
      runs(16),
    );
    expect(Math.min(gained, risks)).toBeGreaterThan(10);
  });

  it('are found by their name, in all of their namespaces', () => {
    const copies = { namespaces: ['a', 'b'], ownerNamespaceLabel: true };
    const state = {
      objects: [role('x'), role('c/y')],
      copied: [
        { object: role('a/x'), copies },
        { object: role('a/y'), copies },
      ],
    };
    expect(names([...namesakes(state, new Set(['x']))])).toEqual(['ClusterRole x', 'Role a/x', 'Role b/x']);
  });
});
