import { describe, expect, it } from 'vitest';
import { groupOf, groupWithKind, knownKinds, knownResource } from '../../src/model/kinds.js';

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
