import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { LOCK_FILE } from '../../../src/olm/lock/lock-name.js';
import { writeLock } from '../../../src/olm/lock/lock-of.js';
import { approverRole } from '../../../src/olm/render/approver.js';
import { approvalLock } from '../../support/approval-lock.js';
import { csv, group, namespace } from '../../support/build.js';
import { cliToEnd, HURRIED } from '../../support/cli-to-end.js';
import { folderOf } from '../../support/files.js';
import { OlmCluster } from '../../support/olm-cluster.js';
import { serve } from '../../support/olm-server.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/approvals.md'), 'utf8');

it.skipIf(spawnSync('kubectl', ['version', '--client']).status !== 0)(
  'docs/approvals.md is run as written',
  { timeout: 60_000 },
  async () => {
    const asking = (resources: readonly string[]) => ({
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [],
          clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }],
        },
      },
    });
    const cluster = new OlmCluster();
    cluster.catalog.set('etcd', ['etcd.v1.0.0', 'etcd.v2.0.0']);
    cluster.subscribe('op', { etcd: 'etcd.v1.0.0' });
    cluster.put(namespace('op'));
    cluster.put(group('op/group'));
    cluster.put({ ...csv('op/etcd.v1.0.0', { spec: asking(['pods']) }), status: { phase: 'Succeeded' } });
    const { spec } = csv('op/etcd.v2.0.0', { spec: asking(['pods', 'secrets']) });
    const lock = approvalLock({ 'op/etcd': ['etcd.v2.0.0'] });
    const folder = folderOf({
      [LOCK_FILE]: writeLock({ ...lock, bundles: lock.bundles.map((one) => ({ ...one, spec: spec as typeof one.spec })) }),
    });
    const { env } = await serve(cluster);
    const blocks = [...PAGE.matchAll(/^ *```console\n(.*?)^ *```$/gms)].map(([, block = '']) => block.replaceAll(/^ {3}/gm, ''));
    expect(blocks).toHaveLength(2);
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const block of blocks) {
        const [, command = '', expected] = /^\$ cdk8s-olm ([^\n]*)\n(.*)$/s.exec(block) ?? [];
        expect((await cliToEnd(command.split(' '), env, HURRIED)).out).toBe(expected);
      }
    } finally {
      process.chdir(before);
    }
    expect(cluster.installed('op/etcd')).toBe('etcd.v2.0.0');
  },
);

it('docs/approvals.md has the Role that approve names', () => {
  const [, role = ''] = /```yaml\n(apiVersion: rbac.*?)```/s.exec(PAGE) ?? [];
  expect(parse(role)).toEqual(approverRole('op'));
});
