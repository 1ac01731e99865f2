import { describe, expect, it } from 'vitest';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import type { State } from '../../../../../src/review/state/state.js';
import { deployment, operatorState, pod } from '../../../../support/workloads.js';

const told = (base: State, head: State) =>
  riskFinders()
    .changes(base, head)
    .map(({ severity, id, message }) => `${severity} ${id}: ${message}`);
const upgrade = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  told(operatorState('etcd.v1.0.0', pod({}, before)), operatorState('etcd.v2.0.0', pod({}, after)));

describe('what an upgrade changes in a Deployment besides', () => {
  it('is named, field by field', () => {
    expect(upgrade({}, { runtimeClassName: 'none', tolerations: [{ operator: 'Exists' }] })).toEqual([
      'info fields-not-reviewed: Deployment op/manager differs in runtimeClassName and tolerations; the review does not cover this',
    ]);
    expect(upgrade({ hostPID: true }, {})).toEqual([
      'info fields-not-reviewed: Deployment op/manager differs in hostPID; the review does not cover this',
    ]);
    expect(upgrade({ runtimeClassName: 'a' }, { runtimeClassName: 'a' })).toEqual([]);
  });

  it('is named beside what is told, and without it', () => {
    expect(upgrade({}, { hostNetwork: true, runtimeClassName: 'none' })).toEqual([
      'warning pod-security: Deployment op/manager uses the network of its node (hostNetwork)',
      'info fields-not-reviewed: Deployment op/manager also differs in runtimeClassName; the review does not cover this',
    ]);
    expect(upgrade({}, { hostNetwork: true })).toEqual([
      'warning pod-security: Deployment op/manager uses the network of its node (hostNetwork)',
    ]);
  });
});

describe('what an upgrade changes in a CSV besides', () => {
  it('is named where it has an effect', () => {
    const upgraded = (before: object, after: object) =>
      told(operatorState('etcd.v1', pod(), { ...before }), operatorState('etcd.v2', pod(), { ...after }));
    expect(upgraded({}, { cleanup: { enabled: true }, description: 'new', version: '2.0.0' })).toEqual([
      'info fields-not-reviewed: differs in spec.cleanup.enabled; the review does not cover this',
    ]);
    expect(upgraded({}, { description: 'new' })).toEqual([]);
  });
});

describe('what an upgrade needs and drops', () => {
  const operator = (name: string, spec: object) => operatorState(name, pod(), { ...spec });
  const deployments = (...names: readonly string[]) => ({
    install: { strategy: 'deployment', spec: { deployments: names.map((each) => ({ name: each, spec: { template: { spec: pod() } } })) } },
  });

  it('is told of a Deployment that is gone', () => {
    const gone = ['info workload-removed: no longer has Deployment op/policy'];
    expect(told(operator('etcd.v1', deployments('manager', 'policy')), operator('etcd.v2', deployments('manager')))).toEqual(gone);
    expect(told(operator('etcd.v1', deployments('manager', 'policy')), operator('etcd.v1', deployments('manager')))).toEqual(gone);
  });

  it('is told of a required CRD', () => {
    const required = [{ name: 'evils.example.com', version: 'v1', kind: 'Evil' }];
    expect(told(operator('etcd.v1', {}), operator('etcd.v2', { customresourcedefinitions: { required } }))).toContainEqual(
      expect.stringContaining('spec.customresourcedefinitions.required[evils.example.com]'),
    );
  });
});

describe('what changes in an object of which something is told', () => {
  const state = (container: Readonly<Record<string, unknown>>, rest = {}) =>
    operatorState('etcd.v1', {}, {}, deployment('op/web', pod(container, rest)));

  it('is named where that does not cover it', () => {
    expect(told(state({ image: 'quay.io/acme/etcd:v1' }), state({ image: 'quay.io/acme/etcd:v2', workingDir: '/tmp' }))).toEqual([
      'info image-changed: 1 image has another version',
      'info object-changed: changes spec.template.spec.containers[manager].workingDir',
    ]);
    expect(told(state({ image: 'quay.io/acme/etcd:v1' }), state({ image: 'quay.io/acme/etcd:v2' }))).toEqual([
      'info image-changed: 1 image has another version',
    ]);
  });

  it('is all that is known where nothing is told', () => {
    expect(told(state({}), state({}, { runtimeClassName: 'none' }))).toEqual([
      'info object-changed: changes spec.template.spec.runtimeClassName (none → "none")',
    ]);
  });
});
