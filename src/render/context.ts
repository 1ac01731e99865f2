/** What every generator is given. */
import { isAllNamespaces, type NamespaceSet } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolve.js';
import type { Profile } from './profile/profile.js';
import type { Rendered } from './rendered.js';
import type { RenderInput, RolePlacements } from './role-placement.js';

/** What is rendered, and by whose behaviour. */
export interface RenderBase extends RenderInput {
  readonly profile: Profile;
}

export interface RenderContext extends RenderBase {
  readonly placements: RolePlacements;
}

/** The context of a rendering; where Roles go is decided once for all generators. */
export function renderContext(base: RenderBase): RenderContext {
  return { ...base, placements: base.profile.placeRoles(base) };
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type Generator = (context: RenderContext) => Rendered[];

/** Whether the group of a CSV selects all namespaces. */
export function isGlobal({ group }: ResolvedCsv): boolean {
  return group?.namespaces !== undefined && isAllNamespaces(group.namespaces);
}

/** The namespaces that a CSV and its Roles are copied into: the existing targets but for its own namespace. */
export function copyNamespaces({ csv, group }: ResolvedCsv, { cluster }: Pick<RenderInput, 'cluster'>): readonly string[] {
  const targets: NamespaceSet = group?.namespaces ?? [];
  const wanted = isAllNamespaces(targets) ? undefined : new Set(targets);
  return cluster.namespaces.map(({ name }) => name).filter((name) => name !== csv.namespace && (wanted === undefined || wanted.has(name)));
}
