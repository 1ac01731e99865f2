import { join } from 'node:path';
import { App, Chart, Lazy, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { ProblemError } from '../../src/base/manifest/problem.js';
import { InstallPlanApprover, type InstallPlanApproverProps } from '../../src/constructs/install-plan-approver.js';
import { OlmCluster } from '../../src/constructs/olm-cluster.js';
import { approvalList } from '../../src/olm/lock/approval-list.js';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import { approverObjects } from '../../src/olm/render/approver.js';
import { approvalLock } from '../support/approval-lock.js';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const IMAGE = `registry.example.com/approver@sha256:${'a'.repeat(64)}`;
const LOCK = approvalLock({ 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'], 'team/kettle': ['kettle.v1.0.0'] });

const folder = (): string => folderOf({ [LOCK_FILE]: writeLock(LOCK) });
const approver = (chart: Chart, props: Partial<InstallPlanApproverProps> = {}): InstallPlanApprover =>
  new InstallPlanApprover(chart, 'approver', { lock: join(folder(), LOCK_FILE), image: IMAGE, ...props });

/** What an approver writes. */
function synth(props: Partial<InstallPlanApproverProps> = {}, namespace?: string): unknown[] {
  const chart = new Chart(Testing.app(), 'chart', namespace === undefined ? {} : { namespace });
  approver(chart, props);
  return Testing.synth(chart);
}

describe('an InstallPlanApprover', () => {
  it('writes what render --approver writes', () => {
    const rendered = (...more: string[]) =>
      parseDocuments({ file: '', text: cli(['render', folder(), '--approver', IMAGE, ...more]).out }).documents.map(({ value }) => value);
    expect(rendered()).toHaveLength(7);
    expect(synth()).toEqual(rendered());
    expect(synth({ namespace: 'approvals', schedule: '*/10 * * * *' })).toEqual(
      rendered('--approver-namespace', 'approvals', '--approver-schedule', '*/10 * * * *'),
    );
  });

  it('runs in the namespace of its chart, and its Roles stay in those of the lock', () => {
    expect(synth({}, 'approvals')).toEqual(approverObjects(approvalList(LOCK), { image: IMAGE, namespace: 'approvals' }));
  });

  it('takes its settings from tokens, and what they stand for is checked', () => {
    const lazy = (value: string) => Lazy.any({ produce: () => value }) as string;
    expect(synth({ image: lazy(IMAGE), namespace: lazy('approvals') })).toEqual(synth({ namespace: 'approvals' }));
    expect(() => synth({ image: lazy('registry.example.com/approver:v1') })).toThrow('expected an image by digest');
  });

  it.each(['registry.example.com/approver:v1', `${IMAGE}0`, IMAGE.toUpperCase(), ''])('refuses an image without a digest: %s', (image) => {
    expect(() => synth({ image })).toThrow(TypeError);
    expect(() => synth({ image })).toThrow('chart/approver: image: found');
  });

  it('refuses what it does not know, a lock that is none, and one by which nothing can be approved', () => {
    expect(() => synth({ approve: 'all' } as never)).toThrow(
      'approve is unknown; expected an object with lock, image, namespace, schedule',
    );
    expect(() => synth({ lock: 'nowhere.yaml' })).toThrow(ProblemError);
    const bundles = LOCK.bundles.map(({ digest: _, ...one }) => one);
    const none = join(folderOf({ [LOCK_FILE]: writeLock({ ...LOCK, bundles }) }), LOCK_FILE);
    expect(() => synth({ lock: none })).toThrow('chart/approver: the lock has no operator of a Subscription with the digest of its image');
  });

  it('stands beside a cluster of the same app', () => {
    const app = new App();
    new OlmCluster(app, 'prod').addNamespace('op');
    approver(new Chart(app, 'chart'));
    expect(app.synthYaml()).toContain('kind: RoleBinding');
  });
});
