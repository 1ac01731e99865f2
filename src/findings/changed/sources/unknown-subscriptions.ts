/** Subscriptions of operators that are not known: what a change of them does, in the words of whoever reads it. */
import type { KubernetesObject } from '../../../kubernetes/object.js';
import { type Fields, fieldsOf } from '../../../kubernetes/pod-spec.js';
import { sortedText } from '../../../manifest/plain-data.js';
import type { Subscription } from '../../../model/subscription.js';
import type { UnknownOperator } from '../../../model/unknown-operator.js';
import type { State } from '../../../state/state.js';
import { joined, MAKES_KNOWN } from '../../../wording/phrases.js';
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
    ...(config === undefined ? [] : [`; it runs with ${settingsText(fieldsOf(config))}`]),
    `; its permissions are not known (${MAKES_KNOWN})`,
  ].join('');
}

/** How much its Pods may use is nothing to read; what else there is can be. */
function settingsText({ resources, ...others }: Fields): string {
  const rest = Object.keys(others).length > 0 ? [`the settings ${sortedText(others)}`] : [];
  return joined([...rest, ...(resources === undefined ? [] : ['resource limits of its own'])]);
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
      return subscription.startingCSV === undefined
        ? `startingCSV ${before} is removed; a new cluster starts with the newest version of its channel, and what is installed stays as it is`
        : `startingCSV ${before} → ${after}; a new cluster starts there, and what is installed stays as it is`;
    default:
      return undefined;
  }
}

/** What removing a Subscription does where OLM v0 runs the operator. */
export function removedText({ packageName }: Subscription): string {
  return `is removed; the operator ${packageName} keeps running, with its permissions, until its ClusterServiceVersion is deleted`;
}
