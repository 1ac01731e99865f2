/** Subscription conflicts: OLM resolves a namespace as a whole, with one version of each package. */

import { groupBy } from '../kubernetes/object.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Subscription } from '../model/subscription.js';

/** A Subscription that installs a bundle, and the name of its CSV. */
interface Bringing {
  readonly subscription: Subscription;
  readonly csv?: string;
}

/**
 * The problems of Subscriptions that OLM cannot resolve together. Two that request the same version of the same package
 * in the same way do not conflict (see findings/input/subscriptions.ts).
 *
 * @param bringing in the order of the Subscriptions
 */
export function subscriptionConflicts(bringing: readonly Bringing[]): UnlocatedProblem[] {
  const inNamespace = [...groupBy(bringing, ({ subscription }) => subscription.namespace).values()];
  return inNamespace.flatMap((members) => [
    ...[...groupBy(members, ({ subscription }) => subscription.packageName).values()].flatMap(differing),
    ...[...groupBy(members, ({ csv }) => csv).values()].flatMap(strangers),
  ]);
}

function differing([first, ...more]: readonly Bringing[]): UnlocatedProblem[] {
  return more
    .filter(({ subscription, csv }) => csv !== first?.csv || subscription.channel !== first?.subscription.channel)
    .map((one) =>
      conflict(
        one,
        first,
        `two Subscriptions in one namespace request the package ${one.subscription.packageName} in different versions or channels`,
      ),
    );
}

function strangers([first, ...more]: readonly Bringing[]): UnlocatedProblem[] {
  return more
    .filter(({ subscription }) => subscription.packageName !== first?.subscription.packageName)
    .map((one) => conflict(one, first, `two Subscriptions in one namespace install the same CSV, ${one.csv}`));
}

function conflict({ subscription, csv }: Bringing, first: Bringing | undefined, message: string): UnlocatedProblem {
  const { name, channel } = first?.subscription ?? {};
  return {
    code: 'SUBSCRIPTION_CONFLICT',
    message,
    found: `${csv}; ${first?.csv} by Subscription ${name}${channel ? ` from channel ${channel}` : ''}`,
    expected: 'one of them, because OLM installs nothing in a namespace with conflicting Subscriptions',
    fix: `remove this Subscription or ${name}, or move one to another namespace`,
    source: subscription.source,
    at: ['spec', 'name'],
  };
}
