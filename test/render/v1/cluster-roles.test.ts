import { expect, it } from 'vitest';
import { clusterRoles } from '../../../src/render/v1/cluster-roles.js';
import { registry } from '../../support/registry.js';
import { permission, v1Context } from '../../support/v1.js';

const namespaces = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };

it('OLM v1 lifts permissions where the operator watches all namespaces, which it can then see', () => {
  const bundle = registry({ permissions: [permission('a')], clusterPermissions: [permission('b', 'nodes')] });
  const rules = (...targets: string[]): unknown[] =>
    clusterRoles(v1Context(bundle, ...targets))
      .filter(({ kind }) => kind === 'ClusterRole')
      .map((role) => role.rules);
  expect(rules('x')).toEqual([permission('b', 'nodes').rules]);
  expect(rules()).toEqual([permission('b', 'nodes').rules, [...permission('a').rules, namespaces]]);
});
