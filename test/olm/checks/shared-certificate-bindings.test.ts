import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { Finding } from '../../../src/olm/model/finding.js';
import { certificateRoles } from '../../../src/olm/render/certificate-roles.js';
import { csv, group } from '../../support/build.js';
import { csvRef, findings, warning } from '../../support/findings.js';
import { contextOf } from '../../support/render.js';
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
          'a/operator and b/operator serve webhooks or APIServices from a Deployment manager, and OLM creates only one ' +
          'ClusterRoleBinding manager-service-system:auth-delegator and one RoleBinding kube-system/manager-service-auth-reader for them. ' +
          'Only the operator that OLM installs last can ask the API server who is calling',
        fix: 'bind the other accounts to the ClusterRole system:auth-delegator, and in kube-system to the Role extension-apiserver-authentication-reader',
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

describe('an operator that fails after OLM installed its certificate', () => {
  const owned = { name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget', deploymentName: 'manager' };
  const owning = (id: string): KubernetesObject => {
    const given = serving(id);
    return { ...given, spec: { ...(given.spec as object), apiservicedefinitions: { owned: [owned] } } };
  };
  const [first, second] = [owning('a/operator'), owning('b/operator')];

  it('has taken the bindings of the one that runs, and that is said', () => {
    const [only, ...more] = shared(first, second);
    expect(more).toEqual([]);
    expect([only?.subject, only?.related]).toEqual([csvRef('a', 'operator'), [csvRef('b', 'operator')]]);
    expect(only?.message).toMatch(/; this is b\/operator, which fails, and not a\/operator, which runs$/);
  });

  it('is the one that the bindings are rendered for, as OLM leaves them', () => {
    const context = contextOf(...groups, first, second);
    expect(context.resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InstallSucceeded', 'InstallComponentFailed']);
    const delegator = certificateRoles(context).find(({ object }) => object.kind === 'ClusterRoleBinding');
    expect(delegator?.owner).toEqual(csvRef('b', 'operator'));
  });

  it('has not where one that runs comes last', () => {
    expect(shared(first, second, serving('c/operator'))[0]?.message).toMatch(/who is calling$/);
  });
});

it('a Deployment that a CSV does not have gets no bindings, so that nobody loses them to it', () => {
  const claiming = csv('b/operator', { spec: { webhookdefinitions: [webhook('manager')] } });
  const made = certificateRoles(contextOf(...groups, serving('a/operator'), claiming));
  expect(made.map(({ owner }) => owner)).toEqual(Array(4).fill(csvRef('a', 'operator')));
});
