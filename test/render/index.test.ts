import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { apiClusterRoles } from '../../src/render/api-cluster-roles.js';
import { certificateRoles } from '../../src/render/certificate-roles.js';
import { clusterServiceVersions } from '../../src/render/cluster-service-versions.js';
import { copiedCsvs } from '../../src/render/copied-csvs.js';
import { copiedRoles } from '../../src/render/copied-roles.js';
import { groupClusterRoles } from '../../src/render/group-cluster-roles.js';
import { GENERATORS, PROFILES, render } from '../../src/render/index.js';
import { liftedClusterRoles } from '../../src/render/lifted-cluster-roles.js';
import { operatorClusterRoles } from '../../src/render/operator-cluster-roles.js';
import { operatorConditions } from '../../src/render/operator-conditions.js';
import { operatorGroups } from '../../src/render/operator-groups.js';
import { operatorRoles } from '../../src/render/operator-roles.js';
import { EMIT_SETS, expand } from '../../src/render/rendered.js';
import { serviceAccounts } from '../../src/render/service-accounts.js';
import { resolve } from '../../src/rules/resolve.js';
import { study } from '../../src/study.js';
import { csv, group, namespace } from '../support/build.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { scenarioCluster, scenarioNames } from '../support/golden.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { contextOf } from '../support/render.js';

it('everything that OLM makes stands in one list', () => {
  expect(GENERATORS).toEqual([
    operatorGroups,
    groupClusterRoles,
    apiClusterRoles,
    serviceAccounts,
    operatorRoles,
    operatorClusterRoles,
    copiedRoles,
    liftedClusterRoles,
    certificateRoles,
    clusterServiceVersions,
    copiedCsvs,
    operatorConditions,
  ]);
});

it('every profile stands under its own name', () => {
  expect(Object.entries(PROFILES).map(([name, profile]) => [name, profile.name])).toEqual([
    ['documented', 'documented'],
    ['olm', 'olm'],
  ]);
});

const foo = csv('op/foo.v1', {
  owns: ['Foo.v1.example.com'],
  ...asking({
    permissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }],
    clusterPermissions: [{ serviceAccountName: 'sa', rules: [READ_PODS] }],
  }),
});
const cluster = [namespace('team'), group('op/group', { targets: ['team'] }), foo];

describe('rendering', () => {
  const renderedOf = (...objects: readonly KubernetesObject[]): ReturnType<typeof render> => {
    const context = contextOf(...objects);
    return render(context.cluster, context.resolution);
  };

  it('gives every object once, in one of the emit sets', () => {
    const { rendered, findings } = renderedOf(...cluster);
    expect(findings).toEqual([]);
    const kinds = (set: string): string[] => [...expand(rendered.filter(({ emitSet }) => emitSet === set))].map(({ kind }) => kind);
    expect(EMIT_SETS.map((set) => [set, kinds(set)])).toEqual([
      ['olm', ['OperatorGroup', 'ClusterServiceVersion', 'ClusterServiceVersion']],
      [
        'rbac',
        [
          ...Array(3 + 4).fill('ClusterRole'),
          'ServiceAccount',
          'Role',
          'RoleBinding',
          'ClusterRole',
          'ClusterRoleBinding',
          'Role',
          'RoleBinding',
        ],
      ],
    ]);
  });

  it('gives nothing for an empty cluster', () => {
    expect(renderedOf()).toEqual({ rendered: [], findings: [] });
  });

  it('follows the documents unless another profile is named', () => {
    const { cluster: read, resolution } = contextOf(...cluster);
    expect(render(read, resolution)).toEqual(render(read, resolution, 'documented'));
  });

  it.each(scenarioNames)('never writes to what it is given: %s', (name) => {
    const frozen = deepFreeze(scenarioCluster(name));
    const resolution = deepFreeze(resolve(frozen));
    expect(render(frozen, resolution)).toEqual(render(scenarioCluster(name), resolve(scenarioCluster(name))));
  });

  it('has neither owner references, nor UIDs, nor timestamps, nor rules on aggregated ClusterRoles', () => {
    for (const name of scenarioNames) {
      for (const { kind, metadata, rules, aggregationRule } of expand(study(scenarioCluster(name)).rendered)) {
        expect(Object.keys(metadata).filter((field) => !['name', 'namespace', 'labels', 'annotations'].includes(field))).toEqual([]);
        expect(kind === 'ClusterRole' && aggregationRule !== undefined && rules !== undefined).toBe(false);
      }
    }
  });
});
