import { describe, expect, it } from 'vitest';
import { headMoves, type UpgradePath, upgradePaths } from '../../../src/olm/resolver/upgrade-path.js';
import { chain, GROUP, offered, present, type ResolverDocument, resolverCluster, subscribed } from '../../support/resolver-documents.js';

const KETTLE = chain('kettle', '1.0.0', '1.1.0', '1.2.0');

/** The first path of a cluster in which kettle is subscribed. */
function path(...documents: readonly ResolverDocument[]): UpgradePath {
  const [first] = upgradePaths(resolverCluster(GROUP, ...documents));
  if (!first) throw new Error('no path');
  return first;
}

describe('the way of a Subscription', () => {
  it('is each step from what is installed to the head', () => {
    const documents = [
      ...offered('kettle', { stable: KETTLE }),
      subscribed('kettle', { channel: 'stable' }, 'kettle.v1.0.0'),
      present('kettle.v1.0.0'),
    ];
    expect(path(...documents)).toMatchObject({
      installed: 'kettle.v1.0.0',
      steps: [
        { from: 'kettle.v1.0.0', to: 'kettle.v1.1.0', reason: 'replaces', approval: 'Automatic' },
        { from: 'kettle.v1.1.0', to: 'kettle.v1.2.0', reason: 'replaces' },
      ],
      end: 'kettle.v1.2.0',
      head: 'kettle.v1.2.0',
      neverInstalled: [],
      uncertain: false,
    });
    expect(path(...documents).stopped).toBeUndefined();
  });

  it('without a channel is measured by the default channel, and goes on in others', () => {
    const found = path(
      ...offered('kettle', { stable: KETTLE, fast: [...KETTLE, ...chain('kettle', '1.2.0', '2.0.0').slice(1)] }),
      subscribed('kettle'),
    );
    expect(found).toMatchObject({
      steps: [
        { to: 'kettle.v1.2.0', reason: 'install', channel: 'stable' },
        { to: 'kettle.v2.0.0', reason: 'replaces', channel: 'fast' },
      ],
      head: 'kettle.v1.2.0',
      otherHeads: [{ channel: 'fast', head: 'kettle.v2.0.0' }],
      neverInstalled: [],
    });
    expect(found.channel).toBeUndefined();
  });

  it('begins at startingCSV, and goes on from there', () => {
    const found = path(...offered('kettle', { stable: KETTLE }), subscribed('kettle', { channel: 'stable', startingCSV: 'kettle.v1.1.0' }));
    expect(found).toMatchObject({
      startingCSV: 'kettle.v1.1.0',
      steps: [
        { to: 'kettle.v1.1.0', reason: 'startingCSV' },
        { to: 'kettle.v1.2.0', reason: 'replaces' },
      ],
    });
  });

  it('waits where a Subscription of the namespace is Manual', () => {
    const found = path(...offered('kettle', { stable: KETTLE }), subscribed('kettle', { installPlanApproval: 'Manual' }));
    expect(found).toMatchObject({ approval: 'Manual', steps: [{ approval: 'Manual' }] });
  });

  it.each([
    ['skips', { skips: ['kettle.v1.0.0', 'kettle.v1.1.0'] }],
    ['skipRange', { skipRange: '<1.2.0' }],
  ] as const)('passes over versions by %s, and says which', (reason, edge) => {
    const entries = [...KETTLE.slice(0, 2), { ...KETTLE[2], name: 'kettle.v1.2.0', ...edge }];
    const found = path(
      ...offered('kettle', { stable: entries }),
      subscribed('kettle', { channel: 'stable' }, 'kettle.v1.0.0'),
      present('kettle.v1.0.0'),
    );
    expect(found).toMatchObject({
      steps: [{ from: 'kettle.v1.0.0', to: 'kettle.v1.2.0', reason }],
      neverInstalled: ['kettle.v1.1.0'],
    });
  });

  it('stops where the operator says so, where nothing leads on, and where the namespace does not resolve', () => {
    const stranded = { name: 'kettle.v1.1.0', skips: ['kettle.v1.0.0'] };
    const gap = [KETTLE[0], stranded, { name: 'kettle.v1.2.0', replaces: 'kettle.v1.1.0' }] as typeof KETTLE;
    const installed = [subscribed('kettle', { channel: 'stable' }, 'kettle.v0.9.0'), present('kettle.v0.9.0')];
    expect(path(...offered('kettle', { stable: gap }), ...installed).stopped).toBe(
      'no later version of the channel upgrades kettle.v0.9.0 and fits the other operators of the namespace',
    );
    const condition = {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { name: 'kettle.v1.2.0', namespace: 'shop' },
      spec: { overrides: [{ type: 'Upgradeable', status: 'False', message: 'hot' }] },
    };
    const held = path(
      ...offered('kettle', { stable: KETTLE }),
      subscribed('kettle', {}, 'kettle.v1.2.0'),
      present('kettle.v1.2.0'),
      condition,
    );
    expect(held).toMatchObject({
      heldBack: 'the operator is not upgradeable: hot',
      stopped: 'the installed operator says that it must not be upgraded',
    });
    const missing = path(...offered('kettle', { stable: KETTLE }), subscribed('kettle', { channel: 'beta' }));
    expect(missing).toMatchObject({
      steps: [],
      stopped: 'the namespace does not resolve',
      failure: { reason: 'ConstraintsNotSatisfiable' },
    });
    expect(missing.end).toBeUndefined();
  });

  it('tells what comes along, which has a way of its own', () => {
    const needing = { type: 'olm.package.required', value: { packageName: 'cup', versionRange: '>=1.0.0' } };
    const cluster = resolverCluster(
      GROUP,
      ...offered('kettle', { stable: [{ name: 'kettle.v1.0.0', properties: [needing] }] }),
      ...offered('cup', { stable: chain('cup', '1.0.0') }),
      subscribed('kettle'),
    );
    expect(upgradePaths(cluster)).toMatchObject([
      { subscription: 'cup-stable-hub-olm', generated: true, steps: [{ to: 'cup.v1.0.0' }] },
      { subscription: 'kettle', generated: false, steps: [{ to: 'kettle.v1.0.0', comesAlong: ['cup.v1.0.0'] }] },
    ]);
  });

  it('tells what is deprecated, and the Kubernetes version that a step needs', () => {
    const deprecations = {
      schema: 'olm.deprecations',
      package: 'kettle',
      entries: [
        { reference: { schema: 'olm.package' }, message: 'use a samovar' },
        { reference: { schema: 'olm.channel', name: 'stable' }, message: 'use fast' },
        { reference: { schema: 'olm.channel', name: 'other' }, message: 'another channel' },
        { reference: { schema: 'olm.bundle', name: 'kettle.v1.0.0' }, message: 'too hot' },
      ],
    };
    const metadata = { type: 'olm.csv.metadata', value: { minKubeVersion: '1.30.0' } };
    const found = path(
      ...offered('kettle', { stable: [{ name: 'kettle.v1.0.0', properties: [metadata] }] }),
      deprecations,
      subscribed('kettle'),
    );
    expect(found).toMatchObject({
      deprecations: ['use a samovar', 'use fast'],
      steps: [{ deprecations: ['too hot'], minKubeVersion: '1.30.0' }],
    });
  });

  it('ends where the bound of rounds is reached', () => {
    const cluster = resolverCluster(
      GROUP,
      ...offered('kettle', { stable: KETTLE }),
      subscribed('kettle', { startingCSV: 'kettle.v1.0.0' }),
    );
    expect(upgradePaths(cluster, 1)).toMatchObject([{ end: 'kettle.v1.0.0', stopped: 'the path was followed no further' }]);
  });
});

describe('a head that moves', () => {
  const cluster = (...versions: readonly string[]) =>
    resolverCluster(GROUP, ...offered('kettle', { stable: chain('kettle', ...versions) }), subscribed('kettle'));

  it('is told of the Subscriptions that end elsewhere', () => {
    const [before, after] = [cluster('1.0.0'), cluster('1.0.0', '1.1.0')];
    expect(headMoves(before, after.catalogs)).toEqual([
      { namespace: 'shop', subscription: 'kettle', before: 'kettle.v1.0.0', after: 'kettle.v1.1.0', approval: 'Automatic' },
    ]);
    expect(headMoves(before, before.catalogs)).toEqual([]);
  });
});
