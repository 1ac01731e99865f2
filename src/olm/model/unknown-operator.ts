/**
 * Unknown operators: their bundle is not available, or their Subscription is in another repository. Catalogs are not kept in Git, so
 * this is normal.
 */
import type { Fields } from '../../base/kubernetes/pod-spec.js';
import type { Bundle } from './bundle.js';
import type { Subscription } from './subscription.js';

/**
 * The reason why an operator is unknown: its catalog was not read, the read catalog lacks the package, the catalog lists the bundle
 * without its manifests, the lock was made for another request, or the Subscription requests something that does not exist, which is
 * a problem of that Subscription.
 */
export type WhyUnknown = 'catalog' | 'package' | 'content' | 'stale' | 'refused';

/** The difference between a Subscription or ClusterExtension and the request that the lock was made for. */
export interface StaleLock {
  /** The name of the field in a sentence, such as `channel`. */
  readonly what:
    | 'channel'
    | 'package'
    | 'catalog'
    | 'startingCSV'
    | 'image of the catalog'
    | 'Subscription'
    | 'ClusterExtension'
    | 'version'
    | 'channels'
    | 'selector'
    | 'upgradeConstraintPolicy';
  /** The value in the lock; absent if the lock has none. */
  readonly locked?: string | undefined;
  readonly asked?: string | undefined;
  /** What the lock has for the Subscription: it stays installed until something newer is. */
  readonly installs?: Pick<Subscription, 'packageName' | 'catalogSource' | 'catalogSourceNamespace' | 'channel' | 'startingCSV'>;
  /** The same for a ClusterExtension: the name of its bundle. */
  readonly bundle?: string;
}

/** An operator that OLM may install; only its Subscription is known. */
export interface UnknownOperator {
  readonly why: WhyUnknown;
  readonly namespace: string;
  readonly packageName: string;
  readonly channel?: string;
  readonly catalog: { readonly namespace: string; readonly name: string };
  /** The name of the bundle, if the catalog has it. */
  readonly bundle?: string;
  /** The facts of the bundle that the catalog has without the manifests. */
  readonly facts?: Bundle;
  /** An available package with a similar name. */
  readonly nearest?: string;
  /** The difference to the lock, if the lock was made for another request. */
  readonly stale?: StaleLock;
  /** The Subscription that requests it; for a dependency, a Subscription of its namespace. */
  readonly subscription: Subscription;
  /** The bundles that require it, if it has no Subscription. */
  readonly neededBy?: readonly string[];
}

/** A Subscription that is not available. Unknown fields have no defaults. */
export interface Elsewhere {
  /** The address in the kustomization. */
  readonly url: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The fields of its `spec` that patches set. */
  readonly spec: Fields;
}
