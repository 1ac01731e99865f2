/**
 * Measures the resolver on a catalog of 333 packages and 7,018 bundles, with 300 Subscriptions in 50 namespaces: the CPU time
 * after reading. Run with `npm run bench:resolver [-- PACKAGES BUNDLES SUBSCRIPTIONS NAMESPACES]`.
 */
import { resolveAll, resolveUntilStable } from '../build/src/olm/resolver/resolve.js';
import { upgradePaths } from '../build/src/olm/resolver/upgrade-path.js';
import { syntheticCatalog, syntheticSubscriptions } from './catalogue.mjs';

const [packages = 333, bundles = 7018, count = 300, namespaces = 50] = process.argv.slice(2).map(Number);
const catalog = syntheticCatalog(packages, bundles);
const input = { catalogs: [catalog], csvs: [], ...syntheticSubscriptions(count, namespaces, catalog) };

function timed(name, work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name.padEnd(60)} ${((user + system) / 1e6).toFixed(2).padStart(7)} s of CPU`);
  return result;
}

const resolutions = timed(`${count} Subscriptions in ${namespaces} namespaces, once`, () => resolveAll(input));
console.log(
  `  ${resolutions.reduce((sum, { installs }) => sum + installs.length, 0)} bundles, ${resolutions.filter(({ failure }) => failure).length} namespaces fail, ${resolutions.filter(({ uncertain }) => uncertain).length} uncertain`,
);
timed('the same once more', () => resolveAll(input));
const { rounds, stable } = timed('until nothing changes', () => resolveUntilStable(input));
console.log(`  ${rounds.length} rounds, ${stable ? 'stable' : 'not stable'}`);
timed('upgrade paths', () => upgradePaths(input));
