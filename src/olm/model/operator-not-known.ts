/** Unknown operators of Subscriptions, and texts about them. */
import type { Subscription } from './subscription.js';
import type { StaleLock, UnknownOperator, WhyUnknown } from './unknown-operator.js';

/** The request that the lock was made for, and the current one, as the end of a sentence. */
export function staleText({ what, locked, asked }: StaleLock): string {
  if (what === 'Subscription' || what === 'ClusterExtension') return `the lock was made for other ${what}s`;
  return `the lock was made for ${valueText(what, locked)}; what ${asked === undefined ? `no ${what}` : asked} brings is not known`;
}

/** A value of a request with the name of its field. */
export function valueText(what: StaleLock['what'], value: string | undefined): string {
  return value === undefined ? `no ${what}` : `the ${what} ${value}`;
}

/** The packages of these operators, each once; without those whose Subscriptions request something that does not exist. */
export function packagesNotKnown({ unknownOperators }: { readonly unknownOperators: readonly UnknownOperator[] }): string[] {
  return [...new Set(unknownOperators.filter(({ why }) => why !== 'refused').map(({ packageName }) => packageName))];
}

/** The unknown operator of a Subscription. */
export function unknownOperator(subscription: Subscription, why: WhyUnknown): UnknownOperator {
  const { namespace, packageName, channel, catalogSource, catalogSourceNamespace } = subscription;
  return {
    why,
    namespace,
    packageName,
    ...(channel === undefined ? {} : { channel }),
    catalog: { namespace: catalogSourceNamespace, name: catalogSource },
    subscription,
  };
}

/** The approval of an operator: OLM creates the Subscription of a dependency with automatic approval. */
export function approvalOf({ subscription, neededBy }: Pick<UnknownOperator, 'subscription' | 'neededBy'>): string {
  return neededBy ? 'Automatic' : (subscription.installPlanApproval ?? 'Automatic');
}
