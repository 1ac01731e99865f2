/**
 * Operators that are not known: those whose bundle is not available, and those whose Subscription is in another repository. Nobody keeps
 * catalogs in Git, so this is normal.
 */
import type { Fields } from '../../base/kubernetes/pod-spec.js';
import type { Subscription } from './subscription.js';

/**
 * Why an operator is not known: nothing of its catalog was read, what was read has no such package, the catalog lists its bundle
 * without the manifests, the lock was made for another request, or its Subscription asks for something that is not there, which is a
 * problem of that Subscription.
 */
export type WhyUnknown = 'catalog' | 'package' | 'content' | 'stale' | 'refused';

/** What a Subscription asks for otherwise than the lock was made for. */
export interface StaleLock {
  /** As a sentence names it, such as `channel`. */
  readonly what: 'channel' | 'package' | 'catalog' | 'startingCSV' | 'image of the catalog' | 'Subscription';
  /** Absent where the lock has nothing of it. */
  readonly locked?: string | undefined;
  readonly asked?: string | undefined;
  /** What the lock has of the same package: it stays installed until something newer is. */
  readonly installs?: Pick<Subscription, 'channel' | 'startingCSV'>;
}

/** An operator that OLM may install, and of which nothing is known but its Subscription. */
export interface UnknownOperator {
  readonly why: WhyUnknown;
  readonly namespace: string;
  readonly packageName: string;
  readonly channel?: string;
  readonly catalog: { readonly namespace: string; readonly name: string };
  /** Where the catalog says which one it is. */
  readonly bundle?: string;
  /** An available package whose name is almost the same. */
  readonly nearest?: string;
  /** Of a lock that was made for something else. */
  readonly stale?: StaleLock;
  /** What asks for it; of a dependency, a Subscription of its namespace. */
  readonly subscription: Subscription;
  /** The bundles that need it, where no Subscription asks for it. */
  readonly neededBy?: readonly string[];
}

/** What the lock was made for, and what is asked for, as the end of a sentence. */
export function staleText({ what, locked, asked }: StaleLock): string {
  if (what === 'Subscription') return 'the lock was made for other Subscriptions';
  const was = locked === undefined ? `no ${what}` : `the ${what} ${locked}`;
  return `the lock was made for ${was}; what ${asked === undefined ? `no ${what}` : asked} brings is not known`;
}

/** The packages of these operators, each once; without those that cannot be there, as their Subscriptions ask for what is not there. */
export function packagesNotKnown({ unknownOperators }: { readonly unknownOperators: readonly UnknownOperator[] }): string[] {
  return [...new Set(unknownOperators.filter(({ why }) => why !== 'refused').map(({ packageName }) => packageName))];
}

/** What a Subscription says of an operator that is not known. */
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

/** A Subscription that is not at hand. Nothing stands for what nobody says here. */
export interface Elsewhere {
  /** As the kustomization names it. */
  readonly url: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The fields of its `spec` that patches set. */
  readonly spec: Fields;
}

/** OLM writes the Subscription of a dependency, and always so that it is approved. */
export function approvalOf({ subscription, neededBy }: Pick<UnknownOperator, 'subscription' | 'neededBy'>): string {
  return neededBy ? 'Automatic' : (subscription.installPlanApproval ?? 'Automatic');
}
