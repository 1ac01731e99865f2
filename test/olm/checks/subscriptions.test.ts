import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { subscriptionNotPinned, subscriptionRedundant } from '../../../src/olm/checks/subscriptions.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import { type Finding, report } from '../../../src/olm/model/finding.js';
import { desiredCluster } from '../../../src/olm/subscriptions/desired-cluster.js';
import { csv, namespace, stored, subscription } from '../../support/build.js';
import { bundle } from '../../support/bundle-files.js';

const BUNDLES = [bundle('etcd/0.9.4', { channels: 'stable' })];

function findings(objects: readonly KubernetesObject[], bundles: readonly Bundle[] = BUNDLES, isDump = false): Finding[] {
  const documents = [namespace('op'), ...objects].map((object, document) => ({
    value: isDump ? stored(object) : object,
    source: { file: 'test', document, path: [] },
  }));
  const { cluster, problems } = desiredCluster(documents, { bundles });
  expect(problems).toEqual([]);
  return [subscriptionNotPinned, subscriptionRedundant].flatMap((rule) => report(rule, cluster));
}

describe('a Subscription that is not pinned', () => {
  it.each<[string, Parameters<typeof subscription>[1], string]>([
    ['follows a channel', { channel: 'stable' }, 'the head of the channel stable of etcd'],
    ['follows the default channel', {}, 'the head of the default channel of etcd'],
  ])('is worth a note: it %s', (_, fields, head) => {
    expect(findings([subscription('op/etcd', fields)])).toEqual([
      {
        id: 'subscription-not-pinned',
        severity: 'info',
        subject: { kind: 'Subscription', namespace: 'op', name: 'etcd' },
        message: `the Subscription installs etcd.v0.9.4, ${head}; a newer bundle in the input would replace it`,
        fix: 'set spec.startingCSV to etcd.v0.9.4',
        related: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'etcd.v0.9.4' }],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });

  it.each<[string, KubernetesObject[]]>([
    ['it has a startingCSV', [subscription('op/etcd', { startingCSV: 'etcd.v0.9.4' })]],
    ['its CSV is there', [subscription('op/etcd', { status: { installedCSV: 'etcd.v0.9.0' } }), csv('op/etcd.v0.9.0')]],
  ])('is none when %s', (_, objects) => {
    expect(findings(objects, BUNDLES, true)).toEqual([]);
  });

  it('is none when it is passed over', () => {
    expect(findings([subscription('op/etcd'), csv('op/other.v1')], [])).toEqual([]);
  });
});

describe('a Subscription that adds nothing', () => {
  it('is worth a warning', () => {
    const pinned = { packageName: 'etcd', startingCSV: 'etcd.v0.9.4' };
    expect(findings([subscription('op/b', pinned), subscription('op/a', pinned)])).toEqual([
      {
        id: 'subscription-redundant',
        severity: 'warning',
        subject: { kind: 'Subscription', namespace: 'op', name: 'b' },
        message: 'Subscription a already installs etcd.v0.9.4 in the namespace op',
        fix: 'remove one of the two: as soon as one of them changes, they install different CSVs',
        related: [{ kind: 'Subscription', namespace: 'op', name: 'a' }],
        verdict: false,
        references: [],
        fingerprint: expect.any(String),
      },
    ]);
  });
});
