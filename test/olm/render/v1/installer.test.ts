import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../../src/base/kubernetes/policy-rule.js';
import { evaluate } from '../../../../src/olm/evaluate/evaluate.js';
import { readInput } from '../../../../src/repository/input/read-input.js';
import { namespace, serviceAccount } from '../../../support/build.js';
import { bundleFiles } from '../../../support/bundle-files.js';
import { manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';
import { databaseFields } from '../../../support/installing.js';
import { binding, role } from '../../../support/rbac.js';

const INSTALLER = { kind: 'ServiceAccount', namespace: 'ops', name: 'installer' };
const ALL: PolicyRule = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

const extension = (account = 'installer', spec: object = {}): KubernetesObject => ({
  apiVersion: 'olm.operatorframework.io/v1',
  kind: 'ClusterExtension',
  metadata: { name: 'db' },
  spec: {
    namespace: 'ops',
    ...(account ? { serviceAccount: { name: account } } : {}),
    source: { sourceType: 'Catalog', catalog: { packageName: 'db' } },
    ...spec,
  },
});

/** An operator that may delete all Pods at once, which nobody needs for installing it. */
const database = databaseFields();
const strategy = database.spec?.install as { spec: object };
const permissions = [{ serviceAccountName: 'db', rules: [{ verbs: ['get', 'deletecollection'], apiGroups: [''], resources: ['pods'] }] }];
const FIELDS = { ...database, spec: { ...database.spec, install: { strategy: 'deployment', spec: { ...strategy.spec, permissions } } } };

/** Findings about the account of a ClusterExtension beside these objects. */
const told = (olmVersion: string, ...objects: readonly KubernetesObject[]) => {
  const files = folderOf({ 'all.yaml': manifests(...objects), ...bundleFiles('db/1.0.0', FIELDS) });
  const { findings } = evaluate(readInput([files]).cluster, { profile: 'olm-v1', olmVersion });
  return findings.filter(({ id, message }) => id.startsWith('installer-') || message.includes('SyntheticPermissions'));
};
const shortly = (found: ReturnType<typeof told>): string[] => found.map(({ id, severity }) => `${severity} ${id}`);

/** The account with these rules in the whole cluster. */
const installer = (...rules: readonly PolicyRule[]): KubernetesObject[] => [
  namespace('ops'),
  serviceAccount('ops/installer'),
  role('installer', ...rules),
  binding('installer', 'ClusterRole/installer', INSTALLER),
];

describe('the ServiceAccount of a ClusterExtension', () => {
  it.each([
    ['v1.1', 'serviceaccounts "installer" not found'],
    ['v1.2', 'service account "installer" not found in namespace "ops": unable to authenticate with the Kubernetes cluster.'],
    ['v1.8', 'service account "installer" not found in namespace "ops": unable to authenticate with the Kubernetes cluster.'],
    [
      'v1.10',
      'operation cannot proceed due to the following validation error(s): service account "installer" not found in namespace "ops"',
    ],
  ])('is missed in the words of OLM %s', (release, words) => {
    const found = told(release, namespace('ops'), extension());
    expect(shortly(found)).toEqual(['error installer-not-found']);
    expect(found[0]?.message.endsWith(`it is not in the input: ${words}`)).toBe(true);
  });

  it('may be there where the input does not have its namespace either', () => {
    expect(shortly(told('v1.10', extension()))).toEqual(['warning installer-not-found']);
  });

  it('is not asked for from v1.11 on', () => {
    expect(told('v1.11', namespace('ops'), extension())).toEqual([]);
    expect(told('v1.10', ...installer(ALL), extension())).toEqual([]);
  });

  it('lacks all that the objects take where it has nothing: in the words of OLM v1.10', () => {
    const [found, ...others] = told('v1.10', namespace('ops'), serviceAccount('ops/installer'), extension());
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      id: 'installer-lacks-permissions',
      severity: 'error',
      subject: { kind: 'ClusterExtension', name: 'db' },
    });
    expect(found?.message).toContain('service account requires the following permissions to manage cluster extension: Namespace:""');
    for (const rule of [
      'Namespace:"" APIGroups:[apiextensions.k8s.io] Resources:[customresourcedefinitions] Verbs:[create,list,watch]',
      'Namespace:"ops" APIGroups:[apps] Resources:[deployments] ResourceNames:[db] Verbs:[delete,get,patch,update]',
      'Namespace:"ops" APIGroups:[apps] Resources:[deployments] Verbs:[create]',
    ])
      expect(found?.message).toContain(rule);
  });

  it('lacks one permission that the operator gets, and says that one', () => {
    const writes = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'patch', 'update', 'delete', 'create', 'list', 'watch'] };
    const [found] = told('v1.9', ...installer(writes), extension());
    expect(found?.message).toMatch(/extension: Namespace:"" APIGroups:\[\] Resources:\[pods\] Verbs:\[deletecollection\]$/);
  });

  it('passes without the feature gate and not with it, which counts no groups and no namespaces', () => {
    const group = { kind: 'Group', name: 'system:serviceaccounts:ops' };
    const held = [namespace('ops'), serviceAccount('ops/installer'), role('installer', ALL), binding('i', 'ClusterRole/installer', group)];
    const found = told('v1.10', ...held, extension());
    expect(shortly(found)).toEqual(['warning installer-lacks-permissions']);
    expect(found[0]?.message).toMatch(
      /^with the feature gate PreflightPermissions, OLM v1\.10 refuses to install it: pre-authorization failed: /,
    );
    expect(told('v1.2', ...held, extension())).toEqual([]);
  });

  it('perhaps has what a role gives that is not in the input', () => {
    const bound = [namespace('ops'), serviceAccount('ops/installer'), binding('i', 'ClusterRole/elsewhere', INSTALLER)];
    const found = told('v1.10', ...bound, extension());
    expect(shortly(found)).toEqual(['warning installer-lacks-permissions']);
    expect(found[0]?.message).toContain('it is bound to a role that is not in the input, which may give them');
  });

  it('stands for a user of its own where it is olm.synthetic-user', () => {
    const group = { kind: 'Group', name: 'olm:clusterextensions' };
    const held = [
      namespace('ops'),
      role('installer', ALL),
      binding('i', 'ClusterRole/installer', { kind: 'User', name: 'olm:clusterextension:db' }),
    ];
    expect(shortly(told('v1.10', ...held, extension('olm.synthetic-user')))).toEqual(['warning feature-gate-needed']);
    expect(shortly(told('v1.10', namespace('ops'), binding('i', 'ClusterRole/view', group), extension('olm.synthetic-user')))).toEqual([
      'warning feature-gate-needed',
      'error installer-lacks-permissions',
    ]);
    expect(shortly(told('v1.2', namespace('ops'), extension('olm.synthetic-user')))).toEqual(['error installer-not-found']);
  });

  it('is looked for also where the bundle is not known', () => {
    const unknown = { source: { sourceType: 'Catalog', catalog: { packageName: 'other' } } };
    expect(shortly(told('v1.10', namespace('ops'), extension('installer', unknown)))).toEqual(['error installer-not-found']);
    expect(told('v1.10', namespace('ops'), serviceAccount('ops/installer'), extension('installer', unknown))).toEqual([]);
  });
});
