/** The cluster under study: what is asked to be, as plain data in an order that no file order can change. */
import type { Bundle } from './bundle.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { compareByName, type KubernetesObject } from './kubernetes-object.js';
import type { Namespace } from './namespace.js';
import type { OperatorGroup } from './operator-group.js';
import type { Subscription } from './subscription.js';

/** A CustomResourceDefinition, as far as requirements look at it. */
export interface CustomResourceDefinition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  /** The served ones. */
  readonly versions: readonly string[];
}

/** An APIService: `<version>.<group>`. */
export interface ApiService {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The desired state of one cluster. Every list is ordered by namespace, then name. */
export interface Cluster {
  readonly namespaces: readonly Namespace[];
  readonly operatorGroups: readonly OperatorGroup[];
  /** Copies are not among them. */
  readonly clusterServiceVersions: readonly ClusterServiceVersion[];
  readonly customResourceDefinitions: readonly CustomResourceDefinition[];
  readonly apiServices: readonly ApiService[];
  readonly serviceAccounts: readonly { readonly namespace: string; readonly name: string }[];
  /** ClusterRoles of the input: no rendered one may take their names. */
  readonly clusterRoles: readonly KubernetesObject[];
  readonly clusterRoleBindings: readonly KubernetesObject[];
  readonly roles: readonly KubernetesObject[];
  readonly roleBindings: readonly KubernetesObject[];
  readonly subscriptions: readonly Subscription[];
  readonly catalogSources: readonly { readonly namespace: string; readonly name: string }[];
  /** The bundles at hand: all from folders, and those of catalogs that a Subscription chose (see `ClusterServiceVersion.bundle`). By name. */
  readonly bundles: readonly Bundle[];
  /** OLMConfig `cluster`, `spec.features.disableCopiedCSVs`. */
  readonly copiedCSVsDisabled: boolean;
}

/** A cluster without anything in it. */
export const EMPTY_CLUSTER: Cluster = {
  namespaces: [],
  operatorGroups: [],
  clusterServiceVersions: [],
  customResourceDefinitions: [],
  apiServices: [],
  serviceAccounts: [],
  clusterRoles: [],
  clusterRoleBindings: [],
  roles: [],
  roleBindings: [],
  subscriptions: [],
  catalogSources: [],
  bundles: [],
  copiedCSVsDisabled: false,
};

function compareMetadata(a: KubernetesObject, b: KubernetesObject): number {
  return compareByName(a.metadata, b.metadata);
}

/**
 * A cluster of these parts, in the order that the rules rely on.
 *
 * @example
 * cluster({ namespaces: [namespace('team-b'), namespace('team-a')] }).namespaces[0].name // 'team-a'
 */
export function cluster(parts: Partial<Cluster>): Cluster {
  const all = { ...EMPTY_CLUSTER, ...parts };
  return {
    ...all,
    namespaces: all.namespaces.toSorted(compareByName),
    operatorGroups: all.operatorGroups.toSorted(compareByName),
    clusterServiceVersions: all.clusterServiceVersions.toSorted(compareByName),
    customResourceDefinitions: all.customResourceDefinitions.toSorted(compareByName),
    apiServices: all.apiServices.toSorted(compareByName),
    serviceAccounts: all.serviceAccounts.toSorted(compareByName),
    clusterRoles: all.clusterRoles.toSorted(compareMetadata),
    clusterRoleBindings: all.clusterRoleBindings.toSorted(compareMetadata),
    roles: all.roles.toSorted(compareMetadata),
    roleBindings: all.roleBindings.toSorted(compareMetadata),
    subscriptions: all.subscriptions.toSorted(compareByName),
    catalogSources: all.catalogSources.toSorted(compareByName),
    bundles: all.bundles.toSorted(compareByName),
  };
}
