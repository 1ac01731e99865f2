/** What changed from release to release of OLM and Kubernetes, on both sides of each version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultsFor } from '../../src/base/rbac/default-policy.js';
import { type OlmBehaviour, type OlmV1Behaviour, olmV1Release } from '../../src/olm/model/olm-version.js';
import { versionsOf } from '../../src/olm/model/versions.js';
import { olmConventions } from '../../src/olm/render/profile/olm.js';
import { deployments } from '../../src/olm/render/v1/generators.js';
import { neededFeatureGates, v1Configuration } from '../../src/olm/rules/v1/support.js';
import { csv, group, namespace, serviceAccount, subscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { databaseFields } from '../support/installing.js';
import { binding } from '../support/rbac.js';
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

describe('what a Subscription configures', () => {
  const deploymentOf = (olmVersion: string): string => {
    const input = folderOf({
      'input.yaml': manifests(namespace('ops'), group('ops/ops', { targets: ['ops'] }), {
        ...subscription('ops/db', { channel: 'stable', startingCSV: 'db.v1.0.0' }),
        spec: {
          ...(subscription('ops/db', { channel: 'stable', startingCSV: 'db.v1.0.0' }).spec as object),
          config: { annotations: { 'team.example.com/cost': 'x' }, envFrom: [{ configMapRef: { name: 'proxy-settings' } }] },
        },
      }),
      ...bundleFiles('db/1.0.0', databaseFields({})),
    });
    const { out, err } = cli([
      'render',
      input,
      '--install',
      '--profile',
      'olm',
      '--stdout',
      '--format',
      'json',
      '--olm-version',
      olmVersion,
    ]);
    expect(err).not.toContain('error');
    return JSON.stringify((JSON.parse(out) as { kind: string }[]).filter(({ kind }) => kind === 'Deployment'));
  };

  it.each([
    ['v0.26', false, false],
    ['v0.27', true, false],
    ['v0.28', true, true],
  ])('reaches Deployments of OLM %s: annotations %s, envFrom %s', (version, annotates, hasEnvFrom) => {
    const text = deploymentOf(version);
    expect(text).toContain('"kind":"Deployment"');
    expect([text.includes('team.example.com/cost'), text.includes('proxy-settings')]).toEqual([annotates, hasEnvFrom]);
  });
});

describe('spec.release of a CSV', () => {
  const plain = csv('ops/db.v1');
  const input = manifests(namespace('ops'), group('ops/ops', { targets: ['ops'] }), {
    ...plain,
    spec: { ...(plain.spec as object), release: '2' },
  });

  it.each([
    ['--olm-version', 'v0.38', false],
    ['--olm-version', 'v0.39', true],
    ['--platform', 'openshift@4.21', false],
    ['--platform', 'openshift@4.22', true],
  ])('%s %s has it: %s', (option, version, has) => {
    const folder = folderOf({ 'input.yaml': input });
    const { out, err } = cli(['render', folder, '--stdout', '--format', 'json', option, version]);
    expect(out.includes('"release"')).toBe(has);
    expect(err.includes('warning[unknown-field]')).toBe(!has);
    expect(err).not.toContain('CSV_UNKNOWN_FIELD');
  });
});

describe('a failed resolution', () => {
  // OLM hands its solver the Subscriptions from a map in every release; since v0.32 it sorts what it says of a contradiction.
  it.each(['v0.31', 'v0.32', 'v0.46'])('leaves to chance which of two upgrades comes, with OLM %s', (olmVersion) => {
    const [, ...documents] = readFileSync(join(import.meta.dirname, '../golden/resolver/order-two-upgrades/input.yaml'), 'utf8').split(
      /^---$/m,
    );
    // Only a dump says which versions are installed.
    const dump = documents.join('---').replaceAll(/^metadata:$/gm, 'metadata:\n  uid: d0c5');
    const input = folderOf({ 'input.yaml': dump });
    const { code, out } = cli(['check', input, '--olm-version', olmVersion]);
    expect(code).not.toBe(2);
    expect(out).toContain('outcome-left-to-chance');
  });
});

describe('names of groups that are not unique', () => {
  const found = (olmVersion: string, ...names: readonly string[]): string => {
    const objects = names.flatMap((name, index) => [
      namespace(`team-${index}`),
      group(`team-${index}/${name}`, { targets: [`team-${index}`] }),
    ]);
    const input = folderOf({ 'input.yaml': manifests(...objects) });
    return cli(['check', input, '--profile', 'olm', '--olm-version', olmVersion]).out;
  };

  it.each([
    ['v0.25', true],
    ['v0.26', false],
  ])('clash with OLM %s: %s', (olmVersion, clash) => {
    expect(found(olmVersion, 'same', 'same').includes('error[operator-group-name-shared]')).toBe(clash);
    expect(found(olmVersion, 'cluster').includes('error[cluster-role-name-reserved]')).toBe(clash);
  });
});

describe('the order of selectors', () => {
  it.each(['v0.32', 'v0.33'])('of a group role is no drift with OLM %s', (olmVersion) => {
    const owning = csv('ops/db.v1', { owns: ['Db.v1.example.com', 'Backup.v1.example.com'] });
    const folder = folderOf({ 'input.yaml': manifests(namespace('ops'), group('ops/ops', { targets: ['ops'] }), owning) });
    const own = ['--profile', 'olm', '--olm-version', olmVersion];
    type Role = { kind: string; metadata: object; aggregationRule?: { clusterRoleSelectors: unknown[] } };
    const rendered = JSON.parse(cli(['render', folder, '--stdout', '--format', 'json', ...own]).out) as Role[];
    const turned = rendered.map((object) => ({
      ...object,
      metadata: { ...object.metadata, uid: '1' },
      ...(object.aggregationRule
        ? { aggregationRule: { clusterRoleSelectors: object.aggregationRule.clusterRoleSelectors.toReversed() } }
        : {}),
    }));
    expect(turned.some(({ aggregationRule }) => (aggregationRule?.clusterRoleSelectors.length ?? 0) > 1)).toBe(true);
    const snapshot = folderOf({ 'cluster.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: turned }) });
    expect(cli(['drift', folder, '--snapshot', join(snapshot, 'cluster.json'), ...own]).out).toContain('no difference');
  });
});

describe('OLM v1', () => {
  const admin = binding('installer', 'ClusterRole/cluster-admin', { kind: 'ServiceAccount', namespace: 'ops', name: 'installer' });
  const extension = (spec: object): Record<string, string> => ({
    'input.yaml': manifests(namespace('ops'), serviceAccount('ops/installer'), admin, {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'db' },
      spec: { namespace: 'ops', source: { sourceType: 'Catalog', catalog: { packageName: 'db' } }, ...spec },
    }),
  });

  it.each([
    ['v1.10', 1],
    ['v1.11', 0],
  ])('%s installs without spec.serviceAccount: exit code %i', (olmVersion, exit) => {
    const input = folderOf({ ...extension({}), ...bundleFiles('db/1.0.0', databaseFields({})) });
    const { code, err } = cli(['render', input, '--profile', 'olm-v1', '--stdout', '--olm-version', olmVersion]);
    expect(code).toBe(exit);
    expect(err.includes('installs with the permissions of a ServiceAccount, and the ClusterExtension names none')).toBe(exit === 1);
  });

  it.each([
    ['v1.4', 1],
    ['v1.5', 0],
  ])('%s reads spec.config.inline: exit code %i', (olmVersion, exit) => {
    const spec = { serviceAccount: { name: 'installer' }, config: { configType: 'Inline', inline: { watchNamespace: 'ops' } } };
    const own = databaseFields({ spec: { installModes: [{ type: 'OwnNamespace', supported: true }] } });
    const input = folderOf({ ...extension(spec), ...bundleFiles('db/1.0.0', own) });
    const { code, err } = cli(['render', input, '--profile', 'olm-v1', '--stdout', '--olm-version', olmVersion]);
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: exit, err: exit === 0 ? '' : expect.stringContaining('watchNamespace') });
  });

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
    ['system:monitoring', '/metrics/slis', '1.25', false],
    ['system:monitoring', '/metrics/slis', '1.26', true],
    ['system:monitoring', '/readyz', '1.25', true],
    ['system:kubelet-api-admin', 'nodes/spec', '1.26', true],
    ['system:kubelet-api-admin', 'nodes/spec', '1.27', false],
    ['system:kubelet-api-admin', 'nodes/configz', '1.32', false],
    ['system:kubelet-api-admin', 'nodes/configz', '1.33', true],
    ['system:monitoring', 'nodes/metrics', '1.33', false],
    ['system:monitoring', 'nodes/metrics', '1.34', true],
    ['system:aggregate-to-view', 'events.k8s.io', '1.34', false],
    ['system:aggregate-to-view', 'events.k8s.io', '1.35', true],
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

/** Where each behaviour is tested on both sides of its version: with the type, one that comes has to be entered here. */
const TESTED: Readonly<Record<OlmBehaviour | OlmV1Behaviour, readonly [file: string, name: string]>> = {
  subscriptionConfigAnnotations: ['against-olm/behaviours-by-version.test.ts', 'reaches Deployments of OLM'],
  subscriptionConfigEnvFrom: ['against-olm/behaviours-by-version.test.ts', 'reaches Deployments of OLM'],
  csvCleanupFinalizer: ['review/rules/changed/platform/begun.test.ts', 'the finalizer of CSVs'],
  tokenRequest: ['review/rules/changed/platform/begun.test.ts', 'tokens of groups'],
  sortedResolver: ['review/rules/changed/platform/begun.test.ts', 'the order of a failed resolution'],
  networkPolicyInBundles: ['olm/rules/bundle-kinds.test.ts', 'NetworkPolicy'],
  consolePluginInBundles: ['olm/rules/bundle-kinds.test.ts', 'ConsolePlugin'],
  sortedGroupRoleSelectors: ['against-olm/behaviours-by-version.test.ts', 'of a group role is no drift with OLM'],
  serviceAccountAnnotationsKept: ['review/rules/changed/platform/begun.test.ts', 'annotations of ServiceAccounts'],
  apiServiceDisruptionTolerated: ['review/rules/changed/platform/begun.test.ts', 'APIServices while Pods restart'],
  csvSpecRelease: ['against-olm/behaviours-by-version.test.ts', 'spec.release of a CSV'],
  max423Is50: ['review/rules/changed/platform/max-openshift.test.ts', 'takes 4.23 for 5.0'],
  configuresWatchNamespace: ['against-olm/behaviours-by-version.test.ts', 'reads spec.config.inline'],
  webhooks: ['against-olm/behaviours-by-version.test.ts', 'needs for webhooks the gates'],
  singleAndOwnNamespace: ['against-olm/behaviours-by-version.test.ts', 'needs for one namespace the gates'],
  configuresDeployments: ['against-olm/behaviours-by-version.test.ts', 'configures Deployments, or says'],
  needsServiceAccount: ['against-olm/behaviours-by-version.test.ts', 'installs without spec.serviceAccount'],
  namesMissingAccount: ['olm/render/v1/installer.test.ts', 'is missed in the words of OLM'],
  validatesAccount: ['olm/render/v1/installer.test.ts', 'is missed in the words of OLM'],
  preflightPermissions: ['olm/render/v1/installer.test.ts', 'passes without the feature gate and not with it'],
  syntheticPermissions: ['olm/render/v1/installer.test.ts', 'stands for a user of its own'],
  annotatesOperatorNamespace: ['against-olm/behaviours-by-version.test.ts', 'annotates Pods with the namespace of their operator'],
};

it.each(Object.entries(TESTED))('%s is tested on both sides of its version', (_, [file, name]) => {
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(name);
});
