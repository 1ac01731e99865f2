/**
 * Whoever writes a change writes its statuses, too, and gains by a version that looks installed: the API server drops them all, so OLM goes on
 * to the head of the channel (getSubscriptionVariables in OLM's resolver/resolver.go; strategy.go of apiextensions-apiserver).
 */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { crd, csv, group, namespace, stored, subscription } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { type Files, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const rules = (...verbs: string[]): Readonly<Record<string, unknown>> => ({
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [],
      clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources: ['secrets'], verbs }] }],
    },
  },
});

const GROUND = [namespace('op'), group('op/og', { targets: ['op'] })];
const FIRST = { spec: rules('list') };
const V1 = bundleFiles('etcd/1.0.0', { ...FIRST, owns: ['Etcd.v1alpha1.example.com'], others: [crd('Etcd.v1alpha1.example.com')] });
const V2 = bundleFiles('etcd/2.0.0', {
  replaces: 'etcd.v1.0.0',
  spec: rules('*'),
  owns: ['Etcd.v1.example.com'],
  others: [crd('Etcd.v1.example.com')],
});

const files = (objects: readonly KubernetesObject[], bundles: Files): Files => ({ 'cluster.yaml': manifests(...objects), ...bundles });
const installed = (fields: object = {}): KubernetesObject => ({
  ...csv('op/etcd.v1.0.0', { spec: { version: '1.0.0', ...rules('list') } }),
  ...fields,
});
const labelled = csv('op/etcd.v1.0.0', { labels: { 'operators.coreos.com/etcd.op': '' }, spec: { version: '1.0.0', ...rules('list') } });
const STATUS = { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v1.0.0', state: 'AtLatestKnown' };
const reported = { conditions: [{ type: 'Upgradeable', status: 'False', message: 'no', observedGeneration: 1 }] };
const condition = (status: object): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v2',
  kind: 'OperatorCondition',
  metadata: { name: 'etcd.v1.0.0', namespace: 'op', generation: 1 },
  status,
});
const pending = { phase: 'Pending', reason: 'RequirementsNotMet', message: "one or more requirements couldn't be found" };

/** What a change adds so that the head seems not to be reached. */
const CLAIMS: Readonly<Record<string, readonly KubernetesObject[]>> = {
  nothing: [subscription('op/etcd')],
  'a status': [subscription('op/etcd', { status: STATUS })],
  'a status, and the CSV that it names': [subscription('op/etcd', { status: STATUS }), installed({ status: { phase: 'Succeeded' } })],
  "OLM's label on a CSV": [subscription('op/etcd'), labelled],
  'a startingCSV that is there': [subscription('op/etcd', { startingCSV: 'etcd.v1.0.0' }), installed()],
  'an OperatorCondition that holds the upgrade back': [subscription('op/etcd', { status: STATUS }), installed(), condition(reported)],
  'a CSV of the name of the head': [
    subscription('op/etcd', { status: { installedCSV: 'etcd.v2.0.0' } }),
    csv('op/etcd.v2.0.0', { spec: { version: '2.0.0', ...rules('list') } }),
  ],
  'a CSV of that name that waits': [subscription('op/etcd'), { ...csv('op/etcd.v2.0.0', { spec: rules('list') }), status: pending }],
  'a CRD that seems to store another version': [
    subscription('op/etcd'),
    { ...crd('Etcd.v1.example.com'), status: { storedVersions: ['v1alpha1'] } },
  ],
};

describe('a change does not hide the head of a channel', () => {
  const before = files([...GROUND, subscription('op/etcd')], V1);

  it.each(Object.entries(CLAIMS))('behind %s', (_, objects) => {
    for (const added of [objects, objects.map(stored)]) {
      const { headline, text } = reviewFiles(before, files([...GROUND, ...added], { ...V1, ...V2 }));
      expect(headline).toBe(
        'Grants more: ServiceAccount op/etcd can create, update, patch, delete and deletecollection secrets in all namespaces',
      );
      expect(text).toContain('warning[secret-write]');
    }
  });
});
