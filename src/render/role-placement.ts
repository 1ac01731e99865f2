/** Where the Roles of each operator go besides its own namespace. */
import type { ResolvedCsv } from '../rules/resolve.js';
import type { RenderBase } from './context.js';

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
export type PlaceRoles = (context: RenderBase) => RolePlacements;
