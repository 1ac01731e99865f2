import { describe, expect, it } from 'vitest';
import { powerfulInput } from '../../../src/findings/changed/powerful-input.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { namespace } from '../../support/build.js';
import { bind } from '../../support/rbac-in-short.js';
import { accessTo } from '../../support/states.js';
import { deployment } from '../../support/workloads.js';

const ADMIN = bind('ci', 'cluster-admin', 'ServiceAccount op/ci');
const configMap = (data: object, name = 'scripts'): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'op' },
  data,
});
const runs = (container: object = {}, more: object = {}): KubernetesObject =>
  deployment('op/job', { serviceAccountName: 'ci', containers: [{ name: 'a', image: 'a', ...container }], ...more });
const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[], power = ADMIN) =>
  powerfulInput
    .compare?.(accessTo(namespace('op'), power, ...before), accessTo(namespace('op'), power, ...after))
    .map(({ severity, message }) => `${severity}: ${message}`);
const START =
  'error: Deployment op/job runs as ServiceAccount op/ci, which can do everything in all namespaces, and what it reads or runs on is changed:';

describe('powerful-input', () => {
  it('tells of variables, mounts and volumes', () => {
    expect(told([runs()], [runs({ env: [{ name: 'HTTPS_PROXY', value: 'x' }] })])?.[0]).toBe(`${START} variable HTTPS_PROXY of a`);
    expect(told([runs()], [runs({ envFrom: [{ configMapRef: { name: 'c' } }] })])?.[0]).toContain('envFrom of a');
    const volume = (name: string) => runs({}, { volumes: [{ name: 's', configMap: { name } }] });
    expect(told([volume('scripts')], [volume('scripts2')])?.[0]).toContain('volume s');
  });

  it('tells of whom its programs ask and reach, and of what they run on', () => {
    expect(told([runs()], [runs({}, { hostAliases: [{ ip: '10.6.6.6', hostnames: ['api.example.com'] }] })])?.[0]).toBe(
      `${START} hostAliases`,
    );
    expect(told([runs()], [runs({}, { dnsPolicy: 'None', dnsConfig: { nameservers: ['10.6.6.6'] } })])?.[0]).toBe(
      `${START} dnsConfig and dnsPolicy`,
    );
    expect(told([runs()], [runs({}, { nodeName: 'mine' })])?.[0]).toBe(`${START} nodeName`);
    expect(told([runs({}, { runtimeClassName: 'gvisor' })], [runs()])?.[0]).toBe(`${START} runtimeClassName`);
    expect(told([runs()], [runs({}, { dnsPolicy: 'ClusterFirst' })])).toEqual([]);
  });

  it('tells of the ConfigMap that it names, wherever it does', () => {
    for (const pod of [
      runs({ envFrom: [{ configMapRef: { name: 'scripts' } }] }),
      runs({}, { volumes: [{ name: 's', configMap: { name: 'scripts' } }] }),
    ])
      expect(told([pod, configMap({ A: 'b' })], [pod, configMap({ LD_PRELOAD: '/x' })])).toEqual([`${START} ConfigMap scripts`]);
    expect(told([runs(), configMap({ A: 'b' })], [runs(), configMap({ A: 'c' })])).toEqual([]);
  });

  it('tells of annotations of its Pods that a tool can act on, and not of others', () => {
    const annotated = (annotations: object): KubernetesObject => {
      const plain = runs() as { spec: { template: object } } & KubernetesObject;
      return { ...plain, spec: { template: { ...plain.spec.template, metadata: { annotations } } } };
    };
    expect(told([runs()], [annotated({ 'sidecar.istio.io/proxyImage': 'evil' })])?.[0]).toContain('annotation sidecar.istio.io/proxyImage');
    expect(told([runs()], [annotated({ team: 'x', 'checksum/config': '1' })])).toEqual([]);
  });

  it('tells of what stands beside the account in a kind that is not known to run Pods', () => {
    const job = (image: string): KubernetesObject => ({
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledJob',
      metadata: { name: 'web', namespace: 'op' },
      spec: { jobTargetRef: { template: { spec: { serviceAccountName: 'ci', containers: [{ image }] } } } },
    });
    expect(told([job('a')], [job('evil')])?.[0]).toContain('ScaledJob op/web runs as ServiceAccount op/ci');
    expect(told([job('a')], [job('a')])).toEqual([]);
  });

  it('says nothing of accounts that can do little, and of what begins to run', () => {
    expect(told([runs()], [runs({ env: [{ name: 'A' }] })], bind('ci', 'view', 'ServiceAccount op/ci'))).toEqual([]);
    expect(told([], [runs({ env: [{ name: 'A' }] })])).toEqual([]);
  });

  it('takes a field that is called as what every object has for a field like others', () => {
    const pod = runs({}, { nodeSelector: { constructor: 'x' } });
    expect(told([runs()], [pod])).toEqual([]);
    expect(told([pod, configMap({})], [runs({ envFrom: [{ configMapRef: { name: 'constructor' } }] })])?.[0]).toContain('envFrom of a');
  });
});
