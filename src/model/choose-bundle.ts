/** What a Subscription comes to: a CSV that its namespace already has, or a bundle with its manifests. */
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle, CatalogBundle } from './bundle.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { decodeBundle } from './decode-bundle.js';
import type { Package } from './package.js';
import { pickBundle } from './pick-bundle.js';
import type { Subscription } from './subscription.js';

/** What there is to choose from. */
export interface Offers {
  readonly packages: readonly Package[];
  /** The bundles of folders, by name. */
  readonly folders: ReadonlyMap<string, Bundle>;
}

/** A Subscription's choice; without a CSV, there are problems, or nothing can be said. */
export interface Choice {
  readonly subscription: Subscription;
  /** The name of its CSV. */
  readonly csv?: string;
  /** Absent when the CSV is already there. */
  readonly bundle?: Bundle;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Chooses for one Subscription.
 *
 * @param given the CSVs that the input has in its namespace
 */
export function chooseBundle(subscription: Subscription, given: readonly ClusterServiceVersion[], { packages, folders }: Offers): Choice {
  const installed = installedCsv(subscription, given);
  if (installed !== undefined) return { subscription, csv: installed, problems: [] };
  // A cluster described by its CSVs alone: its Subscriptions have nothing to add.
  if (given.length > 0 && packages.length === 0 && folders.size === 0) return { subscription, problems: [] };

  // A bundle that does not say its package can still be asked for by name.
  const named = folders.get(subscription.startingCSV ?? '');
  if (named && named.packageName === undefined) return { subscription, csv: named.name, bundle: named, problems: [] };

  const picked = pickBundle(subscription, packages);
  if ('problem' in picked) return { subscription, problems: [picked.problem] };
  if (given.some(({ name }) => name === picked.name)) return { subscription, csv: picked.name, problems: [] };
  const offered = picked.from.bundles.get(picked.name);
  // The catalog's own problems say that its bundle is missing.
  if (!offered) return { subscription, problems: [] };
  const { bundle, problems } = 'csv' in offered ? { bundle: offered, problems: [] } : decodeBundle(offered, picked.from);
  const chosen = bundle ?? folders.get(picked.name);
  if (problems.length > 0) return { subscription, problems };
  if (!chosen) return { subscription, problems: [contentMissing(subscription, offered as CatalogBundle)] };
  return { subscription, csv: chosen.name, bundle: chosen, problems: [] };
}

/** In a snapshot of a cluster, the CSV that is there stays, whatever a catalog has by now. */
function installedCsv(subscription: Subscription, given: readonly ClusterServiceVersion[]): string | undefined {
  const { installedCSV, currentCSV, startingCSV, packageName, namespace } = subscription;
  const byName = [installedCSV, currentCSV, startingCSV].find((name) => given.some((csv) => csv.name === name));
  // The label that OLM gives to the parts of an operator.
  const label = `operators.coreos.com/${packageName}.${namespace}`;
  return byName ?? given.find(({ labels }) => Object.hasOwn(labels, label))?.name;
}

function contentMissing(subscription: Subscription, { name, packageName, image }: CatalogBundle): UnlocatedProblem {
  const origin = image === undefined ? 'its image' : `the image ${image}`;
  return {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `the catalog describes ${name} but does not hold its manifests`,
    found: 'no olm.bundle.object with a ClusterServiceVersion',
    expected: 'the manifests of the bundle',
    fix: `copy manifests/ and metadata/ of ${origin} into a folder of the input, such as bundles/${packageName}/${name}`,
    source: subscription.source,
    at: ['spec', subscription.startingCSV === undefined ? 'name' : 'startingCSV'],
  };
}
