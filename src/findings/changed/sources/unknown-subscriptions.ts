/** Subscriptions of operators that are not known: what a change of them does, in the words of whoever reads it. */
import type { KubernetesObject } from '../../../kubernetes/object.js';
import { sortedText } from '../../../manifest/plain-data.js';
import type { Subscription } from '../../../model/subscription.js';
import type { UnknownOperator } from '../../../model/unknown-operator.js';
import type { State } from '../../../state/state.js';
import { MAKES_KNOWN } from '../../../wording/phrases.js';
import { csvOf, subscriptionOf } from './unjudged-sources.js';

/** The operator of a Subscription, where it is not known, and was not known before. One that was known and is no more was hidden by the change. */
export function unknownIn(object: KubernetesObject, base: State, head: State): UnknownOperator | undefined {
  const before = subscriptionOf(object, base);
  if (before && csvOf(before, base)) return undefined;
  const { name, namespace } = object.metadata;
  if (object.kind !== 'Subscription') return undefined;
  return head.cluster.unknownOperators.find(
    ({ subscription, neededBy }) => !neededBy && subscription.namespace === (namespace ?? '') && subscription.name === name,
  );
}

/** What a new Subscription does. */
export function installsText({ subscription, packageName, channel, catalog }: UnknownOperator): string {
  const { startingCSV, config } = subscription;
  return [
    `installs ${packageName} from ${catalog.name}, ${channel === undefined ? 'the default channel' : `channel ${channel}`}`,
    ...(startingCSV === undefined ? [] : [`, starting at ${startingCSV}`]),
    `; ${upgradesText(subscription)}`,
    ...(config === undefined ? [] : [`; it runs with the settings ${sortedText(config)}`]),
    `; its permissions are not known (${MAKES_KNOWN})`,
  ].join('');
}

/** How it upgrades. */
export function upgradesText({ installPlanApproval }: Pick<Subscription, 'installPlanApproval'>): string {
  return installPlanApproval === 'Manual' ? 'a person approves its installation and each upgrade' : 'it upgrades by itself';
}

/** What a changed field of a Subscription does; nothing where that is the same for known operators. */
export function changesText(field: string, before: string, after: string, { subscription }: UnknownOperator): string | undefined {
  switch (field) {
    case 'channel':
      return `channel ${before} → ${after}; ${subscription.installPlanApproval === 'Manual' ? 'OLM upgrades it once a person approves' : 'OLM upgrades it by itself'}`;
    case 'startingCSV':
      return `startingCSV ${before} → ${after}; a new cluster starts there, and what is installed stays as it is`;
    default:
      return undefined;
  }
}

/** What removing a Subscription does where OLM v0 runs the operator. */
export function removedText({ packageName }: Subscription): string {
  return `is removed; the operator ${packageName} keeps running, with its permissions, until its ClusterServiceVersion is deleted`;
}
