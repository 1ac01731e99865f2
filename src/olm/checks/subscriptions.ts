/** Finds Subscriptions whose CSV depends on more than their fields, and redundant ones. */

import { groupBy, namespacedName } from '../../base/kubernetes/object.js';
import { csvReference, type Discovery, subscriptionReference } from '../model/finding.js';
import type { Subscription } from '../model/subscription.js';
import { clusterRule } from './surroundings.js';

/** A note about each Subscription without a pinned version. In a snapshot, the installed CSV pins it. */
export const subscriptionNotPinned = clusterRule('subscription-not-pinned', 'info', 'A Subscription follows a channel', {
  meaning: 'A Subscription installs the head of a channel. A newer bundle in the input becomes the head.',
  fix: 'Set spec.startingCSV.',
  find: ({ subscriptions, clusterServiceVersions }) => {
    const bundled = new Set(clusterServiceVersions.filter(({ bundle }) => bundle).map(namespacedName));
    return subscriptions.filter(({ namespace, csv }) => bundled.has(`${namespace}/${csv}`)).flatMap(notPinned);
  },
});

function notPinned(subscription: Subscription): Discovery[] {
  const { namespace, startingCSV, channel, packageName, csv = '' } = subscription;
  if (startingCSV !== undefined) return [];
  return [
    {
      subject: subscriptionReference(subscription),
      message: `the Subscription installs ${csv}, the head of the ${channel ? `channel ${channel}` : 'default channel'} of ${packageName}; a newer bundle in the input would replace it`,
      fix: `set spec.startingCSV to ${csv}`,
      related: [csvReference({ namespace, name: csv })],
    },
  ];
}

/** A warning about Subscriptions for the same CSV: OLM installs one CSV for all of them. */
export const subscriptionRedundant = clusterRule('subscription-redundant', 'warning', 'Two Subscriptions install the same CSV', {
  meaning: 'Two Subscriptions in a namespace install the same CSV.',
  fix: 'Remove one of the two Subscriptions.',
  find: ({ subscriptions }) => {
    const bringing = subscriptions.filter(({ csv }) => csv !== undefined);
    return [...groupBy(bringing, ({ namespace, csv }) => `${namespace}/${csv}`).values()].flatMap(([first, ...more]) =>
      more.map((subscription) => ({
        subject: subscriptionReference(subscription),
        message: `Subscription ${first?.name} already installs ${subscription.csv} in the namespace ${subscription.namespace}`,
        fix: 'remove one of the two: as soon as one of them changes, they install different CSVs',
        related: first ? [subscriptionReference(first)] : [],
      })),
    );
  },
});
