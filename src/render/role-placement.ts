/** Where the Roles of each operator go besides its own namespace. */
import type { Cluster } from '../model/cluster.js';
import type { Resolution, ResolvedCsv } from '../rules/resolve.js';

/** What is rendered. */
export interface RenderInput {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
}

/** The rights of one operator outside its namespace. */
export interface RolePlacement {
  /** The namespaces that its Roles and RoleBindings are copied into. */
  readonly copiedTo: readonly string[];
  /** Whether they become ClusterRoles and ClusterRoleBindings. */
  readonly lifted: boolean;
}

/** Placements by CSV; one that is missing has none. */
export type RolePlacements = ReadonlyMap<ResolvedCsv, RolePlacement>;

/** Decides where Roles go. */
export type PlaceRoles = (input: RenderInput) => RolePlacements;
