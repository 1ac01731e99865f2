/** Subscriptions whose choice is not settled by the repository alone, or that add nothing. */
import type { Cluster } from '../../model/cluster.js';
import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import type { Subscription } from '../../model/subscription.js';
import { csvReference, subscriptionReference } from '../references.js';

/** Findings about the Subscriptions of a cluster, in their order. */
export function subscriptionFindings({ subscriptions, clusterServiceVersions }: Cluster): Finding[] {
  const bundled = new Set(clusterServiceVersions.filter(({ bundle }) => bundle).map(({ namespace, name }) => `${namespace}/${name}`));
  const choosing = subscriptions.filter(({ namespace, csv }) => bundled.has(`${namespace}/${csv}`));
  return [...choosing.flatMap(notPinned), ...redundant(subscriptions)];
}

/** Those of a snapshot are settled by the CSV that is there. */
function notPinned(subscription: Subscription): Finding[] {
  const { namespace, startingCSV, channel, packageName, csv = '' } = subscription;
  if (startingCSV !== undefined) return [];
  return [
    {
      id: 'subscription-not-pinned',
      severity: 'info',
      subject: subscriptionReference(subscription),
      message: `${csv}, the head of the ${channel ? `channel ${channel}` : 'default channel'} of ${packageName}, is taken; a newer bundle in the input would change that`,
      fix: `set spec.startingCSV to ${csv}`,
      related: [csvReference({ namespace, name: csv })],
      verdict: false,
    },
  ];
}

/** OLM serves such Subscriptions with one CSV. */
function redundant(subscriptions: readonly Subscription[]): Finding[] {
  const bringing = subscriptions.filter(({ csv }) => csv !== undefined);
  return [...groupBy(bringing, ({ namespace, csv }) => `${namespace}/${csv}`).values()].flatMap(([first, ...more]) =>
    more.map(
      (subscription): Finding => ({
        id: 'subscription-redundant',
        severity: 'warning',
        subject: subscriptionReference(subscription),
        message: `Subscription ${first?.name} already brings ${subscription.csv} into the namespace ${subscription.namespace}`,
        fix: `remove one of the two; they part as soon as one of them is changed`,
        related: first ? [subscriptionReference(first)] : [],
        verdict: false,
      }),
    ),
  );
}
