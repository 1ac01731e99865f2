import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import type { PlatformName } from '../../../src/olm/model/platform.js';
import { readCluster } from '../../../src/olm/read/read-cluster.js';
import { csv, group, namespace } from '../../support/build.js';
import { names } from '../../support/render.js';

const read = (platform: PlatformName | undefined, ...objects: readonly KubernetesObject[]) =>
  readCluster(
    objects.map((value, document) => ({ value, source: { file: 'cluster.yaml', document, path: [] } })),
    { platform },
  );

const monitoring = (path: string, api: string): KubernetesObject => csv(path, { owns: [`${api}.monitoring.coreos.com`] });

/** The annotation of the group in openshift/cluster-monitoring-operator, release 5.0. */
const APIS = [
  'Alertmanager.v1',
  'PodMonitor.v1',
  'Probe.v1',
  'Prometheus.v1',
  'PrometheusRule.v1',
  'ServiceMonitor.v1',
  'ThanosRuler.v1',
  'AlertmanagerConfig.v1alpha1',
];

describe('a platform', () => {
  it('has the namespace and the global group for an operator', () => {
    const { cluster, problems } = read('olm', csv('operators/etcd.v1'));
    expect(problems).toEqual([]);
    expect(cluster.operatorGroups.map((known) => `${known.namespace}/${known.name}`)).toEqual(['operators/global-operators']);
    expect(evaluate(cluster).resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InstallSucceeded']);
  });

  it('is not rendered: neither its namespaces nor its groups, but the roles of a group with an operator', () => {
    const { cluster } = read('openshift', csv('openshift-operators/etcd.v1'));
    const made = names([...expand(evaluate(cluster, { profile: 'documented' }).rendered)]);
    expect(made.filter((name) => /Namespace|OperatorGroup/.test(name))).toEqual([]);
    expect(made).toContain('ClusterRole global-operators-admin');
  });

  it('adds nothing that the input does not name', () => {
    const { cluster } = read('openshift', namespace('team'), group('team/group'), csv('team/etcd.v1'));
    expect(cluster.namespaces.map(({ name }) => name)).toEqual(['team']);
    expect(cluster.operatorGroups).toHaveLength(1);
  });

  it.each(APIS)('keeps the APIs of its monitoring for itself: %s', (api) => {
    const { cluster } = read('openshift', namespace('team'), group('team/group'), monitoring('team/prometheus.v1', api));
    expect(evaluate(cluster).resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InterOperatorGroupOwnerConflict']);
    const targeted = group('team/group', { targets: ['team'] });
    const alone = read('openshift', namespace('team'), targeted, monitoring('team/prometheus.v1', api)).cluster;
    expect(evaluate(alone).resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InstallSucceeded']);
  });

  it('leaves the APIs that its monitoring does not name to others', () => {
    const { cluster } = read('openshift', namespace('team'), group('team/group'), monitoring('team/other.v1', 'ScrapeConfig.v1alpha1'));
    expect(evaluate(cluster).resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['InstallSucceeded']);
  });

  it('has the label of its monitoring on each namespace whose manifest has it', () => {
    const monitored = ['openshift-marketplace', 'openshift-monitoring', 'openshift-user-workload-monitoring'];
    const { cluster } = read('openshift', ...monitored.map((name) => csv(`${name}/etcd.v1`)), csv('openshift-operators/etcd.v1'));
    const labelled = cluster.namespaces.filter(({ labels }) => labels?.['openshift.io/cluster-monitoring'] === 'true');
    expect(labelled.map(({ name }) => name)).toEqual(monitored);
  });

  it('gives way to what the input declares', () => {
    const own = group('operators/global-operators', { targets: ['operators'] });
    const { cluster } = read('olm', namespace('operators'), own, csv('operators/etcd.v1'));
    expect(cluster.operatorGroups.map(({ targetNamespaces }) => targetNamespaces)).toEqual([['operators']]);
    expect(names([...expand(evaluate(cluster).rendered)])).toContain('Namespace operators');
  });

  it('is none unless one is named', () => {
    const { problems, cluster } = read(undefined, csv('operators/etcd.v1'));
    expect(problems.map(({ code, tolerated }) => [code, tolerated])).toEqual([['NAMESPACE_NOT_FOUND', true]]);
    expect(cluster.operatorGroups).toEqual([]);
  });
});
