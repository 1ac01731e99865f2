import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emitYaml } from '../../../src/base/manifest/emit.js';
import { approvalList } from '../../../src/olm/lock/approval-list.js';
import type { LockFile } from '../../../src/olm/lock/lock-file.js';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { writeLock } from '../../../src/olm/lock/lock-of.js';
import { lockedBy } from '../../../src/olm/lock/locked-by.js';
import { lockOfList } from '../../../src/olm/lock/read-approval-list.js';
import { approverObjects } from '../../../src/olm/render/approver.js';
import { approve } from '../../../src/supply/approvals/approve.js';
import { approvalLock } from '../../support/approval-lock.js';
import { cliToEnd } from '../../support/cli-to-end.js';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { digestOf } from '../../support/install-plans.js';
import { OlmCluster } from '../../support/olm-cluster.js';

const IMAGE = `registry.example.com/approver@sha256:${'a'.repeat(64)}`;
const PATHS = { 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'], 'team/kettle': ['kettle.v1.0.0'] };
const LOCK: LockFile = {
  ...approvalLock(PATHS),
  dependencies: [{ namespace: 'team', package: 'etcd', catalog: 'olm/catalog', csv: 'etcd.v3.0.0', neededBy: ['kettle.v1.0.0'] }],
};
const OBJECTS = approverObjects(approvalList(LOCK), { image: IMAGE, namespace: 'approvals' });

describe('the list of approvals', () => {
  it('has namespaces, versions and digests, and nothing else', () => {
    const step = (csv: string) => ({ csv, digest: digestOf(csv) });
    const of = (name: string) => ({ package: name, catalog: 'olm/catalog' });
    expect(approvalList(LOCK)).toEqual({
      approvalsVersion: 1,
      operators: [
        { namespace: 'op', subscription: 'etcd', ...of('etcd'), path: [step('etcd.v2.0.0'), step('etcd.v3.0.0')] },
        { namespace: 'team', subscription: 'kettle', ...of('kettle'), path: [step('kettle.v1.0.0')] },
        { namespace: 'team', ...of('etcd'), path: [step('etcd.v3.0.0')] },
      ],
    });
  });

  it('allows what its lock allows', async () => {
    const lock = lockOfList({ file: 'list.yaml', text: emitYaml(approvalList(LOCK)) }) as LockFile;
    expect(lockedBy([{ file: 'list.yaml', lock }]).locked.operators).toEqual(
      lockedBy([{ file: 'lock.yaml', lock: LOCK }]).locked.operators,
    );
    const cluster = new OlmCluster();
    cluster.catalog.set('etcd', ['etcd.v1.0.0', 'etcd.v2.0.0', 'etcd.v3.0.0', 'etcd.v4.0.0']);
    cluster.subscribe('op', { etcd: 'etcd.v1.0.0' });
    const { locked } = lockedBy([{ file: 'list.yaml', lock }]);
    await approve({ client: cluster.client(), locked, clock: cluster.clock(), until: 600_000, tell: () => {} });
    expect(cluster.approved.map(({ csvs }) => csvs)).toEqual([['etcd.v2.0.0'], ['etcd.v3.0.0']]);
  });

  it('leaves out what has no digest', () => {
    const bundles = LOCK.bundles.map(({ digest: _, ...one }) => one);
    expect(approvalList({ ...LOCK, bundles }).operators).toEqual([]);
  });

  it.each([
    ['another version', 'approvalsVersion: 2\noperators: []\n'],
    ['an unknown field', 'approvalsVersion: 1\noperators: []\nall: true\n'],
    ['no digest', 'approvalsVersion: 1\noperators: [{ namespace: a, package: b, catalog: c, path: [{ csv: d }] }]\n'],
    ['no path', 'approvalsVersion: 1\noperators: [{ namespace: a, package: b, catalog: c, path: [] }]\n'],
    ['two documents', 'approvalsVersion: 1\noperators: []\n---\na: b\n'],
  ])('is refused with %s', async (_, text) => {
    expect(lockOfList({ file: 'list.yaml', text })).toBeUndefined();
    const { code, err } = await cliToEnd(['approve', join(folderOf({ 'list.yaml': text }), 'list.yaml'), '--live'], {});
    expect(code).toBe(2);
    expect(err).not.toBe('');
  });

  it('is read by approve', async () => {
    const folder = folderOf({
      'olm-approvals.yaml': emitYaml(approvalList(LOCK)),
      kubectl: '#!/bin/sh\nprintf "%s\\n" "$@" >> "$LOG"\necho \'{"kind":"List","items":[]}\'\n',
    });
    chmodSync(join(folder, 'kubectl'), 0o755);
    const log = join(folder, 'log');
    const { code } = await cliToEnd(['approve', join(folder, 'olm-approvals.yaml'), '--live'], {
      PATH: `${folder}:${process.env.PATH}`,
      LOG: log,
    });
    expect(code).toBe(0);
    expect(new Set(readFileSync(log, 'utf8').match(/--namespace=.*/g))).toEqual(new Set(['--namespace=op', '--namespace=team']));
  });
});

describe('the approver in the cluster', () => {
  const of = (kind: string) => OBJECTS.filter((object) => object.kind === kind);

  it('has a Role in each namespace of the list, in no other, and none in the cluster', () => {
    expect(of('Role').map(({ metadata }) => metadata.namespace)).toEqual(['op', 'team']);
    expect(of('RoleBinding').map(({ metadata, subjects }) => [metadata.namespace, subjects])).toEqual(
      ['op', 'team'].map((namespace) => [namespace, [{ kind: 'ServiceAccount', name: 'cdk8s-olm-approver', namespace: 'approvals' }]]),
    );
    expect(of('ClusterRole')).toEqual([]);
    const verbs = of('Role').flatMap(({ rules }) => (rules as { verbs: string[] }[]).flatMap((rule) => rule.verbs));
    expect([...new Set(verbs)].sort()).toEqual(['get', 'list', 'patch', 'watch']);
  });

  it('runs as nobody, writes nothing, and is an image by digest', () => {
    const [job] = of('Job');
    expect(JSON.stringify(job)).toContain(`"image":"${IMAGE}"`);
    expect(job).toMatchObject({
      metadata: { annotations: { 'argocd.argoproj.io/hook': 'PostSync' } },
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              { securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
            ],
          },
        },
      },
    });
  });

  it('is a CronJob that does not overtake itself, with a schedule', () => {
    const objects = approverObjects(approvalList(LOCK), { image: IMAGE, namespace: 'approvals', schedule: '*/10 * * * *' });
    expect(objects.at(-1)).toMatchObject({ kind: 'CronJob', spec: { schedule: '*/10 * * * *', concurrencyPolicy: 'Forbid' } });
  });

  it('is rendered from the lock of the input', () => {
    const folder = folderOf({ [LOCK_FILE]: writeLock(LOCK) });
    const { code, out } = cli(['render', folder, '--approver', IMAGE, '--approver-namespace', 'approvals', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(OBJECTS);
    expect(cli(['render', folder, '--approver', 'registry.example.com/approver:v1'])).toMatchObject({ code: 2, out: '' });
    const none = folderOf({ [LOCK_FILE]: writeLock({ ...LOCK, bundles: LOCK.bundles.map(({ digest: _, ...one }) => one) }) });
    expect(cli(['render', none, '--approver', IMAGE]).err).toContain(
      'the lock has no operator of a Subscription with the digest of its image',
    );
  });

  it('can tell OLM what to install, and a review says so', () => {
    const head = folderOf({ 'a.yaml': cli(['render', folderOf({ [LOCK_FILE]: writeLock(LOCK) }), '--approver', IMAGE]).out });
    const { out } = cli(['review', folderOf({ 'a.yaml': '' }), head]);
    expect(out).toContain('error[olm-write]');
    expect(out).toContain('ServiceAccount cdk8s-olm/cdk8s-olm-approver');
  });
});
