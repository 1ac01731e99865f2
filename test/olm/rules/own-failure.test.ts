import { expect, it } from 'vitest';
import { ownFailure } from '../../../src/olm/rules/own-failure.js';
import { allTargets } from '../../../src/olm/rules/resolve.js';
import { type CsvFields, clusterOf, csv, group, namespace, type readCsv } from '../../support/build.js';

/** The failure of a CSV in a group of its own namespace. */
function failureOf(fields: CsvFields, kubeVersion?: string, targets: readonly string[] = ['op']): string {
  const cluster = clusterOf(namespace('op'), group('op/og', { targets }), csv('op/mug', fields));
  const [first] = cluster.clusterServiceVersions as readonly ReturnType<typeof readCsv>[];
  if (!first) throw new Error('no CSV');
  return ownFailure(first, allTargets(cluster), { versions: kubeVersion === undefined ? {} : { kubeVersion } }) ?? '';
}

// The checks of transitionCSVState (OLM's olm/operator.go) that no other object can change.
it.each<[string, CsvFields, RegExp]>([
  ['nothing', {}, /^$/],
  ['install modes', { modes: ['AllNamespaces'] }, /OwnNamespace InstallModeType not supported/],
  ['the strategy', { strategy: 'helm' }, /install strategy invalid/],
  ['a rule without a verb', { spec: { install: withRule({ apiGroups: [''], resources: ['pods'] }) } }, /at least one verb/],
  ['webhooks of one name', { spec: { webhookdefinitions: [webhook(), webhook()] } }, /repeated WebhookDescription name/],
  ['a Deployment that an APIService lacks', { spec: { apiservicedefinitions: { owned: [served()] } } }, /Deployment none of an owned/],
  ['a CRD that may be in the cluster', { owns: ['Mug.v1.example.com'], requires: ['Cup.v1.example.com'] }, /^$/],
])('a CSV fails by itself over %s', (_, fields, expected) => {
  expect(failureOf(fields)).toMatch(expected);
});

it('a CSV fails over a version of Kubernetes only where that is known', () => {
  const later = { spec: { minKubeVersion: '1.99.0' } };
  expect(failureOf(later)).toBe('');
  expect(failureOf(later, '1.33.0')).toContain('1.99.0');
  expect(failureOf(later, '1.99.1')).toBe('');
});

it('a CSV fails by its group only over its install modes: what holds for each version is no failure of one', () => {
  const { clusterServiceVersions, ...cluster } = clusterOf(namespace('op'), csv('op/mug'));
  const [first] = clusterServiceVersions;
  expect(first && ownFailure(first, [], cluster)).toBeUndefined();
});

function withRule(rule: object): object {
  return { strategy: 'deployment', spec: { deployments: [], clusterPermissions: [{ serviceAccountName: 'mug', rules: [rule] }] } };
}

function webhook(): object {
  return {
    type: 'ValidatingAdmissionWebhook',
    generateName: 'a',
    deploymentName: 'mug',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  };
}

function served(): object {
  return { name: 'mugs', group: 'example.com', version: 'v1', kind: 'Mug', deploymentName: 'none' };
}
