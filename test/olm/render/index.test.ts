import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { NEWEST_OLM } from '../../../src/olm/model/olm-version.js';
import { versionsOf } from '../../../src/olm/model/versions.js';
import { PROFILES, type ProfileName, render } from '../../../src/olm/render/index.js';
import type { Profile } from '../../../src/olm/render/profile/profile.js';
import { EMIT_SETS } from '../../../src/olm/render/rendered.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { csv, group, namespace } from '../../support/build.js';
import { deepFreeze } from '../../support/deep-freeze.js';
import { scenarioCluster, scenarioNames } from '../../support/golden.js';
import { asking, READ_PODS } from '../../support/permissions.js';
import { contextOf } from '../../support/render.js';

const profiles = Object.entries(PROFILES) as [ProfileName, Profile][];

describe.each(profiles)('the profile %s', (name, { underOlm: { generators, defaultSets }, ...profile }) => {
  const contexts = scenarioNames.map((scenario) => {
    const read = scenarioCluster(scenario);
    return { cluster: read, resolution: profile.resolve(read), conventions: profile.conventions(NEWEST_OLM), versions: versionsOf({}) };
  });
  const OLMS = EMIT_SETS.filter((set) => set !== 'install');
  const entries = OLMS.flatMap((set) => generators[set].map((generate, index) => ({ set, index, generate })));

  it('stands under its own name', () => {
    expect(profile.name).toBe(name);
  });

  it('renders everything that it makes where nobody says otherwise', () => {
    expect(OLMS.filter((set) => generators[set].length > 0)).toEqual(defaultSets.filter((set) => set !== 'install'));
  });

  it.each(entries)('has no generator that no recorded scenario asks for: $set[$index]', ({ generate }) => {
    expect(contexts.some((context) => generate(context).length > 0)).toBe(true);
  });

  it('says of each object for which CSV, OperatorGroup or Namespace it was made, and of which field', () => {
    for (const context of contexts) {
      const { clusterServiceVersions, operatorGroups, namespaces } = context.cluster;
      const manifests = new Map(
        [...clusterServiceVersions, ...operatorGroups, ...namespaces].flatMap(({ manifest }) =>
          manifest ? [[formatReference(referenceTo(manifest)), manifest]] : [],
        ),
      );
      for (const { owner, field = [] } of entries.flatMap(({ generate }) => generate(context))) {
        const value = field.reduce<unknown>(
          (at, step) => (at as Record<string | number, unknown>)[step],
          manifests.get(formatReference(owner)),
        );
        expect(value).toBeDefined();
      }
    }
  });
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
    return render(context.cluster, context.resolution, { profile: 'documented' });
  };

  it('gives every object once, in one of the emit sets', () => {
    const { rendered, findings } = renderedOf(...cluster);
    expect(findings).toEqual([]);
    const kinds = (set: string): string[] => [...expand(rendered.filter(({ emitSet }) => emitSet === set))].map(({ kind }) => kind);
    expect(EMIT_SETS.map((set) => [set, kinds(set)])).toEqual([
      ['namespaces', ['Namespace', 'Namespace']],
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
      ['install', []],
    ]);
  });

  it('gives nothing for an empty cluster', () => {
    expect(renderedOf()).toEqual({ rendered: [], uncertain: [], findings: [], problems: [] });
  });

  it('follows what runs unless a profile is named: OLM, or the documents where operators are installed without it', () => {
    const { cluster: read, resolution } = contextOf(...cluster);
    expect(render(read, resolution)).toEqual(render(read, resolution, { profile: 'olm' }));
    expect(render(read, resolution, { install: {} })).toEqual(render(read, resolution, { profile: 'documented', install: {} }));
  });

  it.each(scenarioNames)('never writes to what it is given: %s', (name) => {
    const frozen = deepFreeze(scenarioCluster(name));
    const resolution = deepFreeze(resolve(frozen));
    expect(render(frozen, resolution)).toEqual(render(scenarioCluster(name), resolve(scenarioCluster(name))));
  });

  it('has neither owner references, nor UIDs, nor timestamps, nor rules on aggregated ClusterRoles', () => {
    for (const name of scenarioNames) {
      for (const { kind, metadata, rules, aggregationRule } of expand(evaluate(scenarioCluster(name)).rendered)) {
        expect(Object.keys(metadata).filter((field) => !['name', 'namespace', 'labels', 'annotations'].includes(field))).toEqual([]);
        expect(kind === 'ClusterRole' && aggregationRule !== undefined && rules !== undefined).toBe(false);
      }
    }
  });
});
