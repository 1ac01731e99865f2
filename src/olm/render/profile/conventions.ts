/** Conventions: the names, labels and annotations of rendered objects, and the CSVs that get objects. Each profile has its own. */

import type { ApiKey } from '../../model/api-key.js';
import type { ProvidedApi } from '../../model/cluster-service-version.js';
import type { NamespaceSet } from '../../rules/namespace-set.js';
import type { CsvPredicate, ResolvedCsv, ResolvedGroup } from '../../rules/resolution.js';
import type { GroupRole } from './group-roles.js';
import type { HashedPermission } from './hash.js';

/** The kinds of per-API ClusterRoles. */
export type ApiAccess = GroupRole | 'view-crd';

export type Labels = Readonly<Record<string, string>>;

/** The differences between the eras of OLM v0. */
export interface Era {
  /** The name of a group's aggregated ClusterRole. */
  groupRole(group: { readonly namespace: string; readonly name: string }, role: GroupRole): string;
  /** Identifies the role of each entry in a CSV's permissions. @param csv with its namespace for `clusterPermissions` */
  permissionHash(csv: { readonly name: string; readonly namespace?: string }, permission: HashedPermission): string;
  /** The labels of everything that OLM manages. */
  readonly managed: Labels;
  /** Whether roles and bindings of CSVs have a label with the hash of their content, by which OLM finds them again. */
  readonly labelsHashes: boolean;
  /** Whether the binding in kube-system for reading the API server's client CA has labels of its owner. */
  readonly ownsAuthReader: boolean;
}

/** The conventions of a profile. */
export interface Conventions extends Era {
  /** Fields of a CSV's `spec` that the release lacks: its API server drops or refuses them. */
  readonly unknownCsvFields: readonly string[];
  /** Settings of a Subscription without effect in the release. */
  readonly ignoredSettings: readonly ('annotations' | 'envFrom')[];
  /**
   * The selectors of a group's ClusterRole, one for each entry. Empty: no aggregationRule.
   *
   * @param apis the APIs that CSVs of the namespace provide, in any phase, and those in the annotation
   */
  groupRoleSelectors(group: ResolvedGroup, role: GroupRole, apis: ReadonlySet<ApiKey>): readonly Labels[];
  /**
   * The name of a per-API ClusterRole.
   *
   * @param sharedBy the groups that provide the API, by namespace and name; `group` is one of them
   */
  apiRole(api: ProvidedApi, access: ApiAccess, group: ResolvedGroup, sharedBy: readonly ResolvedGroup[]): string;
  /** The label by which a group's ClusterRole finds a per-API ClusterRole; empty if it would be invalid. */
  apiRoleLabels(api: ProvidedApi, role: GroupRole, group: ResolvedGroup): Labels;
  /** The group whose annotations a CSV has. */
  annotatingGroup(csv: ResolvedCsv): ResolvedGroup | undefined;
  /** The target namespaces in the annotations of a CSV. */
  annotatedTargets(csv: ResolvedCsv): NamespaceSet | undefined;
  /** Whether groups with the same name overwrite each other's ClusterRoles in turn. Otherwise none of these roles is rendered. */
  readonly sharesGroupRoles: boolean;
  /** The annotations with the group's name on a CSV and its copies. */
  groupAnnotations(group: ResolvedGroup): Labels;
  /** Whether a CSV gets ClusterRoles for its APIs: in any case, in some orders of OLM's work, or never. */
  hasApiRoles(csv: ResolvedCsv): 'always' | 'perhaps' | 'never';
  /** Whether a CSV is copied to its target namespaces. */
  readonly isCopied: CsvPredicate;
}
