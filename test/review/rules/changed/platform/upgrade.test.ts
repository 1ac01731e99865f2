import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import type { PlatformSetting } from '../../../../../src/olm/model/platform.js';
import { readState } from '../../../../../src/repository/read/read-state.js';
import { platformUpgrade, removedApi } from '../../../../../src/review/rules/changed/platform/upgrade.js';
import { csv, group, namespace } from '../../../../support/build.js';
import { cli, manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';
import { sides } from '../../../../support/states.js';

/** What is told where these objects stay and the cluster is upgraded. */
function told(
  from: PlatformSetting,
  to: PlatformSetting,
  objects: readonly KubernetesObject[],
  after: readonly KubernetesObject[] = objects,
): [severity: string, kind: string, message: string][] {
  const state = (platform: PlatformSetting, of: readonly KubernetesObject[]) =>
    readState([folderOf({ 'input.yaml': manifests(...of) })], { profile: 'olm', platform });
  const [base, head] = [state(from, objects), state(to, after)];
  if (!base.state || !head.state) throw new Error(JSON.stringify([base.problems, head.problems]));
  return platformUpgrade.compare(...sides(base.state, head.state)).map(({ severity, rule, message }) => [severity, rule.id, message]);
}

const TEAM = [namespace('team'), group('team/team')];
const limited = (name: string, max: string): KubernetesObject => {
  const operator = csv(`team/${name}`);
  return {
    ...operator,
    metadata: {
      ...operator.metadata,
      annotations: { 'olm.properties': JSON.stringify([{ type: 'olm.maxOpenShiftVersion', value: max }]) },
    },
  };
};

describe('an upgrade of OLM v1 across v1.11', () => {
  const extension = (account?: string): KubernetesObject => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'db' },
    spec: {
      namespace: 'ops',
      ...(account ? { serviceAccount: { name: account } } : {}),
      source: { sourceType: 'Catalog', catalog: { packageName: 'db' } },
    },
  });
  const review = (from: string, to: string, account?: string) => {
    const folder = folderOf({ 'input.yaml': manifests(namespace('ops'), extension(account)) });
    return cli(['review', folder, folder, '--olm-version', from, '--head-olm-version', to]);
  };

  it('takes the ServiceAccount from a ClusterExtension and installs as cluster-admin', () => {
    const { out } = review('v1.10', 'v1.11', 'installer');
    expect(out).toContain('it was OLM v1.10 and Kubernetes');
    expect(out).toContain('OLM v1 ignores the ServiceAccount ops/installer and installs it as cluster-admin');
    expect(out).not.toContain('No change in meaning');
  });

  it('is told the other way round, too, and not elsewhere', () => {
    expect(review('v1.11', 'v1.10', 'installer').out).toContain(
      'OLM v1 installs it with the permissions of the ServiceAccount ops/installer, and no longer as cluster-admin',
    );
    expect(review('v1.9', 'v1.10', 'installer').out).not.toContain('cluster-admin');
    expect(review('v1.10', 'v1.11').out).not.toContain('as cluster-admin');
  });

  it('is a warning of its own', () => {
    const state = (olmVersion: string) => {
      const { state: read } = readState([folderOf({ 'input.yaml': manifests(namespace('ops'), extension('installer')) })], { olmVersion });
      if (!read) throw new Error('not read');
      return read;
    };
    const found = platformUpgrade.compare(...sides(state('v1.10'), state('v1.11')));
    expect(found.map(({ severity, rule }) => [severity, rule.id])).toEqual([
      ['info', 'platform-upgraded'],
      ['warning', 'installer-changed'],
    ]);
  });
});

describe('an upgrade of the platform', () => {
  it('is none where both states are of the same versions', () => {
    expect(told('openshift@4.18', 'openshift@4.18', [...TEAM, limited('etcd.v1', '4.10')])).toEqual([]);
  });

  it('is told with both versions', () => {
    expect(told('openshift@4.16', 'openshift@4.17', TEAM)).toEqual([
      ['info', 'platform-upgraded', 'it was OpenShift 4.16 and Kubernetes 1.29'],
    ]);
  });

  it.each([
    ['4.16', 'error'],
    ['4.17', undefined],
  ])('is held up by an operator that allows OpenShift up to %s', (max, severity) => {
    const blocked = told('openshift@4.16', 'openshift@4.17', [...TEAM, limited('etcd.v1', max)]).filter(
      ([, kind]) => kind === 'upgrade-blocked',
    );
    const message = `OpenShift is not upgraded to 4.17 while it is installed (olm.maxOpenShiftVersion ${max})`;
    expect(blocked).toEqual(severity === undefined ? [] : [[severity, 'upgrade-blocked', message]]);
  });

  it('is held up less by one that HEAD replaces', () => {
    const [, blocked] = told(
      'openshift@4.16',
      'openshift@4.17',
      [...TEAM, limited('etcd.v1', '4.16')],
      [...TEAM, limited('etcd.v2', '4.17')],
    );
    expect(blocked).toEqual(['warning', 'upgrade-blocked', expect.stringContaining('HEAD has it no more: apply HEAD before the upgrade')]);
  });

  it.each([
    ['openshift@4.15', 'openshift@4.16', true],
    ['openshift@4.16', 'openshift@4.17', false],
  ] as const)('removes APIs of Kubernetes: %s to %s', (from, to, isRemoved) => {
    const schema = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2', kind: 'FlowSchema', metadata: { name: 'etcd' } };
    expect(told(from, to, [...TEAM, schema]).filter(([, kind]) => kind === 'api-removed')).toEqual(
      isRemoved
        ? [
            [
              'error',
              'api-removed',
              'flowcontrol.apiserver.k8s.io/v1beta2 is not served from Kubernetes 1.29 on; flowcontrol.apiserver.k8s.io/v1 replaces it',
            ],
          ]
        : [],
    );
  });

  it('knows of kinds that nothing replaces', () => {
    const policy = { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', metadata: { name: 'x' } };
    expect(removedApi(policy, '1.24', '1.25')).toEqual({ since: '1.25' });
    expect(removedApi(policy, '1.25', '1.26')).toBeUndefined();
  });

  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'developers', namespace: 'team' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'team-edit' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'developers' }],
  };

  it.each([
    ['openshift@4.14', 'openshift@4.15', 2],
    ['openshift@4.15', 'openshift@4.16', 0],
  ] as const)('names the roles of groups otherwise: %s to %s', (from, to, count) => {
    const renamed = told(from, to, [...TEAM, binding]).filter(([, kind]) => kind === 'role-renamed');
    expect(renamed).toHaveLength(count);
    if (count === 0) return;
    expect(renamed).toEqual([
      [
        'info',
        'role-renamed',
        expect.stringMatching(/^OLM calls 3 roles and bindings otherwise: ClusterRole team-admin becomes olm\.og\.team\.admin-/),
      ],
      ['warning', 'role-renamed', expect.stringMatching(/OLM calls the ClusterRole team-edit that it binds olm\.og\.team\.edit-/)],
    ]);
  });

  it.each([
    ['openshift@4.15', 'openshift@4.16', 1],
    ['openshift@4.16', 'openshift@4.17', 0],
  ] as const)('needs no Secret for the ServiceAccount of a group any more: %s to %s', (from, to, count) => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'installer', namespace: 'team' } };
    const own = { ...group('team/team'), spec: { serviceAccountName: 'installer' } };
    const messages = told(from, to, [namespace('team'), account, own]).map(([, , message]) => message);
    expect(messages.filter((message) => message.includes('no Secret with one'))).toHaveLength(count);
  });

  it.each([
    ['openshift@4.14', 'openshift@4.15', 'Failed'],
    ['openshift@4.15', 'openshift@4.16', 'none'],
  ] as const)('lets an operator run that asks for Kubernetes 1.28: %s to %s', (from, to, before) => {
    const operator = csv('team/etcd.v1');
    const asking = { ...operator, spec: { ...(operator.spec as object), minKubeVersion: '1.28.0' } };
    const input = folderOf({ 'input.yaml': manifests(...TEAM, asking) });
    const { out } = cli(['review', input, input, '--platform', from, '--head-platform', to, '--format', 'json']);
    const { findings } = JSON.parse(out) as { findings: { fixed: { id: string }[] } };
    expect(findings.fixed.map(({ id }) => id).includes('requirements-not-met')).toBe(before !== 'none');
  });
});
