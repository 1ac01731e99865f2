/** Conventions: how what is rendered is called, labelled and annotated, and of which CSVs it is made. Each profile has its own. */
import type { ApiKey, ProvidedApi } from '../../model/cluster-service-version.js';
import type { NamespaceSet } from '../../rules/namespace-set.js';
import type { CsvPredicate, ResolvedCsv, ResolvedGroup } from '../../rules/resolution.js';
import type { HashedPermission } from './hash.js';

/** The three roles of a group. */
export const GROUP_ROLES = ['admin', 'edit', 'view'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** What a per-API ClusterRole is for. */
export type ApiAccess = GroupRole | 'view-crd';

export type Labels = Readonly<Record<string, string>>;

/** What changed from era to era of OLM v0. */
export interface Era {
  /** The name of a group's aggregated ClusterRole. */
  groupRole(group: { readonly namespace: string; readonly name: string }, role: GroupRole): string;
  /** Tells the roles of a CSV's permissions apart, of which each entry has one. @param csv with its namespace for `clusterPermissions` */
  permissionHash(csv: { readonly name: string; readonly namespace?: string }, permission: HashedPermission): string;
  /** On everything that OLM manages. */
  readonly managed: Labels;
  /** Whether roles and bindings of CSVs are labelled with a hash of what they say, by which OLM finds them again. */
  readonly labelsHashes: boolean;
  /** Whether the binding in kube-system by which an operator reads how callers are told apart says whose it is. */
  readonly ownsAuthReader: boolean;
}

/** The conventions of a profile. */
export interface Conventions extends Era {
  /** Fields of `spec` of a CSV that the release does not have: its API server drops or refuses them. */
  readonly unknownCsvFields: readonly string[];
  /** Settings of a Subscription that come to nothing in the release. */
  readonly ignoredSettings: readonly ('annotations' | 'envFrom')[];
  /**
   * What a group's ClusterRole aggregates: one entry a selector. Empty: no aggregationRule.
   *
   * @param apis what the CSVs of the namespace provide, in any phase, and what the annotation lists
   */
  groupRoleSelectors(group: ResolvedGroup, role: GroupRole, apis: ReadonlySet<ApiKey>): readonly Labels[];
  /**
   * The name of a per-API ClusterRole.
   *
   * @param sharedBy the groups that provide the API, by namespace and name; `group` is one of them
   */
  apiRole(api: ProvidedApi, access: ApiAccess, group: ResolvedGroup, sharedBy: readonly ResolvedGroup[]): string;
  /** The label by which a group's ClusterRole finds a per-API ClusterRole; none when it would not be valid. */
  apiRoleLabels(api: ProvidedApi, role: GroupRole, group: ResolvedGroup): Labels;
  /** The group whose annotations a CSV carries. */
  annotatingGroup(csv: ResolvedCsv): ResolvedGroup | undefined;
  /** The target namespaces that a CSV carries. */
  annotatedTargets(csv: ResolvedCsv): NamespaceSet | undefined;
  /** Whether groups of one name overwrite each other's ClusterRoles in turn, where these have one name. Otherwise none is rendered. */
  readonly sharesGroupRoles: boolean;
  /** The annotations that name the group on a CSV and its copies. */
  groupAnnotations(group: ResolvedGroup): Labels;
  /** Whether ClusterRoles are made for the APIs of a CSV: in any case, in some orders of OLM's work, or never. */
  hasApiRoles(csv: ResolvedCsv): 'always' | 'perhaps' | 'never';
  /** Whether a CSV is copied into its target namespaces. */
  readonly isCopied: CsvPredicate;
}
