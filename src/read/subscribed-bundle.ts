/** What a Subscription installs: a CSV that its namespace already has, or a bundle with its manifests. */
import { chooseBundle } from '../catalog/choose-bundle.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Bundle } from '../model/bundle.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Subscription } from '../model/subscription.js';
import { bundleContent, type Offers } from './bundle-content.js';

/** What a Subscription installs. Without a CSV, there are problems, or the CSV cannot be known. */
export interface Subscribed {
  readonly subscription: Subscription;
  /** The name of its CSV. */
  readonly csv?: string;
  /** Absent if the CSV already exists. */
  readonly bundle?: Bundle;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * What one Subscription installs.
 *
 * @param given the CSVs of the input in its namespace
 */
export function subscribedBundle(subscription: Subscription, given: readonly ClusterServiceVersion[], offers: Offers): Subscribed {
  const { packages, folders, manifestsOf, unread } = offers;
  const installed = installedCsv(subscription, given);
  if (installed !== undefined) return { subscription, csv: installed, problems: [] };
  // A cluster described by its CSVs alone: its Subscriptions have nothing to add.
  if (given.length > 0 && packages.length + unread.length === 0 && folders.size === 0) return { subscription, problems: [] };

  // A bundle without a package name can still be requested by its own name.
  const named = folders.get(subscription.startingCSV ?? '');
  if (named && named.packageName === undefined) {
    const bundle = manifestsOf(named.name);
    return { subscription, csv: named.name, problems: [], ...(bundle ? { bundle } : {}) };
  }

  const chosen = chooseBundle(subscription, packages, unread);
  if ('problem' in chosen) return { subscription, problems: [chosen.problem] };
  if (given.some(({ name }) => name === chosen.name)) return { subscription, csv: chosen.name, problems: [] };
  const { bundle, problems } = bundleContent(chosen.name, chosen.from, offers, subscription);
  return { subscription, problems, ...(bundle ? { csv: bundle.name, bundle } : {}) };
}

/** In a snapshot of a cluster, the existing CSV stays, whatever a catalog contains now. */
function installedCsv(subscription: Subscription, given: readonly ClusterServiceVersion[]): string | undefined {
  const { installedCSV, currentCSV, startingCSV, packageName, namespace } = subscription;
  const byName = [installedCSV, currentCSV, startingCSV].find((name) => given.some((csv) => csv.name === name));
  // The label that OLM sets on the parts of an operator.
  const label = `operators.coreos.com/${packageName}.${namespace}`;
  return byName ?? given.find(({ labels }) => Object.hasOwn(labels, label))?.name;
}
