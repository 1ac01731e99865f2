/** A synthetic catalog of the shape of a large real one: packages, chains in several channels, APIs, and needs between packages. */

/** A small generator of numbers, always the same. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const GROUP = 'example.com';

/** The version of a place in a chain. */
const versionOf = (index) => `${1 + Math.floor(index / 20)}.${index % 20}.0`;

/**
 * A catalog of so many packages and bundles. Every third package needs an API of another, every fifth a range of versions.
 *
 * @returns what `src/resolver/input.ts` calls a ResolverCatalog
 */
export function syntheticCatalog(packageCount, bundleCount) {
  const random = numbers(7);
  const name = (index) => `operator-${String(index).padStart(3, '0')}`;
  const packages = Array.from({ length: packageCount }, (_, index) => {
    const count = Math.floor(bundleCount / packageCount) + (index < bundleCount % packageCount ? 1 : 0);
    const packageName = name(index);
    const csv = (at) => `${packageName}.v${versionOf(at)}`;
    const need = index % 3 === 0 ? name(random(packageCount)) : undefined;
    const range = index % 5 === 0 ? name(random(packageCount)) : undefined;
    const bundles = Array.from({ length: count }, (_, at) => ({
      name: csv(at),
      image: `example.test/${csv(at)}`,
      properties: [
        { type: 'olm.package', value: { packageName, version: versionOf(at) } },
        ...Array.from({ length: 4 }, (_, api) => ({
          type: 'olm.gvk',
          value: { group: GROUP, version: 'v1', kind: `${packageName}-${api}` },
        })),
        ...(need ? [{ type: 'olm.gvk.required', value: { group: GROUP, version: 'v1', kind: `${need}-${random(4)}` } }] : []),
        ...(range ? [{ type: 'olm.package.required', value: { packageName: range, versionRange: '>=1.0.0' } }] : []),
      ],
    }));
    const entries = bundles.map((bundle, at) => ({
      name: bundle.name,
      skips: [],
      ...(at > 0 ? { replaces: csv(at - 1) } : {}),
      ...(at % 7 === 6 ? { skipRange: `<${versionOf(at)}` } : {}),
    }));
    const channels = [
      { name: 'stable', entries },
      { name: 'fast', entries },
      ...(index % 2 === 0 ? [{ name: 'old', entries: entries.slice(0, Math.max(1, Math.floor(count / 2))) }] : []),
    ];
    return { name: packageName, defaultChannel: 'stable', channels, bundles };
  });
  return { namespace: 'olm', name: 'synthetic', packages };
}

/** So many Subscriptions in so many namespaces, each namespace with its OperatorGroup; one in four pins a start. */
export function syntheticSubscriptions(count, namespaceCount, { packages, namespace, name }) {
  const random = numbers(11);
  const taken = new Set();
  const subscriptions = Array.from({ length: count }, (_, index) => {
    const at = `team-${String(index % namespaceCount).padStart(2, '0')}`;
    let offered = packages[random(packages.length)];
    while (taken.has(`${at}/${offered.name}`)) offered = packages[random(packages.length)];
    taken.add(`${at}/${offered.name}`);
    return {
      namespace: at,
      name: offered.name,
      packageName: offered.name,
      catalogSource: name,
      catalogSourceNamespace: namespace,
      ...(index % 2 === 0 ? { channel: 'stable' } : index % 5 === 0 ? {} : { channel: 'fast' }),
      ...(index % 4 === 0 ? { startingCSV: offered.bundles[Math.floor(offered.bundles.length / 2)].name } : {}),
    };
  });
  const groups = Array.from({ length: namespaceCount }, (_, index) => ({
    namespace: `team-${String(index).padStart(2, '0')}`,
    name: 'og',
  }));
  return { subscriptions, groups };
}
