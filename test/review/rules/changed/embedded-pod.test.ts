import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { embeddedPod } from '../../../../src/review/rules/changed/embedded.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const object = (kind: string, spec: object, apiVersion = 'ray.io/v1'): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { namespace: 'op', name: 'a' },
  spec,
});
const workers = (pod: object) => object('RayCluster', { workers: [{ template: { spec: pod } }] });
const told = (after: KubernetesObject, ...before: readonly KubernetesObject[]) =>
  embeddedPod
    .compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), after))
    .map(({ severity, message }) => `${severity}: ${message}`);
const END = 'whatever makes Pods of it gives them access to their nodes';
const ROOT = { volumes: [{ name: 'h', hostPath: { path: '/' } }] };

describe('embedded-pod', () => {
  it('finds Pods in a custom resource that get to their node', () => {
    expect(told(workers(ROOT))).toEqual([
      `error: RayCluster op/a has hostPath / (spec.workers[0].template.spec.volumes[0].hostPath): ${END}`,
    ]);
    expect(told(workers({ hostPID: true, containers: [{ securityContext: { privileged: true } }] }))).toEqual([
      `error: RayCluster op/a has hostPID (spec.workers[0].template.spec.hostPID) and privileged (spec.workers[0].template.spec.containers[0].securityContext.privileged): ${END}`,
    ]);
    expect(told(workers({ hostPID: false, containers: [] }))).toEqual([]);
  });

  it('tells only what comes in addition', () => {
    expect(told(workers(ROOT), workers(ROOT))).toEqual([]);
    expect(told(workers({ ...ROOT, hostIPC: true }), workers(ROOT))).toEqual([
      `error: RayCluster op/a has hostIPC (spec.workers[0].template.spec.hostIPC): ${END}`,
    ]);
    expect(told(workers({ volumes: [{ hostPath: { path: '/etc' } }] }), workers(ROOT))).toHaveLength(1);
  });

  it('leaves workloads to their own checks, but not what else is in them', () => {
    const deployment = (more: object) => object('Deployment', { template: { spec: { ...ROOT, containers: [] } }, ...more }, 'apps/v1');
    expect(told(deployment({}))).toEqual([]);
    expect(told(object('Job', { template: { spec: { containers: [] } }, tasks: [ROOT] }, 'batch.volcano.sh/v1alpha1'))).toHaveLength(1);
  });

  it('leaves alone what says which Pods there can be, and volumes', () => {
    const policy = { rules: [{ validate: { pattern: { spec: { containers: [{ securityContext: { privileged: true } }] } } } }] };
    expect(told(object('ClusterPolicy', policy, 'kyverno.io/v1'))).toEqual([]);
    expect(told(object('K8sPrivileged', { parameters: { hostNetwork: true } }, 'constraints.gatekeeper.sh/v1beta1'))).toEqual([]);
    expect(told({ ...object('PersistentVolume', { hostPath: { path: '/' } }, 'v1'), metadata: { name: 'a' } })).toEqual([]);
  });
});
