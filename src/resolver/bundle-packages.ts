/** Bundles of folders as packages of a catalog, with the properties that `opm` would write of them. */
import { packagesOfBundles } from '../catalog/packages-of-bundles.js';
import type { BundleDependency, BundleOutline } from '../model/bundle.js';
import type { Property, ResolverBundle, ResolverPackage } from '../model/resolver-input.js';
import { csvDocument } from './documents.js';
import { specProperties } from './spec-properties.js';

/** The packages; the graphs of their channels come from the CSVs. */
export function packagesOfFolders(bundles: readonly BundleOutline[]): ResolverPackage[] {
  const byName = new Map(bundles.map((bundle) => [bundle.name, bundle]));
  return packagesOfBundles(bundles).map(({ name, defaultChannel = '', channels, bundles: members }) => ({
    name,
    defaultChannel,
    channels: channels.map((channel) => ({
      name: channel.name,
      entries: channel.entries.map(({ name: entry, replaces, skips }) => {
        const skipRange = byName.get(entry)?.csv.metadata.annotations?.['olm.skipRange'];
        return { name: entry, skips, ...(replaces ? { replaces } : {}), ...(skipRange ? { skipRange } : {}) };
      }),
    })),
    bundles: [...members.keys()].flatMap((member) => {
      const bundle = byName.get(member);
      return bundle ? [bundleOf(bundle, name)] : [];
    }),
  }));
}

function bundleOf(bundle: BundleOutline, packageName: string): ResolverBundle {
  const { data } = csvDocument.safeParse(bundle.csv);
  const { minKubeVersion } = (data?.spec ?? {}) as { minKubeVersion?: unknown };
  return {
    name: bundle.name,
    ...(typeof minKubeVersion === 'string' ? { minKubeVersion } : {}),
    properties: [
      { type: 'olm.package', value: { packageName, version: bundle.version ?? '' } },
      ...specProperties(data?.spec),
      ...bundle.dependencies.map(required),
    ],
    ...(bundle.source ? { source: bundle.source } : {}),
  };
}

/** What `metadata/dependencies.yaml` states, as properties (operator-registry, model_to_api.go and back). */
function required({ type, value }: BundleDependency): Property {
  const { packageName, version } = (value ?? {}) as { packageName?: unknown; version?: unknown };
  switch (type) {
    case 'olm.package':
      return { type: 'olm.package.required', value: { packageName, versionRange: version } };
    case 'olm.gvk':
      return { type: 'olm.gvk.required', value };
    case 'olm.label':
      return { type: 'olm.label.required', value };
    default:
      return { type, value };
  }
}
