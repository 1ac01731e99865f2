import { describe, expect, it } from 'vitest';
import { folderPackages } from '../../../src/olm/catalog/folder-packages.js';
import { bundleProperties } from '../../../src/olm/dependencies/properties.js';
import type { Bundle } from '../../../src/olm/model/bundle.js';
import type { UpdateGraph } from '../../../src/olm/model/update-graph.js';
import { bundle } from '../../support/bundle-files.js';

function unnamed({ packageName: _, ...rest }: Bundle): Bundle {
  return rest;
}

describe('bundle folders as packages', () => {
  it('have the graph that the CSVs say', () => {
    const [old, skipped, latest] = [
      bundle('etcd/0.9.0', { channels: 'stable,alpha' }),
      bundle('etcd/0.9.2', { channels: 'alpha', replaces: 'etcd.v0.9.0' }),
      bundle('etcd/0.9.4', { channels: 'alpha', defaultChannel: 'stable', replaces: 'etcd.v0.9.0', skips: ['etcd.v0.9.2'] }),
    ];
    expect(folderPackages([latest, old, skipped])).toEqual([
      {
        name: 'etcd',
        defaultChannel: 'stable',
        channels: [
          {
            name: 'alpha',
            entries: [
              { name: 'etcd.v0.9.4', replaces: 'etcd.v0.9.0', skips: ['etcd.v0.9.2'] },
              { name: 'etcd.v0.9.2', replaces: 'etcd.v0.9.0', skips: [] },
              { name: 'etcd.v0.9.0', skips: [] },
            ],
          },
          { name: 'stable', entries: [{ name: 'etcd.v0.9.0', skips: [] }] },
        ],
        bundles: new Map(
          [latest, skipped, old].map((one) => [one.name, { name: one.name, packageName: 'etcd', properties: bundleProperties(one) }]),
        ),
      },
    ]);
  });

  it.each<[string, Bundle[], string]>([
    ['what the latest bundle says', [bundle('a/10.0.0', { defaultChannel: 'new' }), bundle('a/9.0.0', { defaultChannel: 'old' })], 'new'],
    ['what any bundle says, if the latest says nothing', [bundle('a/2.0.0'), bundle('a/1.0.0', { defaultChannel: 'old' })], 'old'],
    ['even one that no bundle is in', [bundle('a/1.0.0', { channels: 'stable', defaultChannel: 'later' })], 'later'],
    ['the only channel', [bundle('a/1.0.0', { channels: 'beta' })], 'beta'],
    ['unknown with several', [bundle('a/1.0.0', { channels: 'beta,alpha' })], ''],
  ])('have as default channel %s', (_, bundles, expected) => {
    expect(folderPackages(bundles)[0]?.defaultChannel).toBe(expected);
  });

  it('have the order of versions where the CSVs do not state the graph', () => {
    const loose = ['1.10.0', '1.9.0', '2.0.0-rc.1'].map((version) => bundle(`etcd/${version}`));
    expect(folderPackages(loose)[0]?.channels[0]?.isAssumed).toBe(true);
    expect(folderPackages(loose)[0]?.channels[0]?.entries).toEqual([
      { name: 'etcd.v2.0.0-rc.1', replaces: 'etcd.v1.10.0', skips: [] },
      { name: 'etcd.v1.10.0', replaces: 'etcd.v1.9.0', skips: [] },
      { name: 'etcd.v1.9.0', skips: [] },
    ]);
  });

  it('have the graph that the settings of the folder say, whatever the CSVs do', () => {
    const versions = ['1.0.0', '1.0.1', '1.1.0', '1.1.2'].map((version) => bundle(`etcd/${version}`, { replaces: 'etcd.v0.9.0' }));
    const graph = (updateGraph: UpdateGraph): unknown => {
      const [{ entries, isAssumed } = { entries: [] }] =
        folderPackages(versions.map((one) => ({ ...one, updateGraph })))[0]?.channels ?? [];
      return [
        isAssumed,
        entries.map(({ name, replaces, skips }) => [name, replaces, skips].flat().map((one) => one?.replace('etcd.v', ''))),
      ];
    };
    expect(graph('semver-mode')).toEqual([
      undefined,
      [
        ['1.1.2', '1.1.0'],
        ['1.1.0', '1.0.1'],
        ['1.0.1', '1.0.0'],
        ['1.0.0', undefined],
      ],
    ]);
    expect(graph('semver-skippatch-mode')).toEqual([
      undefined,
      [
        ['1.1.2', '1.0.1', '1.1.0'],
        ['1.1.0', '1.0.1'],
        ['1.0.1', undefined, '1.0.0'],
        ['1.0.0', undefined],
      ],
    ]);
  });

  describe('that catalog templates and release-config.yaml release', () => {
    const graphs = (...bundles: Bundle[]): unknown =>
      folderPackages(bundles)[0]?.channels.map(({ name, entries, isAssumed }) => [
        name,
        isAssumed ?? false,
        entries.map((entry) => [entry.name, entry.replaces, entry.skips].flat().map((one) => one?.replace('etcd.v', ''))),
      ]);

    it('have the channels and the graph that these say, whatever the bundles do', () => {
      const released = (version: string, releases: NonNullable<Bundle['releases']>): Bundle => ({
        ...bundle(`etcd/${version}`, { channels: 'old', replaces: 'etcd.v0.0.1' }),
        updateGraph: 'semver-mode',
        releases,
      });
      const first = released('1.0.0', [{ channel: 'stable', entry: { skips: [] } }]);
      const second = released('1.1.0', [{ channel: 'stable', entry: { skips: ['etcd.v1.0.0'] } }]);
      expect(graphs(first, second, released('1.2.0', []))).toEqual([
        [
          'stable',
          false,
          [
            ['1.1.0', undefined, '1.0.0'],
            ['1.0.0', undefined],
          ],
        ],
      ]);
    });

    it('have the order of versions where two templates differ', () => {
      const channel = 'stable';
      const first = { ...bundle('etcd/1.0.0'), releases: [{ channel, entry: { skips: [] } }] };
      const releases = [
        { channel, entry: { skips: [], replaces: 'etcd.v1.0.0' } },
        { channel, entry: { skips: ['etcd.v1.0.0'] } },
      ];
      expect(graphs(first, { ...bundle('etcd/1.1.0'), releases })).toEqual([
        [
          'stable',
          true,
          [
            ['1.1.0', '1.0.0'],
            ['1.0.0', undefined],
          ],
        ],
      ]);
    });

    it('have the graph of opm in the channels of a template olm.semver', () => {
      const versions = ['1.0.0', '1.0.1', '1.1.0', '1.1.2', '2.0.0'].map((version) => {
        const [major, minor] = version.split('.');
        const releases = [{ channel: `stable-v${major}` }, { channel: `stable-v${major}.${minor}` }];
        return { ...bundle(`etcd/${version}`), releases };
      });
      expect(graphs(...versions)).toEqual([
        [
          'stable-v1',
          false,
          [
            ['1.1.2', '1.0.1', '1.1.0', '1.0.0'],
            ['1.1.0', undefined],
            ['1.0.1', undefined, '1.0.0'],
            ['1.0.0', undefined],
          ],
        ],
        [
          'stable-v1.0',
          false,
          [
            ['1.0.1', undefined, '1.0.0'],
            ['1.0.0', undefined],
          ],
        ],
        [
          'stable-v1.1',
          false,
          [
            ['1.1.2', '1.0.1', '1.1.0', '1.0.0'],
            ['1.1.0', undefined],
          ],
        ],
        ['stable-v2', false, [['2.0.0', undefined]]],
        ['stable-v2.0', false, [['2.0.0', undefined]]],
      ]);
    });
  });

  it('are none for bundles that do not say their package', () => {
    expect(folderPackages([unnamed(bundle('etcd/0.9.4'))])).toEqual([]);
  });

  it('pass over what no graph can have', () => {
    const odd = bundle('etcd/0.9.4', { spec: { replaces: ['etcd.v0.9.2'], skips: [1, 'etcd.v0.9.0', null] } });
    expect(folderPackages([odd])[0]?.channels[0]?.entries).toEqual([{ name: 'etcd.v0.9.4', skips: ['etcd.v0.9.0'] }]);
  });
});
