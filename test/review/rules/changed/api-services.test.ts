import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { apiServices } from '../../../../src/review/rules/changed/api-services.js';
import { sides } from '../../../support/states.js';
import { operatorState, pod } from '../../../support/workloads.js';

const texts = (...args: Parameters<typeof sides>) =>
  apiServices.compare(...sides(...args)).map(({ severity, message }) => `${severity}: ${message}`);
const NONE = operatorState('etcd.v1', pod());
const owned = (name: string, fields: object = {}) =>
  operatorState(name, pod(), {
    replaces: 'etcd.v1',
    apiservicedefinitions: {
      owned: [{ name: 'etcds', group: 'etcd.example.com', version: 'v1', kind: 'Etcd', deploymentName: 'manager', ...fields }],
    },
  });
const given = (spec: object, name = 'v1.etcd.example.com') => {
  const service: KubernetesObject = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: { service: { namespace: 'op', name: 'api' }, groupPriorityMinimum: 2000, versionPriority: 15, ...spec },
  };
  return operatorState('etcd.v1', pod(), {}, service);
};

describe('APIServices', () => {
  it('tells of one that comes, and of one that goes', () => {
    expect(texts(NONE, owned('etcd.v1'))).toEqual(['info: all requests to the API v1.etcd.example.com go to Deployment op/manager']);
    expect(texts(NONE, given({}))).toEqual(['info: all requests to the API v1.etcd.example.com go to Service op/api']);
    expect(texts(owned('etcd.v1'), NONE)).toEqual(['info: the API v1.etcd.example.com, which Deployment op/manager served, is gone']);
    expect(texts(owned('etcd.v1'), owned('etcd.v2'))).toEqual([]);
  });

  it('leaves nothing of one that goes to be told elsewhere', () => {
    const [gone] = apiServices.compare(...sides(owned('etcd.v1'), NONE));
    expect(gone?.claims).toEqual([['spec', 'apiservicedefinitions', 'owned', 'etcds']]);
  });

  it('makes an error of one that answers for a group of Kubernetes', () => {
    for (const name of ['v1.', 'v1.rbac.authorization.k8s.io'])
      expect(texts(NONE, given({}, name))).toEqual([`error: all requests to the API ${name} go to Service op/api`]);
    expect(texts(NONE, given({ service: null }, 'v1.apps'))).toEqual(['info: all requests to the API v1.apps go to the API server']);
    expect(texts(given({ service: null }, 'v1.apps'), given({}, 'v1.apps'))).toEqual([
      'error: all requests to the API v1.apps go to Service op/api instead of the API server',
    ]);
  });

  it.each(['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io', 'any.kubernetes.io'])(
    'warns of a CSV that serves the group %s, which parts of the cluster ask',
    (group) => {
      expect(texts(NONE, owned('etcd.v1', { group }))).toEqual([
        `warning: all requests to the API v1.${group} go to Deployment op/manager, and parts of the cluster ask ${group}, whose name belongs to Kubernetes`,
      ]);
    },
  );

  it('warns of a CSV that serves the group of a CRD that is not its own', () => {
    const crd = (name: string): KubernetesObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${name}.etcd.example.com` },
      spec: {
        group: 'etcd.example.com',
        names: { plural: name, kind: 'Other' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    });
    const description = { customresourcedefinitions: { owned: [{ name: 'owns.etcd.example.com', kind: 'Other', version: 'v1' }] } };
    const served = { owned: [{ name: 'etcds', group: 'etcd.example.com', version: 'v1', kind: 'Etcd', deploymentName: 'manager' }] };
    const at = (name: string) => operatorState('etcd.v1', pod(), { ...description, apiservicedefinitions: served }, crd(name));
    expect(texts(NONE, at('others'))).toEqual([
      'warning: all requests to the API v1.etcd.example.com go to Deployment op/manager, and CustomResourceDefinition others.etcd.example.com, which is not its own, has the same group',
    ]);
    expect(texts(NONE, at('owns'))).toEqual(['info: all requests to the API v1.etcd.example.com go to Deployment op/manager']);
  });

  it('warns of one whose server nobody checks, and of one that clients prefer to Kubernetes', () => {
    expect(texts(NONE, given({ insecureSkipTLSVerify: true, groupPriorityMinimum: 19_000 }))).toEqual([
      'warning: all requests to the API v1.etcd.example.com go to Service op/api without a check of its certificate (insecureSkipTLSVerify), and clients prefer it to APIs of Kubernetes where both have a name (groupPriorityMinimum 19000)',
    ]);
  });

  it.each([['etcd.v1'], ['etcd.v2']])('tells of another Deployment and port in a CSV: %s', (name) => {
    expect(texts(owned('etcd.v1'), owned(name, { deploymentName: 'evil' }))).toEqual([
      'warning: all requests to the API v1.etcd.example.com go to Deployment op/evil instead of Deployment op/manager',
    ]);
    expect(texts(owned('etcd.v1'), owned(name, { containerPort: 444 }))).toEqual([
      'info: requests to the API v1.etcd.example.com go to port 444 instead of 443',
    ]);
    expect(texts(owned('etcd.v1'), owned(name, { containerPort: 443 }))).toEqual([]);
  });

  it.each([
    [
      { insecureSkipTLSVerify: true },
      'warning: all requests to the API v1.etcd.example.com go to Service op/api without a check of its certificate (insecureSkipTLSVerify)',
    ],
    [
      { caBundle: 'Y2E=' },
      'warning: the server of the API v1.etcd.example.com is checked against another certificate authority (caBundle), which decides who can answer in its place',
    ],
    [
      { service: { namespace: 'op', name: 'evil' } },
      'warning: all requests to the API v1.etcd.example.com go to Service op/evil instead of Service op/api',
    ],
    [
      { service: { namespace: 'op', name: 'api', port: 444 } },
      'info: requests to the API v1.etcd.example.com go to port 444 instead of 443',
    ],
    [
      { groupPriorityMinimum: 19_000 },
      'warning: clients prefer the API v1.etcd.example.com more or less than before (groupPriorityMinimum 19000 instead of 2000, versionPriority 15 instead of 15)',
    ],
    [
      { versionPriority: 20 },
      'info: clients prefer the API v1.etcd.example.com more or less than before (groupPriorityMinimum 2000 instead of 2000, versionPriority 20 instead of 15)',
    ],
  ])('tells of each field of one in the input: %j', (fields, told) => {
    expect(texts(given({}), given(fields))).toEqual([told]);
    expect(texts(given(fields), given(fields))).toEqual([]);
  });
});
