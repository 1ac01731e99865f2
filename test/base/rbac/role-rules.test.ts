import { describe, expect, it } from 'vitest';
import type { LabelSelector } from '../../../src/base/kubernetes/label-selector.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import type { Role } from '../../../src/base/kubernetes/rbac.js';
import { aggregationOf } from '../../../src/base/rbac/role-rules.js';

const ruleFor = (resource: string): PolicyRule => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });

function role(name: string, labels: Record<string, string> = {}): Role {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name, labels }, rules: [ruleFor(name)] };
}

function aggregating(name: string, selectors: readonly LabelSelector[], labels: Record<string, string> = {}): Role {
  return { ...role(name, labels), aggregationRule: { clusterRoleSelectors: selectors } };
}

const byLabels = (matchLabels: Record<string, string>): LabelSelector => ({ matchLabels });

/** The resources that a role's rules name after aggregation. */
function resourcesOf(name: string, ...roles: readonly Role[]): unknown[] {
  const { rulesOf } = aggregationOf(roles);
  return roles.filter(({ metadata }) => metadata.name === name).flatMap((one) => rulesOf(one).rules.flatMap(({ rule }) => rule.resources));
}

describe('an aggregated ClusterRole', () => {
  it('has the rules of every ClusterRole that one of its selectors matches, and none of its own', () => {
    const given = [
      aggregating('sum', [byLabels({ a: '1' }), byLabels({ b: '1' })]),
      role('x', { a: '1' }),
      role('y', { b: '1' }),
      role('z', { a: '2' }),
    ];
    expect(resourcesOf('sum', ...given)).toEqual(['x', 'y']);
  });

  it('needs all labels of a selector', () => {
    expect(
      resourcesOf('sum', aggregating('sum', [byLabels({ a: '1', b: '1' })]), role('x', { a: '1' }), role('y', { a: '1', b: '1' })),
    ).toEqual(['y']);
  });

  it('may select by expression', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['1', '2'] }] };
    expect(resourcesOf('sum', aggregating('sum', [selector]), role('x', { a: '2' }), role('y', { a: '3' }))).toEqual(['x']);
  });

  it('selects every other one where a selector asks for nothing', () => {
    expect(resourcesOf('sum', aggregating('sum', [{}]), role('x'), role('y'))).toEqual(['x', 'y']);
  });

  it('takes what an aggregated one that it selects has collected', () => {
    const given = [
      aggregating('admin', [byLabels({ to: 'admin' })]),
      aggregating('edit', [byLabels({ to: 'edit' })], { to: 'admin' }),
      role('x', { to: 'edit' }),
      role('y', { to: 'admin' }),
    ];
    expect(resourcesOf('admin', ...given).sort()).toEqual(['x', 'y']);
    expect(resourcesOf('edit', ...given)).toEqual(['x']);
  });

  it('collects a role once that it reaches in two ways, and comes to an end where roles select each other', () => {
    const given = [
      aggregating('one', [byLabels({ to: 'one' }), byLabels({ both: 'yes' })], { to: 'two' }),
      aggregating('two', [byLabels({ to: 'two' })], { to: 'one' }),
      role('x', { to: 'one', both: 'yes' }),
    ];
    expect(resourcesOf('one', ...given)).toEqual(['x']);
    expect(resourcesOf('two', ...given)).toEqual(['x']);
  });

  it('loses its rules where nothing matches', () => {
    expect(resourcesOf('sum', aggregating('sum', [byLabels({ a: '1' })]))).toEqual([]);
  });
});

it('a ClusterRole without an aggregationRule has its own rules', () => {
  const plain = role('x');
  const { rulesOf, pathsFrom } = aggregationOf([plain]);
  expect(rulesOf(plain).rules).toEqual([{ rule: ruleFor('x'), via: [], index: 0 }]);
  expect(pathsFrom(plain)).toEqual([]);
});

it('ClusterRoles with the same selectors share their rules, so that thousands of them take no more memory than one', () => {
  const [one, other] = ['one', 'other'].map((name) => aggregating(name, [byLabels({ a: '1' })])) as [Role, Role];
  const { rulesOf } = aggregationOf([one, other, role('x', { a: '1' })]);
  expect(rulesOf(one)).toBe(rulesOf(other));
});

it('the way to a role leads through the fewest aggregated ones', () => {
  const far = aggregating('far', [byLabels({ to: 'far' })], { to: 'near' });
  const near = aggregating('near', [byLabels({ to: 'near' })], { to: 'sum' });
  const sum = aggregating('sum', [byLabels({ to: 'sum' }), byLabels({ also: 'sum' })]);
  const [x, y] = [role('x', { to: 'far', also: 'sum' }), role('y', { to: 'far' })];
  const paths = aggregationOf([far, near, sum, x, y]).pathsFrom(sum);
  expect(paths.map((path) => path.map(({ metadata }) => metadata.name))).toEqual([['x'], ['near', 'far', 'y']]);
});
