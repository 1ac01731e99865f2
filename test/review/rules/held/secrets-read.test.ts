import { describe, expect, it } from 'vitest';
import { secretsRead } from '../../../../src/review/rules/held/secrets.js';
import { said, saidOf, saidOfAccountIn, testsOfHeldRule } from '../../../support/held-rule.js';
import { bind, role, rule } from '../../../support/rbac-in-short.js';

describe('secrets-read', () => {
  testsOfHeldRule(secretsRead, rule('get list watch', 'secrets'));

  it('counts a wildcard for verbs as reading', () => {
    expect(saidOf(secretsRead, rule('*', 'configmaps secrets'))).toEqual([
      'error: ServiceAccount op/manager can get, list and watch secrets in all namespaces',
    ]);
  });

  it('is a warning for an account outside its namespace', () => {
    expect(saidOfAccountIn(secretsRead, 'team', rule('list', 'secrets'))).toEqual([
      'warning: ServiceAccount op/manager can list secrets in team',
    ]);
  });

  it('is a note for an account in its namespace', () => {
    expect(saidOfAccountIn(secretsRead, 'op', rule('list', 'secrets'))).toEqual(['info: ServiceAccount op/manager can list secrets in op']);
  });

  it('is an error in kube-system', () => {
    expect(saidOfAccountIn(secretsRead, 'kube-system', rule('get', 'secrets'))).toEqual([
      'error: ServiceAccount op/manager can get secrets in kube-system',
    ]);
  });

  it('is a note for people in a namespace', () => {
    expect(said(secretsRead, role('team/r', [rule('get', 'secrets')]), bind('team/b', 'Role/r', 'Group devs'))).toEqual([
      'info: Group devs can get secrets in team',
    ]);
  });

  it('is a warning for one by name in kube-system, from elsewhere', () => {
    expect(saidOfAccountIn(secretsRead, 'kube-system', rule('get', 'secrets', '', ['bootstrap-token-abcdef']))).toEqual([
      'warning: ServiceAccount op/manager can get secrets named bootstrap-token-abcdef in kube-system',
    ]);
    const own = [
      role('kube-system/r', [rule('get', 'secrets', '', ['mine'])]),
      bind('kube-system/b', 'Role/r', 'ServiceAccount kube-system/a'),
    ];
    expect(said(secretsRead, ...own)).toEqual([]);
  });

  it('says nothing of named Secrets', () => {
    expect(saidOf(secretsRead, rule('get', 'secrets', '', ['mine']))).toEqual([]);
  });

  it('says nothing of writing', () => {
    expect(saidOf(secretsRead, rule('create update patch delete', 'secrets'))).toEqual([]);
  });

  it('keeps namespaces apart where a subject may do different things', () => {
    const roles = [
      role('get', [rule('get', 'secrets')]),
      role('list', [rule('list', 'secrets')]),
      role('both', [rule('get list', 'secrets')]),
    ];
    const bindings = [
      bind('a/b', 'get', 'User eve'),
      bind('b/b', 'get', 'User eve'),
      bind('b/c', 'list', 'User eve'),
      bind('c/b', 'both', 'User eve'),
    ];
    expect(said(secretsRead, ...roles, ...bindings)).toEqual([
      'info: User eve can get secrets in a',
      'info: User eve can get and list secrets in b and c',
    ]);
  });

  it('names one subject once, in all its namespaces', () => {
    expect(
      said(secretsRead, role('r', [rule('get', 'secrets')]), ...['d', 'c', 'b', 'a'].map((name) => bind(`${name}/b`, 'r', 'User eve'))),
    ).toEqual(['info: User eve can get secrets in a, b, c and d']);
  });

  it('names the whole cluster alone where a subject holds the right in namespaces, too', () => {
    expect(said(secretsRead, role('r', [rule('get', 'secrets')]), bind('team/b', 'r', 'User eve'), bind('b', 'r', 'User eve'))).toEqual([
      'error: User eve can get secrets in all namespaces',
    ]);
  });

  it('counts PushSecrets, which copy Secrets out of the cluster', () => {
    expect(saidOf(secretsRead, rule('create', 'pushsecrets', 'external-secrets.io'))).toEqual([
      'error: ServiceAccount op/manager can create pushsecrets.external-secrets.io in all namespaces',
    ]);
    expect(saidOf(secretsRead, rule('get', 'pushsecrets', 'external-secrets.io'))).toEqual([]);
  });

  it('counts Secrets that everybody knows by name', () => {
    const named = (name: string) => rule('get', 'secrets', '', [name]);
    expect(saidOfAccountIn(secretsRead, 'openshift-kube-apiserver', named('node-kubeconfigs'))).toEqual([
      'error: ServiceAccount op/manager can get secrets named node-kubeconfigs in openshift-kube-apiserver',
    ]);
    expect(saidOfAccountIn(secretsRead, 'argocd', named('argocd-secret'))).toEqual([
      'error: ServiceAccount op/manager can get secrets named argocd-secret in argocd',
    ]);
    expect(saidOfAccountIn(secretsRead, 'team', named('node-kubeconfigs'))).toEqual([]);
  });
});
