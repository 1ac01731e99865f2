/** The input of the resolver. */

import type { DescribedCsv } from '../dependencies/properties.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Subscription } from '../model/subscription.js';
import type { PlanFailure } from '../rules/install-plan/plan-failure.js';

/** A Subscription; OLM may have created it. */
export type ResolverSubscription = Omit<Subscription, 'manifest' | 'source' | 'config' | 'csv'> &
  Partial<Pick<Subscription, 'source'>> & {
    /** Whether its operator is unknown: OLM can resolve it, but the result is not known here. */
    readonly isUnknown?: true;
  };

/** An existing CSV. */
export interface ResolverCsv
  extends DescribedCsv,
    Pick<ClusterServiceVersion, 'namespace' | 'labels' | 'replaces' | 'phase' | 'notUpgradeable' | 'source' | 'isResolved'> {
  /** The package in its Subscription, if the Subscription's status does not name the CSV. */
  readonly packageName?: string;
}

/** The input of the resolver. A Cluster is one. */
export interface ResolverCluster extends Pick<Cluster, 'catalogs' | 'operatorGroups' | 'bundles' | 'globalCatalogNamespace'> {
  readonly subscriptions: readonly ResolverSubscription[];
  readonly clusterServiceVersions: readonly ResolverCsv[];
  /** The steps of a bundle's InstallPlan that fail. @default not judged */
  readonly planFailures?: (bundle: OfferedBundle) => readonly PlanFailure[];
  /** Why a bundle does not run in a namespace, whatever else is installed. @default every bundle runs */
  readonly holdOf?: (bundle: OfferedBundle, namespace: string) => Hold | undefined;
}

/** A version that does not run, so that OLM resolves its namespace no further. */
export interface Hold {
  /** The object that fails: without a finished InstallPlan, the version before it is not replaced. */
  readonly at: 'InstallPlan' | 'ClusterServiceVersion';
  /** In OLM's words. */
  readonly message: string;
  readonly fix: string;
}

/** A bundle that a resolution installs. */
export interface OfferedBundle {
  readonly name: string;
  readonly package: string;
  /** `namespace/name`. */
  readonly catalog: string;
  readonly replaces?: string;
}
