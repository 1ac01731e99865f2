import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupOf } from '../../../src/base/kubernetes/kinds.js';
import { groupWithKind, knownKinds, pluralOf, ROWS, resourceOf, rowOf, scopeOf } from '../../../src/base/tools/kinds.js';
import { groupsWithResource, isClusterScoped, knownResource, rowOfResource } from '../../../src/base/tools/resources.js';
import { inShared, itWith, SHARED } from '../../support/needs.js';

const SCHEMA = 'schema/kubernetes-1.32.json';

describe('the API group', () => {
  it.each<[string, string]>([
    ['v1', ''],
    ['apps/v1', 'apps'],
    ['operators.coreos.com/v1alpha1', 'operators.coreos.com'],
    ['operators.coreos.com', ''],
    ['/v1', ''],
    ['', ''],
  ])('of the apiVersion %j is %j', (apiVersion, group) => {
    expect(groupOf(apiVersion)).toBe(group);
  });
});

describe('a kind whose objects apply paths', () => {
  it('is what a kind that makes objects names, in its own group', () => {
    const making = ROWS.filter(({ makes }) => makes !== undefined);
    expect(making.map(({ kind }) => kind)).toEqual(['ApplicationSet']);
    for (const { group, makes = '' } of making) expect(rowOf(group, makes)?.paths).toBeDefined();
  });

  it('names a path with its repository, and none without', () => {
    const of = (group: string, kind: string, spec: object) =>
      rowOf(group, kind)?.paths?.({ metadata: { name: 'a', namespace: 'b' }, spec });
    const source = { path: 'apps', repoURL: 'https://example.com/a.git', directory: { recurse: true } };
    expect(of('argoproj.io', 'Application', { sources: [source, { ...source, chart: 'x' }, { repoURL: 'x' }] })).toEqual([
      { path: 'apps', address: source.repoURL, recurses: true, isPlain: true, destination: {}, settings: { argoCd: source } },
    ]);
    const spec = { path: './apps', sourceRef: { kind: 'GitRepository', name: 'c' } };
    expect(of('kustomize.toolkit.fluxcd.io', 'Kustomization', spec)).toEqual([
      {
        path: './apps',
        source: 'flux GitRepository b c',
        recurses: true,
        settings: { flux: { metadata: { name: 'a', namespace: 'b' }, spec } },
      },
    ]);
    expect(of('kustomize.toolkit.fluxcd.io', 'Kustomization', { path: './apps' })).toEqual([]);
  });
});

describe('the kinds of a group', () => {
  it('are known for Kubernetes’ own groups and OLM’s', () => {
    expect(knownKinds('rbac.authorization.k8s.io')).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);
    expect(knownKinds('operators.coreos.com')).toEqual(
      expect.arrayContaining(['CatalogSource', 'ClusterServiceVersion', 'InstallPlan', 'OLMConfig', 'OperatorGroup', 'Subscription']),
    );
  });

  it.each(['example.com', 'constructor', '__proto__', 'toString'])('are unknown for %s', (group) => {
    expect(knownKinds(group)).toBeUndefined();
  });
});

describe('the group of a kind', () => {
  it.each<[string, string | undefined]>([
    ['Namespace', ''],
    ['OperatorGroup', 'operators.coreos.com'],
    ['ClusterRole', 'rbac.authorization.k8s.io'],
    ['CustomResourceDefinition', 'apiextensions.k8s.io'],
    ['EtcdCluster', undefined],
    ['constructor', undefined],
  ])('%s is %j', (kind, group) => {
    expect(groupWithKind(kind)).toBe(group);
  });
});

describe('a plural', () => {
  it.each([
    ['', 'Endpoints', 'endpoints'],
    ['security.openshift.io', 'SecurityContextConstraints', 'securitycontextconstraints'],
    ['networking.k8s.io', 'NetworkPolicy', 'networkpolicies'],
    ['networking.k8s.io', 'Ingress', 'ingresses'],
    ['redhatcop.redhat.io', 'Patch', 'patches'],
    ['mutations.gatekeeper.sh', 'AssignMetadata', 'assignmetadata'],
    ['expansion.gatekeeper.sh', 'ExpansionTemplate', 'expansiontemplate'],
    ['gateway.networking.k8s.io', 'Gateway', 'gateways'],
    ['example.com', 'Endpoints', 'endpointses'],
    ['example.com', 'Proxy', 'proxies'],
    ['example.com', 'Box', 'boxes'],
    ['example.com', 'Key', 'keys'],
  ])('%s %s: %s', (group, kind, plural) => {
    expect(pluralOf(group, kind)).toBe(plural);
    expect(resourceOf({ apiVersion: group === '' ? 'v1' : `${group}/v1`, kind })).toEqual({ apiGroup: group, resource: plural });
  });
});

describe('the table', () => {
  const named = ROWS.filter(({ kind }) => kind !== '*');

  it('has each kind once, and no plural twice', () => {
    const twice = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);
    expect(twice(ROWS.map(({ group, kind }) => `${kind}.${group}`))).toEqual([]);
    expect(twice(ROWS.map(({ group, plural }) => `${plural}.${group}`))).toEqual([]);
  });

  it.each(named.map(({ group, kind, plural, scope }) => ({ group, kind, plural, scope })))(
    'says where $kind of $group is, and what permissions call it',
    ({ group, kind, plural, scope }) => {
      expect(kind).toMatch(/^[A-Z][A-Za-z]*$/);
      expect(plural).toMatch(/^[a-z]+$/);
      expect(scope).toBeDefined();
      expect(rowOfResource(group, plural)).toBe(rowOf(group, kind));
    },
  );

  it('says of a kind that applies, carries or makes something what that is', () => {
    const wrong = ROWS.filter(
      ({ kind, scope, podSpec, runs, carries, configMaps, deploys, setting, applies }) =>
        (kind === '*' && (scope !== undefined || podSpec !== undefined || carries !== undefined)) ||
        (podSpec !== undefined && !runs && kind !== 'PodTemplate') ||
        (configMaps !== undefined && !deploys && !applies) ||
        (setting !== undefined && applies),
    );
    expect(wrong).toEqual([]);
  });

  it('does not answer with what every object has', () => {
    expect([rowOf('', 'constructor'), rowOf('__proto__', 'toString'), rowOfResource('', '*')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('a known resource', () => {
  it.each([
    ['pods', '', 'pods'],
    ['pod', '', 'pods'],
    ['endpoints', '', 'endpoints'],
    ['events', '', 'events'],
    ['statefulsets', 'apps', 'statefulsets'],
    ['ingresses', 'networking.k8s.io', 'ingresses'],
    ['networkpolicy', 'networking.k8s.io', 'networkpolicies'],
    ['storageclasses', 'storage.k8s.io', 'storageclasses'],
    ['customresourcedefinitions', 'apiextensions.k8s.io', 'customresourcedefinitions'],
    ['operatorgroups', 'operators.coreos.com', 'operatorgroups'],
  ])('%s', (name, apiGroup, resource) => {
    expect(knownResource(name)).toEqual({ apiGroup, resource });
  });

  it('is none of an unknown name, nor of one that only JavaScript knows', () => {
    expect(['things', '', 'constructor', 'Pods'].map(knownResource)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a resource without a namespace', () => {
  it.each([
    ['', 'nodes', true],
    ['', 'nodes/proxy', true],
    ['', 'pods', false],
    ['', '*', false],
    ['apiextensions.k8s.io', 'customresourcedefinitions', true],
    ['certificates.k8s.io', '*', true],
    ['authorization.k8s.io', 'subjectaccessreviews', true],
    ['authorization.k8s.io', 'localsubjectaccessreviews', false],
    ['rbac.authorization.k8s.io', 'clusterroles', true],
    ['rbac.authorization.k8s.io', 'roles', false],
    ['example.com', 'nodes', false],
    ['__proto__', 'nodes', false],
    ['resource.k8s.io', 'deviceclasses', true],
    ['resource.k8s.io', 'resourceclaims', false],
    ['', 'users', true],
    ['certificates.k8s.io', 'signers', true],
    ['security.openshift.io', 'securitycontextconstraints', true],
    ['security.openshift.io', '*', false],
    ['config.openshift.io', 'clusterversions/status', true],
    ['config.openshift.io', 'imagepolicies', false],
    ['project.openshift.io', 'projects', true],
    ['machineconfiguration.openshift.io', 'machineconfigs', true],
    ['console.openshift.io', '*', true],
    ['authorization.openshift.io', 'clusterroles', true],
    ['authorization.openshift.io', 'roles', false],
    ['monitoring.coreos.com', 'prometheusrules', false],
    // Who has the CRD decides.
    ['kyverno.io', 'clusterpolicies', false],
    ['core.rukpak.io', '*', false],
  ])('%j %s: %s', (apiGroup, resource, expected) => {
    expect(isClusterScoped(apiGroup, resource)).toBe(expected);
  });
});

describe('the scope of a kind', () => {
  it.each([
    ['scheduling.k8s.io', 'PriorityClass', 'cluster'],
    ['policy', 'PodDisruptionBudget', 'namespaced'],
    ['console.openshift.io', 'ConsoleYAMLSample', 'cluster'],
    ['monitoring.coreos.com', 'ServiceMonitor', 'namespaced'],
    ['autoscaling.k8s.io', 'VerticalPodAutoscaler', 'namespaced'],
    ['operators.coreos.com', 'ClusterServiceVersion', 'namespaced'],
    ['operators.coreos.com', 'OLMConfig', 'cluster'],
    ['kyverno.io', 'ClusterPolicy', 'cluster'],
    ['argoproj.io', 'Application', 'namespaced'],
    ['example.com', 'ClusterThing', undefined],
    ['apps', 'toString', undefined],
  ])('%s %s: %s', (group, kind, scope) => {
    expect(scopeOf(group, kind)).toBe(scope);
  });

  itWith([inShared(SCHEMA)], 'is what an API server says', () => {
    const { kinds } = JSON.parse(readFileSync(join(SHARED, SCHEMA), 'utf8')) as { kinds: Record<string, string> };
    const unknown = Object.keys(kinds)
      .map((name) => name.split(' '))
      .filter(([apiVersion = '', kind = '']) => scopeOf(groupOf(apiVersion), kind) === undefined);
    expect(unknown).toEqual([]);
  });
});

describe('the groups with a resource', () => {
  it('are all that are known, Kubernetes’ own first', () => {
    expect(groupsWithResource('securitycontextconstraints')).toEqual(['security.openshift.io']);
    expect(groupsWithResource('clusterroles')).toEqual(['rbac.authorization.k8s.io', 'authorization.openshift.io']);
    expect(groupsWithResource('things')).toEqual([]);
  });
});
