import { describe, expect, it } from 'vitest';
import type { Locked } from '../../../src/olm/lock/locked-by.js';
import { type ApprovalEvent, type Approved, approve } from '../../../src/supply/approvals/approve.js';
import { lockedTo } from '../../support/approval-lock.js';
import { planOf } from '../../support/install-plans.js';
import { OlmCluster } from '../../support/olm-cluster.js';

const TEN_MINUTES = 600_000;

/** Approves, with what was told. */
async function run(
  cluster: OlmCluster,
  locked: Locked,
  { before, until = TEN_MINUTES }: { before?: (request: 'read' | 'approve') => void; until?: number } = {},
): Promise<Approved & { readonly told: readonly ApprovalEvent[] }> {
  const told: ApprovalEvent[] = [];
  const ended = await approve({ client: cluster.client(before), locked, clock: cluster.clock(), until, tell: (event) => told.push(event) });
  return { ...ended, told };
}
const versions = (name: string, ...numbers: readonly number[]): string[] => numbers.map((number) => `${name}.v${number}.0.0`);
const codes = ({ left }: Approved): string[] => left.flatMap(({ reasons }) => reasons.map(({ code }) => code));

function etcd(last = 3): OlmCluster {
  const cluster = new OlmCluster();
  cluster.catalog.set('etcd', versions('etcd', ...Array.from({ length: last }, (_, index) => index + 1)));
  cluster.subscribe('op', { etcd: 'etcd.v1.0.0' });
  return cluster;
}

describe('approving', () => {
  it('goes a path of three steps, each when the one before runs', async () => {
    const cluster = etcd(4);
    const ended = await run(cluster, lockedTo({ 'op/etcd': versions('etcd', 2, 3, 4) }));
    expect(cluster.approved.map(({ csvs }) => csvs)).toEqual([['etcd.v2.0.0'], ['etcd.v3.0.0'], ['etcd.v4.0.0']]);
    expect(cluster.installed('op/etcd')).toBe('etcd.v4.0.0');
    expect(ended).toMatchObject({ left: [], unfinished: [] });
    expect(ended.approved.map(({ moves }) => moves[0]?.from)).toEqual(versions('etcd', 1, 2, 3));
  });

  it('ends once the operator runs, and not before', async () => {
    const { told } = await run(etcd(2), lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }));
    const waited = told.flatMap((event) => (event.type === 'waiting' ? event.for.map(({ what, phase }) => `${what} ${phase}`) : []));
    expect(waited).toEqual(['plan Installing', 'csv ', 'csv Installing']);
  });

  it('stops at the lock where the catalog has moved on, and says so', async () => {
    const cluster = etcd(2);
    const locked = lockedTo({ 'op/etcd': ['etcd.v2.0.0'] });
    cluster.catalog.set('etcd', versions('etcd', 1, 2, 3, 4));
    const ended = await run(cluster, locked);
    expect(cluster.approved.map(({ csvs }) => csvs)).toEqual([['etcd.v2.0.0']]);
    expect(codes(await run(cluster, locked))).toEqual(['catalog-ahead']);
    expect(ended.approved).toHaveLength(1);
  });

  it('upgrades two Subscriptions of a namespace together', async () => {
    const cluster = new OlmCluster();
    cluster.catalog.set('etcd', versions('etcd', 1, 2)).set('kettle', versions('kettle', 1, 2));
    cluster.subscribe('op', { etcd: 'etcd.v1.0.0', kettle: 'kettle.v1.0.0' });
    await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'], 'op/kettle': ['kettle.v2.0.0'] }));
    expect(cluster.approved.map(({ csvs }) => csvs)).toEqual([['etcd.v2.0.0', 'kettle.v2.0.0']]);
    expect([cluster.installed('op/etcd'), cluster.installed('op/kettle')]).toEqual(['etcd.v2.0.0', 'kettle.v2.0.0']);
  });

  it('leaves a namespace in which the lock has one of two Subscriptions', async () => {
    const cluster = new OlmCluster();
    cluster.catalog.set('etcd', versions('etcd', 1, 2)).set('miner', versions('miner', 1, 2));
    cluster.subscribe('op', { etcd: 'etcd.v1.0.0', miner: 'miner.v1.0.0' });
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }));
    expect(cluster.approved).toEqual([]);
    expect(ended.left.map(({ reasons, subscriptions }) => ({ reasons, subscriptions }))).toEqual([
      { reasons: [{ code: 'not-locked', csv: 'miner.v2.0.0', subscription: 'miner' }], subscriptions: ['etcd', 'miner'] },
    ]);
  });

  it('does not hold one namespace up for another', async () => {
    const cluster = etcd(2);
    cluster.catalog.set('kettle', versions('kettle', 1, 2, 3));
    cluster.subscribe('team', { kettle: 'kettle.v1.0.0' });
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'], 'team/kettle': ['kettle.v3.0.0'] }));
    expect(cluster.approved).toEqual([{ namespace: 'op', csvs: ['etcd.v2.0.0'] }]);
    expect(codes(ended)).toEqual(['not-on-path']);
  });

  it('installs what is not installed yet', async () => {
    const cluster = new OlmCluster();
    cluster.catalog.set('etcd', versions('etcd', 1));
    cluster.subscribe('op', { etcd: undefined });
    expect(await run(cluster, lockedTo({ 'op/etcd': ['etcd.v1.0.0'] }))).toMatchObject({ left: [], unfinished: [] });
    expect(cluster.installed('op/etcd')).toBe('etcd.v1.0.0');
  });

  it('does nothing where nothing waits', async () => {
    const cluster = etcd(1);
    expect(await run(cluster, lockedTo({ 'op/etcd': ['etcd.v1.0.0'] }))).toEqual({ approved: [], left: [], unfinished: [], told: [] });
  });

  it('says what fails, and goes no further', async () => {
    const cluster = etcd(3);
    cluster.ends.set('etcd.v2.0.0', 'Failed');
    const ended = await run(cluster, lockedTo({ 'op/etcd': versions('etcd', 2, 3) }));
    expect(ended.unfinished).toMatchObject([{ what: 'csv', name: 'etcd.v2.0.0', phase: 'Failed' }]);
    expect(cluster.approved).toHaveLength(1);
  });

  it('waits for what it approved where another plan with it is left', async () => {
    const cluster = etcd(2);
    const again = planOf('op/install-z', 2, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }, { csv: 'miner.v1.0.0' }]);
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), {
      before: () => void (cluster.approved.length > 0 && !cluster.get('InstallPlan', 'op', 'install-z') && cluster.put(again)),
    });
    expect(ended.left.map(({ plan }) => plan.name)).toEqual(['install-z']);
    expect(cluster.get('ClusterServiceVersion', 'op', 'etcd.v2.0.0')?.status.phase).toBe('Succeeded');
  });

  it('says what is not done in time', async () => {
    const cluster = etcd(2);
    cluster.ends.set('etcd.v2.0.0', 'Pending');
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }));
    expect(ended.unfinished).toMatchObject([{ what: 'csv', name: 'etcd.v2.0.0', phase: 'Pending' }]);
  });

  it('says that the next step does not come where the catalog ends before the lock', async () => {
    const ended = await run(etcd(2), lockedTo({ 'op/etcd': versions('etcd', 2, 3) }));
    expect(ended.unfinished).toMatchObject([{ what: 'next-plan', name: 'etcd.v3.0.0' }]);
  });

  it('approves nothing once the time is over', async () => {
    const cluster = etcd(2);
    expect((await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), { until: 0 })).left).toHaveLength(1);
    expect(cluster.approved).toEqual([]);
  });

  it('waits for what OLM writes last, and leaves what stays so', async () => {
    const cluster = etcd(2);
    const plan = { kind: 'InstallPlan', id: 'op/install-op-1' };
    const { status } = cluster.list('InstallPlan')[0];
    cluster.change(plan.kind, plan.id, (draft) => Object.assign(draft, { status: { phase: 'RequiresApproval' } }));
    let reads = 0;
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), {
      before: (request) => {
        reads += request === 'read' ? 1 : 0;
        if (reads === 3) cluster.change(plan.kind, plan.id, (draft) => Object.assign(draft, { status }));
      },
    });
    expect(ended).toMatchObject({ left: [], unfinished: [] });
    const empty = etcd(2);
    empty.change(plan.kind, plan.id, (draft) => Object.assign(draft, { status: { phase: 'RequiresApproval' } }));
    expect(codes(await run(empty, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] })))).toContain('empty');
    expect(empty.approved).toEqual([]);
  });
});

describe('a plan that changes while it is approved', () => {
  /** Changes the plan between reading and approving, once. */
  const between = (change: () => void): ((request: 'read' | 'approve') => void) => {
    let isDone = false;
    return (request) => {
      if (request === 'read' || isDone) return;
      isDone = true;
      change();
    };
  };

  it('is read again, and left if another CSV is in it now', async () => {
    const cluster = etcd(2);
    const more = planOf('op/install-op-1', 1, [{ csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' }, { csv: 'miner.v1.0.0' }]);
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), { before: between(() => cluster.put(more)) });
    expect(ended.told.map(({ type }) => type)).toEqual(['changed']);
    expect(cluster.approved).toEqual([]);
    expect(codes(ended)).toEqual(['not-locked']);
  });

  it('is read again, and approved if it is still what the lock says', async () => {
    const cluster = etcd(2);
    const touch = (): void =>
      cluster.change('InstallPlan', 'op/install-op-1', ({ metadata }) => Object.assign(metadata, { labels: { a: 'b' } }));
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), { before: between(touch) });
    expect(ended.told.map(({ type }) => type).slice(0, 2)).toEqual(['changed', 'approved']);
    expect(ended.unfinished).toEqual([]);
  });

  it('does not make the one of the next generation allowed', async () => {
    const cluster = etcd(2);
    cluster.images.set('etcd.v2.0.0', `registry.example.com/other@sha256:${'f'.repeat(64)}`);
    const newer = (): void => {
      cluster.change('Subscription', 'op/etcd', ({ status }) => Object.assign(status, { currentCSV: 'etcd.v1.0.0' }));
      cluster.change('InstallPlan', 'op/install-op-1', ({ metadata }) => Object.assign(metadata, { labels: { a: 'b' } }));
      cluster.resolve('op');
    };
    const ended = await run(cluster, lockedTo({ 'op/etcd': ['etcd.v2.0.0'] }), { before: between(newer) });
    expect(cluster.approved).toEqual([]);
    expect(ended.left.map(({ plan, reasons }) => [plan.name, ...reasons.map(({ code }) => code)])).toEqual([
      ['install-op-1', 'outdated', 'not-pointed-to', 'not-asked'],
      ['install-op-2', 'other-digest'],
    ]);
  });
});

describe('ten upgrades', () => {
  const PATHS = {
    'a/etcd': versions('etcd', 2, 3, 4),
    'b/etcd': versions('etcd', 2),
    'b/kettle': versions('kettle', 2),
    'c/kettle': versions('kettle', 2, 3),
    'd/pot': versions('pot', 2),
    'e/pot': versions('pot', 2, 3),
  };
  const ten = (): OlmCluster => {
    const cluster = new OlmCluster();
    for (const name of ['etcd', 'kettle', 'pot']) cluster.catalog.set(name, versions(name, 1, 2, 3, 4, 5));
    cluster.subscribe('a', { etcd: 'etcd.v1.0.0' });
    cluster.subscribe('b', { etcd: 'etcd.v1.0.0', kettle: 'kettle.v1.0.0' });
    cluster.subscribe('c', { kettle: 'kettle.v1.0.0' });
    cluster.subscribe('d', { pot: 'pot.v1.0.0' });
    cluster.subscribe('e', { pot: 'pot.v1.0.0' });
    // Nothing of it is locked.
    cluster.subscribe('f', { pot: 'pot.v1.0.0' });
    return cluster;
  };
  const isLocked = ({ namespace, csvs }: OlmCluster['approved'][number]): boolean =>
    csvs.every((csv) => Object.entries(PATHS).some(([id, path]) => id.startsWith(`${namespace}/`) && path.includes(csv)));
  const ends = (cluster: OlmCluster): unknown[] => Object.keys(PATHS).map((id) => cluster.installed(id));
  const LOCKED = Object.values(PATHS).map((path) => path.at(-1));

  it('run, and nothing that is not locked', async () => {
    const cluster = ten();
    await run(cluster, lockedTo(PATHS));
    expect(ends(cluster)).toEqual(LOCKED);
    expect(cluster.approved.flatMap(({ csvs }) => csvs)).toHaveLength(10);
    expect(cluster.approved.every(isLocked)).toBe(true);
    expect(cluster.installed('f/pot')).toBe('pot.v1.0.0');
  });

  it('run to their end after a kill at any request, and never approve what is not locked', async () => {
    let requests = 0;
    await run(ten(), lockedTo(PATHS), {
      before: () => {
        requests += 1;
      },
    });
    expect(requests).toBeGreaterThan(15);
    for (let at = 1; at <= requests; at += 1) {
      const cluster = ten();
      let count = 0;
      const killed = run(cluster, lockedTo(PATHS), {
        before: () => {
          count += 1;
          if (count === at) throw new Error('killed');
        },
      });
      await expect(killed).rejects.toThrow('killed');
      expect(cluster.approved.every(isLocked)).toBe(true);
      await run(cluster, lockedTo(PATHS));
      expect(ends(cluster)).toEqual(LOCKED);
      expect(cluster.approved.flatMap(({ csvs }) => csvs)).toHaveLength(10);
      expect(cluster.approved.every(isLocked)).toBe(true);
    }
  });
});
