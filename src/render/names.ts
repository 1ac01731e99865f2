/** Names: by what the roles of groups and APIs, and the annotations of CSVs, are known. Each profile has its own. */
import type { ApiKey, ProvidedApi } from '../model/provided-api.js';
import type { NamespaceSet } from '../rules/namespace-set.js';
import type { ResolvedCsv, ResolvedGroup } from '../rules/resolution.js';

/** The three roles of a group. */
export const GROUP_ROLES = ['admin', 'edit', 'view'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** What a per-API ClusterRole is for. */
export type ApiAccess = GroupRole | 'view-crd';

/** Labels that a ClusterRole is selected by. */
export type MatchLabels = Readonly<Record<string, string>>;

/** How a profile names things. */
export interface Names {
  /** The name of a group's aggregated ClusterRole. */
  groupRole(group: { namespace: string; name: string }, role: GroupRole): string;
  /**
   * What a group's ClusterRole aggregates: one entry a selector. Empty: no aggregationRule.
   *
   * @param apis what the CSVs of the namespace provide, in any phase, and what the annotation lists
   */
  groupRoleSelectors(group: ResolvedGroup, role: GroupRole, apis: ReadonlySet<ApiKey>): readonly MatchLabels[];
  /**
   * The name of a per-API ClusterRole.
   *
   * @param sharedBy the groups that provide the API, by namespace and name; `group` is one of them
   */
  apiRole(api: ProvidedApi, access: ApiAccess, group: ResolvedGroup, sharedBy: readonly ResolvedGroup[]): string;
  /** The label by which a group's ClusterRole finds a per-API ClusterRole; none when it would not be valid. */
  apiRoleLabels(api: ProvidedApi, role: GroupRole, group: ResolvedGroup): MatchLabels;
  /** The group whose annotations a CSV carries. */
  annotatingGroup(csv: ResolvedCsv): ResolvedGroup | undefined;
  /** The target namespaces that a CSV carries. */
  annotatedTargets(csv: ResolvedCsv): NamespaceSet | undefined;
  /** The annotations that name the group on a CSV and its copies. */
  groupAnnotations(group: ResolvedGroup): Readonly<Record<string, string>>;
}
