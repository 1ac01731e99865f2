/** A lock of bundle folders, as `lock` makes it of a catalog that offers them. */
import { folderPackages } from '../../src/olm/catalog/folder-packages.js';
import { judgedContent } from '../../src/olm/lock/bundle-content.js';
import type { LockFile } from '../../src/olm/lock/lock-file.js';
import { lockOf, type Selection } from '../../src/olm/lock/lock-of.js';
import type { Bundle } from '../../src/olm/model/bundle.js';

/** The lock of a selection among bundles that one catalog offers, at images of their names. */
export function lockOfBundles(bundles: readonly Bundle[], selection: Partial<Selection>, catalog = 'olm/catalog'): LockFile {
  const packages = folderPackages(bundles);
  const imageOf = (name: string): string => `registry.example.com/${name}@sha256:${'0'.repeat(64)}`;
  const offered = packages.map((one) => ({
    ...one,
    bundles: new Map([...one.bundles].map(([name, bundle]) => [name, { ...bundle, image: imageOf(name) }])),
  }));
  return lockOf(
    { subscriptions: [], clusterExtensions: [], dependencies: [], ...selection },
    {
      catalogs: [{ name: catalog, image: 'registry.example.com/catalog:latest', digest: `sha256:${'1'.repeat(64)}` }],
      packageOf: (_, name) => offered.find((one) => one.name === name),
      contentOf: ({ name }) => {
        const bundle = bundles.find((one) => one.name === name);
        return bundle && { digest: `sha256:${'0'.repeat(64)}`, content: judgedContent(bundle) };
      },
    },
  );
}
