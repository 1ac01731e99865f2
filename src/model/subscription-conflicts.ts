/** Subscription conflicts: OLM resolves a namespace as a whole, and only with one version of each package. */
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Choice } from './choose-bundle.js';
import { groupBy } from './group-by.js';

/**
 * The problems of Subscriptions that OLM cannot serve together. Two that ask for the same version of the same package
 * in the same way get along (see rules/findings/subscriptions.ts).
 *
 * @param choices of the Subscriptions that bring a bundle, in their order
 */
export function subscriptionConflicts(choices: readonly Choice[]): UnlocatedProblem[] {
  const inNamespace = [...groupBy(choices, ({ subscription }) => subscription.namespace).values()];
  return inNamespace.flatMap((members) => [
    ...[...groupBy(members, ({ subscription }) => subscription.packageName).values()].flatMap(differing),
    ...[...groupBy(members, ({ csv }) => csv).values()].flatMap(strangers),
  ]);
}

function differing([first, ...more]: readonly Choice[]): UnlocatedProblem[] {
  return more
    .filter(({ subscription, csv }) => csv !== first?.csv || subscription.channel !== first?.subscription.channel)
    .map((choice) =>
      conflict(
        choice,
        first,
        `two Subscriptions of one namespace ask for the package ${choice.subscription.packageName} in different versions or channels`,
      ),
    );
}

function strangers([first, ...more]: readonly Choice[]): UnlocatedProblem[] {
  return more
    .filter(({ subscription }) => subscription.packageName !== first?.subscription.packageName)
    .map((choice) => conflict(choice, first, `two Subscriptions of one namespace bring the same CSV, ${choice.csv}`));
}

function conflict({ subscription, csv }: Choice, first: Choice | undefined, message: string): UnlocatedProblem {
  const { name, channel } = first?.subscription ?? {};
  return {
    code: 'SUBSCRIPTION_CONFLICT',
    message,
    found: `${csv}; ${first?.csv} by Subscription ${name}${channel ? ` from channel ${channel}` : ''}`,
    expected: 'one of them: OLM installs nothing in a namespace whose Subscriptions contradict each other',
    fix: `remove this Subscription or ${name}, or move one to another namespace`,
    source: subscription.source,
    at: ['spec', 'name'],
  };
}
