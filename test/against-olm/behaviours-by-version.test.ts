/** What changed from release to release of OLM and Kubernetes, on both sides of each version. */
import { describe, expect, it } from 'vitest';
import { olmV1Release } from '../../src/model/olm-version.js';
import { versionsOf } from '../../src/model/versions.js';
import { defaultsFor } from '../../src/rbac/default-policy.js';
import { olmConventions } from '../../src/render/profile/olm.js';
import { deployments } from '../../src/render/v1/deployments.js';
import { v1Configuration } from '../../src/rules/v1/configuration.js';
import { neededFeatureGates } from '../../src/rules/v1/support.js';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { deployment, registry, webhook } from '../support/registry.js';
import { v1Context } from '../support/v1.js';

const release = (version: string) => {
  const found = olmV1Release(version);
  if (!found) throw new Error(version);
  return found;
};

describe('the configuration of a Subscription', () => {
  it.each([
    ['v0.26', ['annotations', 'envFrom']],
    ['v0.27', ['envFrom']],
    ['v0.28', []],
  ])('of OLM %s lacks %j', (olmVersion, ignored) => {
    expect(olmConventions(versionsOf({ olmVersion }).olm).ignoredSettings).toEqual(ignored);
  });

  it.each([
    ['4.15', ['annotations', 'envFrom']],
    ['4.16', []],
  ])('of OpenShift %s lacks %j', (openshift, ignored) => {
    expect(olmConventions(versionsOf({ openshift }).olm).ignoredSettings).toEqual(ignored);
  });
});

describe('OLM v1', () => {
  const narrow = registry({ modes: ['OwnNamespace'] }).csv;

  it.each([
    ['v1.7', ['SingleOwnNamespaceInstallSupport']],
    ['v1.8', []],
    ['v1.9', ['SingleOwnNamespaceInstallSupport']],
  ])('%s needs for one namespace the gates %j', (version, gates) => {
    expect(neededFeatureGates(narrow, {}, release(version))).toEqual(gates);
  });

  it.each([
    ['v1.5', ['WebhookProviderCertManager']],
    ['v1.6', []],
  ])('%s needs for webhooks the gates %j', (version, gates) => {
    expect(neededFeatureGates(registry({ webhooks: [webhook()] }).csv, {}, release(version))).toEqual(gates);
  });

  it.each([
    ['v1.8', ['unknown field "deploymentConfig"']],
    ['v1.9', []],
  ])('%s configures Deployments, or says %j', (version, errors) => {
    expect(v1Configuration({ deploymentConfig: {} }, registry({}).csv, 'a', false, release(version)).errors).toEqual(errors);
  });

  it.each([
    ['v1.10', false],
    ['v1.11', true],
  ])('%s annotates Pods with the namespace of their operator: %s', (version, isAnnotated) => {
    const [made] = deployments({ ...v1Context(registry({ deployments: [deployment('x')] })), release: release(version) });
    expect(JSON.stringify(made).includes('olm.operatorNamespace')).toBe(isAnnotated);
  });
});

describe('the default ClusterRoles', () => {
  const permits = (role: string, text: string, version: string, platform?: string): boolean => {
    const { roles } = defaultsFor({ objects: [], cluster: { versions: { kubeVersion: version }, ...(platform ? { platform } : {}) } });
    return JSON.stringify(roles.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === role)?.rules).includes(text);
  };

  it.each([
    ['system:basic-user', 'selfsubjectreviews', '1.27', false],
    ['system:basic-user', 'selfsubjectreviews', '1.28', true],
    ['system:aggregate-to-view', 'resourceclaims/status', '1.33', false],
    ['system:aggregate-to-view', 'resourceclaims/status', 'v1.34.1', true],
    ['system:aggregate-to-edit', 'resourceclaimtemplates', '1.33', false],
    ['system:aggregate-to-edit', 'resourceclaimtemplates', '1.34', true],
    ['system:aggregate-to-edit', 'events.k8s.io', '1.34', false],
    ['system:aggregate-to-edit', 'events.k8s.io', '1.35', true],
    ['system:monitoring', '/statusz', '1.35', false],
    ['system:monitoring', '/statusz', '1.36', true],
  ])('%s has %s in Kubernetes %s: %s', (role, text, version, has) => {
    expect(permits(role, text, version)).toBe(has);
  });

  it.each([
    ['openshift', '1.33', true],
    ['openshift', '1.34', false],
    ['olm', '1.33', false],
  ])('edit writes endpoints on %s with Kubernetes %s: %s', (platform, version, has) => {
    expect(permits('system:aggregate-to-edit', '"endpoints"', version, platform)).toBe(has);
  });

  it('are those of 1.32 where nobody says otherwise, as of 1.32', () => {
    expect(defaultsFor({ objects: [], cluster: { versions: { kubeVersion: '1.32' } } })).toEqual(defaultsFor({ objects: [] }));
  });

  it('are those of the version that is set', () => {
    const input = folderOf({
      'input.yaml': `apiVersion: v1
kind: Namespace
metadata: {name: team}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: team}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: readers}]
`,
    });
    const readers = (version: string): string =>
      cli(['who-can', 'get', 'resourceclaims.resource.k8s.io', input, '--kube-version', version]).out;
    expect(readers('1.33')).not.toContain('Group readers');
    expect(readers('1.34')).toContain('Group readers');
  });
});
