import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { otherNamespacesWatched } from '../../../../src/olm/checks/files/watched-namespaces.js';
import type { Cluster } from '../../../../src/olm/model/cluster.js';
import { resolve } from '../../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../../support/build.js';

const fixed = (value: string) => ({ value });
const field = (fieldPath: string) => ({ valueFrom: { fieldRef: { fieldPath } } });

const operator = (variable: object | undefined): KubernetesObject => {
  const made = csv('ops/a.v1') as unknown as { spec: object } & KubernetesObject;
  const env = variable === undefined ? [] : [{ name: 'WATCH_NAMESPACE', ...variable }];
  const template = { spec: { containers: [{ name: 'manager', image: 'x', env }] } };
  const deployments = [{ name: 'manager', spec: { selector: {}, template } }];
  const installModes = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true }));
  return { ...made, spec: { ...made.spec, installModes, install: { strategy: 'deployment', spec: { deployments } } } };
};
const GROUPS: Readonly<Record<string, readonly string[]>> = { own: ['ops'], single: ['shop'], several: ['ops', 'shop'], all: [] };
const told = (targets: readonly string[], variable: object | undefined, config?: object): number => {
  const og = group('ops/og') as unknown as { spec?: object } & KubernetesObject;
  const spec = targets.length > 0 ? { targetNamespaces: targets } : {};
  const read = clusterOf(namespace('ops'), namespace('shop'), { ...og, spec }, operator(variable));
  const asking = { namespace: 'ops', name: 's', csv: 'a.v1', config: { env: config === undefined ? [] : [config] } };
  const cluster = { ...read, subscriptions: [asking] } as unknown as Cluster;
  return otherNamespacesWatched(cluster, resolve(cluster)).length;
};

const VARIABLES: readonly (readonly [string, object | undefined, readonly string[]])[] = [
  ['no variable', undefined, ['own', 'single', 'several', 'all']],
  ['its own namespace', field('metadata.namespace'), ['own']],
  ['the annotation of OLM', field("metadata.annotations['olm.targetNamespaces']"), ['own', 'single', 'several', 'all']],
  ['one namespace', fixed('shop'), ['single']],
  ['both namespaces', fixed('shop, ops'), ['several']],
  ['all namespaces', fixed(''), ['all']],
  ['no value', {}, ['all']],
  ['another variable', fixed('$(POD_NAMESPACE)'), ['own', 'single', 'several', 'all']],
  ['a ConfigMap', { valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }, ['own', 'single', 'several', 'all']],
];

// injectEnv of OLM's overrides/inject: the Subscription's variable replaces the container's.
describe.each(Object.entries(GROUPS))('a group of %s', (name, targets) => {
  it.each(VARIABLES)('and %s', (_, variable, fits) => {
    const expected = fits.includes(name) ? 0 : 1;
    expect(told(targets, variable)).toBe(expected);
    if (variable === undefined) return;
    expect(told(targets, fixed('elsewhere'), { name: 'WATCH_NAMESPACE', ...variable })).toBe(expected);
    expect(told(targets, variable, { name: 'OTHER', value: 'elsewhere' })).toBe(expected);
  });
});
