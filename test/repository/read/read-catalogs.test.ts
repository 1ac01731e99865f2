/** A repository of catalogs that nothing installs from: what OLM installs from each channel before and after the change is compared. */
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const csv = (name: string, ...resources: string[]): object => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name },
  spec: {
    version: name.split('.v')[1],
    installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
    install: {
      strategy: 'deployment',
      spec: {
        clusterPermissions: [{ serviceAccountName: 'robot', rules: [{ apiGroups: [''], resources, verbs: ['get'] }] }],
        deployments: [],
      },
    },
  },
});

interface Given {
  readonly version: string;
  readonly image?: string;
  /** The resources that the operator reads; absent for a catalog without manifests. */
  readonly reads?: readonly string[];
}

const bundle = ({ version, image = `registry.example/op:${version}`, reads }: Given): object => ({
  schema: 'olm.bundle',
  package: 'op',
  name: `op.v${version}`,
  image,
  properties: [
    { type: 'olm.package', value: { packageName: 'op', version } },
    ...(reads
      ? [{ type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(csv(`op.v${version}`, ...reads))).toString('base64') } }]
      : []),
  ],
});

const catalog = (channels: Record<string, readonly string[]>, bundles: readonly Given[], [first = ''] = Object.keys(channels)): string =>
  [
    { schema: 'olm.package', name: 'op', defaultChannel: first },
    ...Object.entries(channels).map(([name, versions]) => ({
      schema: 'olm.channel',
      package: 'op',
      name,
      entries: versions.map((version, index) => ({
        name: `op.v${version}`,
        ...(index > 0 ? { replaces: `op.v${versions[index - 1]}` } : {}),
      })),
    })),
    ...bundles.map(bundle),
  ]
    .map((blob) => JSON.stringify(blob))
    .join('\n---\n');

const OLD = { version: '1.0.0', reads: ['pods'] };
const NEW = { version: '1.1.0', reads: ['pods', 'secrets'] };
const review = (base: Record<string, string>, head: Record<string, string>): ReturnType<typeof cli> =>
  cli(['review', folderOf(base), folderOf(head)]);
const both = (one: string, other = one): Record<string, string> => ({ 'v1/op/catalog.yaml': one, 'v2/op/catalog.yaml': other });

describe('a repository of catalogs', () => {
  const base = catalog({ stable: ['1.0.0'] }, [OLD]);

  it('is no contradiction where each version of a platform has one', () => {
    expect(review(both(base), both(base)).out).toMatch(/^No change in meaning/);
    expect(cli(['check', folderOf(both(base))]).err).not.toContain('DUPLICATE_OBJECT');
  });

  it('has the new head of a channel compared with the old one', () => {
    const { out, err, code } = review(both(base), both(base, catalog({ stable: ['1.0.0', '1.1.0'] }, [OLD, NEW])));
    expect(out).toMatch(/^Grants more: ServiceAccount op\/robot can (?:now also )?get secrets/);
    expect(out).toContain('1.0.0 → 1.1.0');
    expect(err).toContain('the change touches v2 op/stable');
    expect(code).toBe(1);
  });

  it('has a new channel compared with the default one', () => {
    const { out } = review(both(base), both(base, catalog({ stable: ['1.0.0'], fast: ['1.1.0'] }, [OLD, NEW])));
    expect(out).toMatch(/^Grants more: .* \(in v2 op\/fast\)|^Grants more: ServiceAccount op\/robot/);
  });

  it('has another default channel compared', () => {
    const channels = { stable: ['1.0.0'], fast: ['1.1.0'] };
    const was = catalog(channels, [OLD, NEW]);
    expect(
      review({ 'op/catalog.yaml': was }, { 'op/catalog.yaml': was.replace('"defaultChannel":"stable"', '"defaultChannel":"fast"') }).out,
    ).toMatch(/^Grants more: ServiceAccount op\/robot/);
  });

  it('has a new catalog compared with the other ones', () => {
    const { out } = review({ 'v1/op/catalog.yaml': base }, both(base));
    expect(out).toMatch(/^No new permissions/);
  });

  it('has a change that all catalogs get once', () => {
    const next = catalog({ stable: ['1.0.0', '1.1.0'] }, [OLD, NEW]);
    const { out } = review(both(base), both(next));
    expect(out.match(/^error\[/gm)).toHaveLength(1);
  });

  it('has a changed bundle that is no head compared by its name', () => {
    const was = catalog({ stable: ['1.0.0', '1.1.0'] }, [OLD, NEW]);
    const is = catalog({ stable: ['1.0.0', '1.1.0'] }, [{ ...OLD, reads: ['pods', 'nodes'] }, NEW]);
    expect(review({ 'op/catalog.yaml': was }, { 'op/catalog.yaml': is }).out).toMatch(/^Grants more: ServiceAccount op\/robot .*nodes/);
  });

  it('takes nothing from a cluster where a package is removed', () => {
    const { out, code } = review({ 'op/catalog.yaml': base, 'README.md': 'a' }, { 'README.md': 'a' });
    expect(out).not.toContain('Grants less');
    expect(out).toContain('Package op');
    expect(code).toBe(0);
  });

  it.each([
    ['another image of the same repository', 'registry.example/op:evil', 'warning'],
    ['an image of another repository', 'attacker.example/op:1.0.0', 'error'],
  ])('without manifests has %s told', (_, image, severity) => {
    const was = catalog({ stable: ['1.0.0'] }, [{ version: '1.0.0' }]);
    const is = catalog({ stable: ['1.0.0'] }, [{ version: '1.0.0', image }]);
    const { out } = review({ 'op/catalog.yaml': was }, { 'op/catalog.yaml': is });
    expect(out).toMatch(/^Permissions may change: Bundle op\.v1\.0\.0 comes from the image/);
    expect(out).toContain(`${severity}[bundle-image]`);
  });

  it('without manifests has a new version named as not known', () => {
    const was = catalog({ stable: ['1.0.0'] }, [{ version: '1.0.0' }]);
    const is = catalog({ stable: ['1.0.0', '1.1.0'] }, [{ version: '1.0.0' }, { version: '1.1.0' }]);
    const { out } = review({ 'op/catalog.yaml': was }, { 'op/catalog.yaml': is });
    expect(out).toMatch(/^Permissions may change: .*op/);
  });
});
