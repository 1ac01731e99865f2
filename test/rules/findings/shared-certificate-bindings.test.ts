import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.js';
import type { KubernetesObject } from '../../../src/model/kubernetes-object.js';
import { csv, group } from '../../support/build.js';
import { csvRef, findings, warning } from '../../support/findings.js';
import { serving, webhook } from '../../support/serving.js';

const groups = ['a', 'b', 'c'].map((name) => group(`${name}/group`, { targets: [name] }));

function shared(...csvs: readonly KubernetesObject[]): Finding[] {
  return findings(...groups, ...csvs).filter(({ id }) => id === 'certificate-bindings-shared');
}

describe('operators of several namespaces that serve webhooks from Deployments of one name', () => {
  it('certificate-bindings-shared', () => {
    expect(findings(...groups, serving('a/operator'), serving('b/operator'), serving('c/other', { deployment: 'webhook' }))).toEqual([
      warning({
        id: 'certificate-bindings-shared',
        subject: csvRef('a', 'operator'),
        message:
          'a/operator and b/operator each serve webhooks or APIServices from a Deployment manager, and OLM gives them one ' +
          'ClusterRoleBinding manager-service-system:auth-delegator and one RoleBinding kube-system/manager-service-auth-reader: ' +
          'only the one that it installs last may ask the API server who is calling',
        fix: 'bind the ClusterRole system:auth-delegator, and in kube-system the Role extension-apiserver-authentication-reader, to the other accounts yourself',
        related: [csvRef('b', 'operator')],
      }),
    ]);
  });

  it('share them, however many they are', () => {
    expect(shared(serving('a/operator'), serving('b/operator'), serving('c/operator')).map(({ related }) => related)).toEqual([
      [csvRef('b', 'operator'), csvRef('c', 'operator')],
    ]);
  });

  it('do not share them with one that does not run, or does not serve', () => {
    const unsupported = serving('b/operator');
    const spec = { ...(unsupported.spec as object), installModes: [] };
    expect(shared(serving('a/operator'), { ...unsupported, spec })).toEqual([]);
    expect(shared(serving('a/operator'), csv('b/operator', { deployments: ['manager'] }))).toEqual([]);
    expect(shared(serving('a/operator'), csv('b/operator', { spec: { webhookdefinitions: [webhook('manager')] } }))).toEqual([]);
  });

  it('are not those of one namespace, which take turns with the Deployment itself', () => {
    expect(shared(serving('a/operator'), serving('a/second'))).toEqual([]);
  });
});
