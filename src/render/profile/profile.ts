/**
 * Profiles: whose behaviour is rendered. This interface is all that generators know of one, and no other
 * code asks which profile is in use.
 */
import type { ApiKey, ProvidedApi } from '../../model/provided-api.js';
import type { ResolvedCsv, ResolvedGroup } from '../../rules/resolve.js';
import type { PlaceRoles } from '../role-placement.js';

/** The three roles of a group. */
export const GROUP_ROLES = ['admin', 'edit', 'view'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** What a per-API ClusterRole is for. */
export type ApiAccess = GroupRole | 'view-crd';

/** Labels that a ClusterRole is selected by. */
export type MatchLabels = Readonly<Record<string, string>>;

/** The behaviour that differs between the documents and OLM's code. */
export interface Profile {
  readonly name: string;
  /** The name of a group's aggregated ClusterRole. */
  groupRoleName(group: { namespace: string; name: string }, role: GroupRole): string;
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
  apiRoleName(api: ProvidedApi, access: ApiAccess, group: ResolvedGroup, sharedBy: readonly ResolvedGroup[]): string;
  /** The label by which a group's ClusterRole finds a per-API ClusterRole; none when it would not be valid. */
  apiRoleLabels(api: ProvidedApi, role: GroupRole, group: ResolvedGroup): MatchLabels;
  /** The annotations that name the group on a CSV and its copies. */
  groupAnnotations(group: ResolvedGroup): Readonly<Record<string, string>>;
  /** Whether ClusterRoles for the APIs of a CSV are made. */
  hasApiRoles(csv: ResolvedCsv): boolean;
  /** Whether a CSV is copied into its target namespaces. */
  isCopied(csv: ResolvedCsv): boolean;
  /** Where the Roles of the operators go. */
  readonly placeRoles: PlaceRoles;
  /** Whether every CSV has an OperatorCondition, with a Role and a RoleBinding to write it. */
  readonly hasOperatorConditions: boolean;
  /** Whether the roles are made that operators need to read the certificates of their webhooks and APIServices. */
  readonly hasCertificateRoles: boolean;
}
