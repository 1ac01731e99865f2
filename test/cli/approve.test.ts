import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_FILE } from '../../src/olm/lock/lock-name.js';
import { writeLock } from '../../src/olm/lock/lock-of.js';
import { approvalLock } from '../support/approval-lock.js';
import { HURRIED, cliToEnd as toEnd } from '../support/cli-to-end.js';
import { folderOf } from '../support/files.js';
import { OlmCluster } from '../support/olm-cluster.js';
import { serve } from '../support/olm-server.js';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const lockOf = (paths: Record<string, readonly string[]>): string => folderOf({ [LOCK_FILE]: writeLock(approvalLock(paths)) });

const cliToEnd = (argv: readonly string[], env: Parameters<typeof toEnd>[1]) => toEnd(argv, env, HURRIED);

function etcd(last = 2): OlmCluster {
  const cluster = new OlmCluster();
  cluster.catalog.set('etcd', ['etcd.v1.0.0', 'etcd.v2.0.0', 'etcd.v3.0.0'].slice(0, last));
  cluster.subscribe('op', { etcd: 'etcd.v1.0.0' });
  return cluster;
}

describe.skipIf(!hasKubectl)('approve, through the kubectl that is installed', { timeout: 60_000 }, () => {
  it('approves a path of two steps, waits for each, and writes nothing but spec.approved', async () => {
    const cluster = etcd(3);
    const { env, requests } = await serve(cluster);
    const { code, out, err } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v2.0.0', 'etcd.v3.0.0'] }), '--live'], env);
    expect(out).toBe(
      'approved  op/install-op-1: etcd.v1.0.0 → etcd.v2.0.0\napproved  op/install-op-2: etcd.v2.0.0 → etcd.v3.0.0\n2 InstallPlans approved, none left\n',
    );
    expect(err).toContain('op/install-op-1 is approved: etcd.v1.0.0 → etcd.v2.0.0\n');
    expect(err).toContain('op: waiting for CSV etcd.v2.0.0 (Installing)\n');
    expect(code).toBe(0);
    expect(cluster.installed('op/etcd')).toBe('etcd.v3.0.0');
    const writing = requests.filter(({ method }) => method !== 'GET');
    expect(writing.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['install-op-1', 'install-op-2'].map((name) => `PATCH /apis/operators.coreos.com/v1alpha1/namespaces/op/installplans/${name}`),
    );
    for (const { body } of writing) {
      const { metadata, ...rest } = JSON.parse(body);
      expect(rest).toEqual({ spec: { approved: true } });
      expect(Object.keys(metadata).sort()).toEqual(['resourceVersion', 'uid']);
    }
  });

  it('leaves what is not locked, with exit code 1, in the namespaces of the lock alone', async () => {
    const cluster = etcd();
    cluster.subscribe('other', { etcd: 'etcd.v1.0.0' });
    const { env, requests } = await serve(cluster);
    const { code, out } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v1.0.0'] }), '--live'], env);
    expect(out).toBe(
      'left      op/install-op-1: the catalog is ahead of the lock: the plan has etcd.v2.0.0, the lock has etcd.v1.0.0; cdk8s-olm lock --update proposes the version of the catalog\nno InstallPlans approved, 1 left\n',
    );
    expect(code).toBe(1);
    expect(cluster.approved).toEqual([]);
    expect(requests.filter(({ path }) => path.includes('/namespaces/other') || path.endsWith('/v1alpha1/installplans'))).toEqual([]);
  });

  it('reads again after a conflict', async () => {
    const cluster = etcd();
    let isFirst = true;
    const { env } = await serve(cluster, ({ method }) => {
      if (method === 'PATCH' && isFirst) {
        isFirst = false;
        cluster.change('InstallPlan', 'op/install-op-1', ({ metadata }) => Object.assign(metadata, { labels: { a: 'b' } }));
      }
      return undefined;
    });
    const { code, err } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v2.0.0'] }), '--live'], env);
    expect(err).toContain('op/install-op-1 changed while it was approved; it is read again: etcd.v1.0.0 → etcd.v2.0.0\n');
    expect(cluster.approved).toEqual([{ namespace: 'op', csvs: ['etcd.v2.0.0'] }]);
    expect(code).toBe(0);
  });

  it('only shows the decisions with --dry-run', async () => {
    const { env, requests } = await serve(etcd());
    const { code, out } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v2.0.0'] }), '--live', '--dry-run'], env);
    expect(out).toBe(
      'NAMESPACE  PLAN          FROM         TO           LOCK\nop         install-op-1  etcd.v1.0.0  etcd.v2.0.0  allowed\n\n1 InstallPlan waits; the lock allows all\n',
    );
    expect(code).toBe(0);
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('names the right that is missing, and the Role that has it', async () => {
    const message = 'installplans.operators.coreos.com "install-op-1" is forbidden: User "me" cannot patch resource "installplans"';
    const { env } = await serve(etcd(), ({ method }) => (method === 'PATCH' ? { code: 403, reason: 'Forbidden', message } : undefined));
    const { code, err } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v2.0.0'] }), '--live'], env);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('give this user the Role in op:\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n');
  });

  it('tries again where the server is away for a moment, and ends where it stays away', async () => {
    let broken = 2;
    const cluster = etcd();
    const { env } = await serve(cluster, ({ path }) => {
      if (!path.endsWith('/installplans') || broken <= 0) return undefined;
      broken -= 1;
      return { code: 410, reason: 'Expired', message: 'too old resource version' };
    });
    const lock = lockOf({ 'op/etcd': ['etcd.v2.0.0'] });
    expect((await cliToEnd(['approve', lock, '--live'], env)).code).toBe(0);
    broken = Number.POSITIVE_INFINITY;
    const { code, err } = await cliToEnd(['approve', lock, '--live'], env);
    expect(code).toBe(2);
    expect(err).toContain('too old resource version');
  });

  it('names what is missing in all namespaces, each error on its line, and no Role', async () => {
    const message = 'installplans is forbidden';
    const { env } = await serve(etcd(), ({ path }) =>
      path.includes('/v1alpha1/') && !path.includes('/namespaces/') ? { code: 403, reason: 'Forbidden', message } : undefined,
    );
    const { code, err } = await cliToEnd(['plans', '--live', '--lock', lockOf({ 'op/etcd': ['etcd.v2.0.0'] })], env);
    expect(code).toBe(2);
    expect(err).toContain(`${message}\n       Error from server (Forbidden): `);
    expect(err).toContain('name a namespace with --namespace');
    expect(err).not.toContain('kind: Role');
  });

  it('refuses a lock that has nothing to approve by', async () => {
    const { env } = await serve(etcd());
    const { code, err } = await cliToEnd(['approve', lockOf({}), '--live'], env);
    expect([code, err]).toEqual([2, expect.stringContaining('error: the lock has no Subscription')]);
  });

  it('says once what it waits for', async () => {
    const cluster = etcd();
    cluster.ends.set('etcd.v2.0.0', 'Installing');
    const { env } = await serve(cluster);
    const { code, err } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v2.0.0'] }), '--live', '--timeout', '60'], env);
    expect(code).toBe(1);
    expect(err.match(/waiting for CSV etcd\.v2\.0\.0 \(Installing\)/g)).toHaveLength(1);
  });

  it('prints JSON', async () => {
    const { env } = await serve(etcd());
    const { out } = await cliToEnd(['approve', lockOf({ 'op/etcd': ['etcd.v1.0.0'] }), '--live', '--format', 'json'], env);
    expect(JSON.parse(out)).toMatchObject({
      approved: [],
      left: [{ namespace: 'op', name: 'install-op-1', allowed: false, reasons: [{ code: 'catalog-ahead' }] }],
      unfinished: [],
    });
  });
});

describe('approve', () => {
  const lock = (): string => lockOf({ 'op/etcd': ['etcd.v2.0.0'] });

  it('says that there is no kubectl', async () => {
    const { code, err } = await cliToEnd(['approve', lock(), '--live'], { PATH: folderOf({ empty: '' }) });
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: kubectl is not on the PATH; install it, or give a dump of the cluster as a file\n',
    });
  });

  it('gives kubectl its arguments without a shell', async () => {
    const folder = folderOf({ kubectl: '#!/bin/sh\nprintf "%s\\n" "$@" >> "$LOG"\necho \'{"kind":"List","items":[]}\'\n' });
    chmodSync(join(folder, 'kubectl'), 0o755);
    const log = join(folder, 'log');
    const { code, out } = await cliToEnd(['approve', lock(), '--live', '--context', 'a; touch b $(c)'], {
      PATH: `${folder}:${process.env.PATH}`,
      LOG: log,
    });
    expect({ code, out }).toEqual({ code: 0, out: 'no InstallPlans approved, none left\n' });
    expect(readFileSync(log, 'utf8').split('\n').slice(0, 5)).toEqual([
      'get',
      'installplans.operators.coreos.com,subscriptions.operators.coreos.com',
      '--namespace=op',
      '--output=json',
      '--request-timeout=60s',
    ]);
    expect(readFileSync(log, 'utf8')).toContain('\n--context=a; touch b $(c)\n');
  });

  it('needs --live, and a lock', async () => {
    expect((await cliToEnd(['approve', lock()], {})).err).toContain("error: '--live' is needed");
    const { code, err } = await cliToEnd(['approve', folderOf({ 'a.yaml': '' }), '--live'], {});
    expect(code).toBe(2);
    expect(err).toContain('there is no olm-lock.yaml at ');
  });

  it('refuses locks that contradict each other', async () => {
    const { code, err } = await cliToEnd(['approve', lock(), lockOf({ 'op/etcd': ['etcd.v3.0.0'] }), '--live'], {});
    expect(code).toBe(2);
    expect(err).toContain('have different entries for Subscription op/etcd\n');
  });
});
