import { describe, expect, it } from 'vitest';
import { folderPackages } from '../../src/catalog/folder-packages.js';
import { bundleProperties } from '../../src/dependencies/properties.js';
import type { Bundle, UpdateGraph } from '../../src/model/bundle.js';
import { bundle } from '../support/bundle-files.js';

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

  it('are none for bundles that do not say their package', () => {
    expect(folderPackages([unnamed(bundle('etcd/0.9.4'))])).toEqual([]);
  });

  it('pass over what no graph can have', () => {
    const odd = bundle('etcd/0.9.4', { spec: { replaces: ['etcd.v0.9.2'], skips: [1, 'etcd.v0.9.0', null] } });
    expect(folderPackages([odd])[0]?.channels[0]?.entries).toEqual([{ name: 'etcd.v0.9.4', skips: ['etcd.v0.9.0'] }]);
  });
});
