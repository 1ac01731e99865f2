import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { aggregate, aggregatedRoles, aggregationPaths } from '../../src/rules/aggregation.js';

const ruleFor = (resource: string): object => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });

function role(name: string, labels: Record<string, string> = {}): KubernetesObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name, labels }, rules: [ruleFor(name)] };
}

function aggregating(name: string, selectors: readonly object[], labels: Record<string, string> = {}): KubernetesObject {
  return { ...role(name, labels), aggregationRule: { clusterRoleSelectors: selectors } };
}

const byLabels = (matchLabels: Record<string, string>): object => ({ matchLabels });

/** The resources that a role's rules name after aggregation. */
function resourcesOf(name: string, ...roles: readonly KubernetesObject[]): unknown[] {
  const found = aggregate(roles).filter(({ metadata }) => metadata.name === name);
  return found.flatMap(({ rules }) => rules as { resources: string[] }[]).flatMap(({ resources }) => resources);
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

it('a ClusterRole without an aggregationRule is left as it is', () => {
  const plain = role('x');
  expect(aggregate([plain])[0]).toBe(plain);
  expect(aggregatedRoles(plain, [plain])).toEqual([]);
});

it('the way to a role leads through the fewest aggregated ones', () => {
  const far = aggregating('far', [byLabels({ to: 'far' })], { to: 'near' });
  const near = aggregating('near', [byLabels({ to: 'near' })], { to: 'sum' });
  const sum = aggregating('sum', [byLabels({ to: 'sum' }), byLabels({ also: 'sum' })]);
  const [x, y] = [role('x', { to: 'far', also: 'sum' }), role('y', { to: 'far' })];
  const paths = aggregationPaths(sum, [far, near, sum, x, y]);
  expect(paths.map((path) => path.map(({ metadata }) => metadata.name))).toEqual([['x'], ['near', 'far', 'y']]);
});
