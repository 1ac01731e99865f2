import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { approvalState } from '../../../src/supply/approvals/install-plan.js';
import { type Standing, standings } from '../../../src/supply/approvals/standing.js';
import { lockedTo } from '../../support/approval-lock.js';
import { csv } from '../../support/build.js';
import { planOf, pointing } from '../../support/install-plans.js';

const LOCKED = lockedTo({ 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'] });
const standing = (...objects: readonly KubernetesObject[]): Standing[] => standings(approvalState(objects), LOCKED);
const installed = (installedCSV: string, version?: string): KubernetesObject[] => [
  pointing('op/etcd', undefined, { installedCSV, currentCSV: installedCSV }),
  csv(`op/${installedCSV}`, { spec: version === undefined ? {} : { version } }),
];
const SUBJECT = 'Subscription op/etcd';

describe('a cluster', () => {
  it('is where the lock is', () => {
    expect(standing(...installed('etcd.v3.0.0', '3.0.0'))).toEqual([]);
  });

  it.each([
    ['ahead', 'etcd.v4.0.0', '4.0.0', 'is ahead of the lock: etcd.v4.0.0 is installed; the lock has etcd.v3.0.0'],
    ['behind', 'etcd.v1.0.0', '1.0.0', 'is behind the lock: etcd.v1.0.0 is installed; the lock has etcd.v3.0.0'],
    ['behind', 'etcd.v2.0.0', undefined, 'is behind the lock: etcd.v2.0.0 is installed; the lock has etcd.v3.0.0'],
    ['elsewhere', 'etcd.other', undefined, 'is not at the lock: etcd.other is installed; the lock has etcd.v3.0.0'],
  ])('is %s with %s', (kind, name, version, message) => {
    expect(standing(...installed(name, version))).toEqual([{ kind, subject: SUBJECT, message }]);
  });

  it('has nothing of it', () => {
    expect(standing(pointing('op/etcd', undefined))).toEqual([
      { kind: 'absent', subject: SUBJECT, message: 'has installed nothing; the lock has etcd.v3.0.0' },
    ]);
    expect(standing()).toEqual([{ kind: 'absent', subject: SUBJECT, message: 'is not on the cluster; the lock has etcd.v3.0.0' }]);
  });

  it('has a plan that waits, and the lock allows it or not', () => {
    const upgrade = (to: string): KubernetesObject[] => [
      planOf('op/install-a', 1, [{ csv: to, replaces: 'etcd.v2.0.0', version: to.replace('etcd.v', '') }]),
      pointing('op/etcd', 'install-a', { installedCSV: 'etcd.v2.0.0', currentCSV: to }),
      csv('op/etcd.v2.0.0'),
      planOf('team/install-z', 1, [{ csv: 'kettle.v1.0.0' }]),
    ];
    const waits = (to: string): string[] => standing(...upgrade(to)).flatMap((one) => (one.kind === 'waits' ? [one.message] : []));
    expect(waits('etcd.v3.0.0')).toEqual(['waits for approval: etcd.v2.0.0 → etcd.v3.0.0; the lock allows it']);
    expect(waits('etcd.v4.0.0')).toEqual([
      expect.stringMatching(/^waits for approval: etcd\.v2\.0\.0 → etcd\.v4\.0\.0; the catalog is ahead of the lock: /),
    ]);
  });
});
