/** Makes a cluster from its parts, and sorts them. */
import { compareByName, compareText, type KubernetesObject } from '../../base/kubernetes/object.js';
import type { Cluster } from './cluster.js';
import type { ClusterServiceVersion } from './cluster-service-version.js';
import { GLOBAL_CATALOG_NAMESPACE } from './find-catalog.js';

/** An empty cluster. */
export const EMPTY_CLUSTER: Cluster = {
  namespaces: [],
  operatorGroups: [],
  clusterServiceVersions: [],
  upgradesHeldBack: [],
  operatorConditions: [],
  customResourceDefinitions: [],
  customResources: [],
  apiServices: [],
  serviceAccounts: [],
  clusterRoles: [],
  clusterRoleBindings: [],
  roles: [],
  roleBindings: [],
  claimedByOlm: [],
  subscriptions: [],
  unknownOperators: [],
  clusterExtensions: [],
  catalogs: [],
  globalCatalogNamespace: GLOBAL_CATALOG_NAMESPACE,
  bundles: [],
  resolverNotes: [],
  unresolvedNamespaces: [],
  copiedCSVsDisabled: false,
  secrets: [],
  withoutNamespace: [],
  isOpenShift: false,
  versions: {},
};

function compareMetadata(a: KubernetesObject, b: KubernetesObject): number {
  return compareByName(a.metadata, b.metadata);
}

/**
 * Makes a cluster from its parts, sorted as the rules require. Missing parts are empty, and the bases of bundles are left out.
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
    clusterServiceVersions: all.clusterServiceVersions.filter((csv) => !isTemplate(csv, all)).toSorted(compareByName),
    customResourceDefinitions: all.customResourceDefinitions.toSorted(compareByName),
    apiServices: all.apiServices.toSorted(compareByName),
    serviceAccounts: all.serviceAccounts.toSorted(compareByName),
    clusterRoles: all.clusterRoles.toSorted(compareMetadata),
    clusterRoleBindings: all.clusterRoleBindings.toSorted(compareMetadata),
    roles: all.roles.toSorted(compareMetadata),
    roleBindings: all.roleBindings.toSorted(compareMetadata),
    subscriptions: all.subscriptions.toSorted(compareByName),
    clusterExtensions: all.clusterExtensions.toSorted((a, b) => compareText(a.name, b.name)),
    catalogs: all.catalogs.toSorted(compareByName),
    bundles: all.bundles.toSorted(compareByName),
    secrets: all.secrets.toSorted(compareByName),
  };
}

/** The namespace that operator-sdk writes into the base of a bundle (`config/manifests/bases`). */
export const TEMPLATE_NAMESPACE = 'placeholder';

/** Whether a CSV is the base of a bundle: in the placeholder namespace without a group, and in the bases folder or without permissions. */
function isTemplate(csv: ClusterServiceVersion, { operatorGroups }: Cluster): boolean {
  if (csv.namespace !== TEMPLATE_NAMESPACE || operatorGroups.some(({ namespace }) => namespace === TEMPLATE_NAMESPACE)) return false;
  const isEmpty = csv.permissions.length + csv.clusterPermissions.length === 0;
  return isEmpty || /(?:^|[/:])config\/manifests\/bases\//.test(csv.source?.file ?? '');
}
