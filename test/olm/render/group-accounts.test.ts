import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { PolicyRule } from '../../../src/base/kubernetes/policy-rule.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { csv, group, namespace, serviceAccount, subscription } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { cli, manifests } from '../../support/command-line.js';
import { contentOf, folderOf } from '../../support/files.js';
import { databaseFields } from '../../support/installing.js';
import { allow, binding, role } from '../../support/rbac.js';

const ACCOUNT = { kind: 'ServiceAccount', namespace: 'team', name: 'scoped' };
const GROUP = group('team/team', { targets: ['team'], serviceAccountName: 'scoped' });
const RBAC = 'rbac.authorization.k8s.io';
const rule = (verbs: string, apiGroup: string, resources: string): PolicyRule => allow(verbs, resources, { apiGroups: [apiGroup] });

/** The permissions of the operator `db`, and the modes that suit the group. */
const fields = databaseFields();
const BUNDLE = bundleFiles('db/1.0.0', fields);
const FIRST = [namespace('team'), serviceAccount('team/scoped'), GROUP];
/** All that the account creates and changes, and nothing that the operator gets. */
const WRITES = [rule('*', 'operators.coreos.com', '*'), rule('*', 'apps', '*'), rule('*', '', 'services,secrets,serviceaccounts')];
const WRITES_ROLES = rule('create,get,update,patch,delete,bind', RBAC, 'roles,rolebindings,clusterroles,clusterrolebindings');
const WEBHOOKS = rule('*', 'admissionregistration.k8s.io', '*');

const held = (...rules: readonly PolicyRule[]): KubernetesObject[] => [
  role('scoped', ...rules),
  binding('scoped', 'ClusterRole/scoped', ACCOUNT),
];

const folder = (...objects: readonly KubernetesObject[]): string => folderOf({ 'all.yaml': manifests(...FIRST, ...objects), ...BUNDLE });
const evaluated = (olmVersion: string, ...objects: readonly KubernetesObject[]) =>
  evaluate(readInput([folder(...objects)]).cluster, { olmVersion });
const told = (olmVersion: string, ...objects: readonly KubernetesObject[]) => {
  const { findings, resolution } = evaluated(olmVersion, ...objects);
  const [found, ...others] = findings.filter(({ id }) => id === 'group-account-lacks-permissions');
  expect(others).toEqual([]);
  return { found, verdict: resolution.csvs[0]?.verdict };
};
const SUBSCRIBED = subscription('team/db', { packageName: 'db' });

describe('the ServiceAccount of an OperatorGroup', () => {
  it('has no CSV created by the InstallPlan where it has no permissions, which is tried again', () => {
    const { found, verdict } = told('v0.30', SUBSCRIBED);
    expect(verdict).toMatchObject({ phase: '', neverSynced: 'InstallPlanRefused' });
    expect(found).toMatchObject({ severity: 'error', verdict: true, subject: { kind: 'ClusterServiceVersion', name: 'db.v1.0.0' } });
    expect(found?.message).toContain(
      'the InstallPlan of the operator is not carried out: retrying execution due to error: error creating csv db.v1.0.0: ' +
        'clusterserviceversions.operators.coreos.com is forbidden: User "system:serviceaccount:team:scoped" cannot create resource ' +
        '"clusterserviceversions" in API group "operators.coreos.com" in the namespace "team". It lacks: ',
    );
    for (const text of [
      `Namespace:"team" APIGroups:[] Resources:[pods] Verbs:[get]`,
      `Namespace:"team" APIGroups:[${RBAC}] Resources:[roles] Verbs:[create]`,
      'Namespace:"team" APIGroups:[apps] Resources:[deployments] ResourceNames:[db] Verbs:[get]',
      'Namespace:"" APIGroups:[admissionregistration.k8s.io] Resources:[validatingwebhookconfigurations] Verbs:[create,list]',
    ])
      expect(found?.message).toContain(text);
    // OLM installs CRDs itself.
    expect(found?.message).not.toContain('customresourcedefinitions');
  });

  it('gives no more than it has: the permissions of the operator, or `escalate`', () => {
    const { found } = told('v0.46', SUBSCRIBED, ...held(...WRITES, WRITES_ROLES, WEBHOOKS));
    expect(found?.message).toContain('is attempting to grant RBAC permissions not currently held');
    expect(found?.message.split('It lacks: ')[1]).toBe('Namespace:"team" APIGroups:[] Resources:[pods] Verbs:[get]');
    expect(told('v0.46', SUBSCRIBED, ...held(...WRITES, WRITES_ROLES, WEBHOOKS, allow('get', 'pods'))).verdict?.phase).toBe('Succeeded');
    const escalate = rule('escalate', RBAC, 'roles');
    expect(told('v0.46', SUBSCRIBED, ...held(...WRITES, WRITES_ROLES, WEBHOOKS, escalate)).found).toBeUndefined();
  });

  it('fails a CSV that it may create and not install, for good', () => {
    const forPlan = [rule('*', 'operators.coreos.com', '*'), rule('*', '', 'serviceaccounts'), WRITES_ROLES, allow('get', 'pods')];
    const forCertificates = [rule('*', '', 'services,secrets'), WEBHOOKS];
    const { found, verdict } = told('v0.30', SUBSCRIBED, ...held(...forPlan, ...forCertificates));
    expect(verdict).toMatchObject({ phase: 'Failed', reason: 'InstallComponentFailedNoRetry' });
    expect(verdict?.message).toBe(
      'install strategy failed: install strategy failed: deployments.apps "db" is forbidden: User "system:serviceaccount:team:scoped" ' +
        'cannot get resource "deployments" in API group "apps" in the namespace "team"',
    );
    expect(found?.message).toContain('and OLM fails the operator');
  });

  // Only what installDeployments is refused becomes StrategyErrInsufficientPermissions (OLM's install/deployment.go, Install).
  it('fails a CSV whose certificates it may not write again and again', () => {
    const forPlan = [rule('*', 'operators.coreos.com', '*'), rule('*', '', 'serviceaccounts'), WRITES_ROLES, allow('get', 'pods')];
    const { resolution } = evaluated('v0.30', SUBSCRIBED, ...held(...forPlan, rule('*', 'apps', 'deployments')));
    expect(resolution.csvs).toMatchObject([
      { certainty: 'unstable', verdict: { phase: 'Failed', reason: 'InstallComponentFailed' }, lacking: { isRetried: true } },
    ]);
    expect(resolution.csvs[0]?.verdict.message).toMatch(/^install strategy failed: services "\S+" is forbidden: /);
  });

  // transitionCSVState deletes a CSV only after what replaces it has succeeded, and a failed one yields in no group but one that fails forward.
  it.each([
    [
      'stops a chain of replacements at its first CSV',
      undefined,
      { 'own.v1': 'Failed/InstallComponentFailedNoRetry', 'own.v2': 'Pending/RequirementsUnknown' },
    ],
    [
      'stops it at its last CSV where the group fails forward',
      'TechPreviewUnsafeFailForward',
      { 'own.v1': 'Replacing/BeingReplaced', 'own.v2': 'Failed/InstallComponentFailedNoRetry' },
    ],
  ])('%s', (_, upgradeStrategy, expected) => {
    const [, , asGiven] = FIRST;
    const given = asGiven as KubernetesObject & { spec: object };
    const own = { ...given, spec: { ...given.spec, ...(upgradeStrategy ? { upgradeStrategy } : {}) } };
    const versions = [
      csv('team/own.v1', { deployments: ['own'] }),
      csv('team/own.v2', { deployments: ['own'], spec: { replaces: 'own.v1' } }),
    ];
    const all = manifests(namespace('team'), serviceAccount('team/scoped'), own, ...versions);
    const { resolution } = evaluate(readInput([folderOf({ 'all.yaml': all })]).cluster, { olmVersion: 'v0.30' });
    expect(Object.fromEntries(resolution.csvs.map(({ csv: { name }, verdict }) => [name, `${verdict.phase}/${verdict.reason}`]))).toEqual(
      expected,
    );
    expect(resolution.replaced).toEqual([]);
    // OLM may see own.v2 first, and installs it then as a CSV without a predecessor.
    expect(resolution.csvs[0]?.certainty).toBe('certain');
  });

  it('keeps the old CSV where it refuses the InstallPlan of the new one', () => {
    const old = csv('team/db.v0.9.0', { deployments: ['db'] });
    const next = bundleFiles('db/1.0.0', { ...fields, spec: { ...fields.spec, replaces: 'db.v0.9.0' } });
    const all = manifests(...FIRST, ...held(rule('*', 'apps', '*')), old, SUBSCRIBED);
    const { resolution } = evaluate(readInput([folderOf({ 'all.yaml': all, ...next })]).cluster, { olmVersion: 'v0.30' });
    expect(resolution.csvs.map(({ csv: { name }, verdict }) => [name, verdict.neverSynced ?? verdict.phase])).toEqual([
      ['db.v0.9.0', 'Succeeded'],
      ['db.v1.0.0', 'InstallPlanRefused'],
    ]);
  });

  it('needs no InstallPlan for a CSV of the input', () => {
    const own = csv('team/own', { deployments: ['own'], permissions: true });
    const { resolution } = evaluated('v0.30', own, ...held(rule('get,create', 'apps', 'deployments')));
    expect(resolution.csvs.map(({ verdict }) => verdict.phase)).toEqual(['Succeeded']);
    expect(told('v0.30', own).found?.message).toMatch(/Namespace:"team" APIGroups:\[apps\] Resources:\[deployments\] Verbs:\[create\]$/);
  });

  it('perhaps has what a role gives that is not in the input', () => {
    const { found, verdict } = told('v0.30', SUBSCRIBED, binding('scoped', 'ClusterRole/elsewhere', ACCOUNT));
    expect(found?.severity).toBe('warning');
    expect(verdict?.phase).toBe('Succeeded');
  });

  it('is nobody where the group names none', () => {
    const cluster = readInput([
      folderOf({ 'all.yaml': manifests(namespace('team'), group('team/team', { targets: ['team'] }), SUBSCRIBED), ...BUNDLE }),
    ]).cluster;
    expect(evaluate(cluster).resolution.csvs[0]?.verdict.phase).toBe('Succeeded');
  });
});

describe('render --installers', () => {
  it('writes roles with which the account installs the operator, and nothing lacks', () => {
    const input = folder(SUBSCRIBED);
    const output = folderOf({});
    expect(cli(['check', input]).code).toBe(1);
    expect(cli(['render', input, '-o', output, '--installers']).code).toBe(0);
    const { 'installers.k8s.yaml': written = '', 'kustomization.yaml': kustomization } = contentOf(output);
    expect(written).toContain('cdk8s-olm:installer:team:scoped');
    expect(written).not.toContain('escalate');
    expect(kustomization).not.toContain('installers');
    const whole = folderOf({ 'all.yaml': `${manifests(...FIRST, SUBSCRIBED)}---\n${written}`, ...BUNDLE });
    expect(cli(['check', whole]).out).not.toContain('group-account-lacks-permissions');
    expect(cli(['check', whole]).code).toBe(0);
  });

  it('needs the folder of --output', () => {
    expect(cli(['render', folder(SUBSCRIBED), '--installers'])).toMatchObject({ code: 2, err: expect.stringContaining('needs option') });
  });
});

describe('a review of a group that gets a ServiceAccount without permissions', () => {
  it('says that its operators fail', () => {
    const before = folderOf({
      'all.yaml': manifests(namespace('team'), serviceAccount('team/scoped'), group('team/team', { targets: ['team'] }), SUBSCRIBED),
      ...BUNDLE,
    });
    const { code, out } = cli(['review', before, folder(SUBSCRIBED)]);
    expect(code).toBe(1);
    // The version of BASE stays, and OLM installs its objects again with the account.
    expect(out).toMatch(
      /^Breaks: ClusterServiceVersion team\/db\.v1\.0\.0: .*install strategy failed: services "db-service" is forbidden/m,
    );
  });
});
