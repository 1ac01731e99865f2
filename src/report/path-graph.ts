/** Builds the graph of the changed paths: which subjects get which permissions through which roles. */
import type { ObjectReference } from '../base/kubernetes/object.js';
import type { Grant, GrantPath, GrantSubject } from '../base/rbac/grant.js';
import { permissionTexts, whereText } from '../base/wording/permissions.js';
import type { Review } from '../review/index.js';

/** Whether the change adds or removes something. */
export type Change = 'gained' | 'lost';

/** One box. */
export interface PathNode {
  readonly id: string;
  readonly kind: 'owner' | 'subject' | 'role' | 'rights';
  /** The lines of its text. */
  readonly lines: readonly string[];
  /** The number of arrows from the left: owners are at 0, permissions at the right. */
  readonly depth: number;
}

/** One arrow. */
export interface PathEdge {
  readonly from: string;
  readonly to: string;
  /** Only for an arrow to permissions; the other arrows only lead there. */
  readonly change?: Change;
}

/** Boxes and arrows, each once, in the order of the grants. */
export interface PathGraph {
  readonly nodes: readonly PathNode[];
  readonly edges: readonly PathEdge[];
}

const DEPTHS: Readonly<Record<PathNode['kind'], number>> = { owner: 0, subject: 1, role: 2, rights: 2 };

/** The most lines of permissions in one box. */
const SHOWN_RIGHTS = 3;

/** The graph of all grants that a review gains and loses. */
export function pathGraph({ gained, lost }: Pick<Review, 'gained' | 'lost'>): PathGraph {
  const nodes = new Map<string, PathNode>();
  const edges = new Map<string, PathEdge>();
  const add = (kind: PathNode['kind'], lines: readonly string[], depth = DEPTHS[kind]): string => {
    const key = JSON.stringify([kind, lines]);
    const known = nodes.get(key);
    const id = known?.id ?? `n${nodes.size + 1}`;
    nodes.set(key, { id, kind, lines, depth: Math.max(depth, known?.depth ?? 0) });
    return id;
  };
  const link = (chain: readonly string[], change: Change): void => {
    for (const [index, to] of chain.entries()) {
      const from = chain[index - 1];
      if (from === undefined) continue;
      const last = index === chain.length - 1;
      edges.set(`${from} ${to} ${last ? change : ''}`, { from, to, ...(last ? { change } : {}) });
    }
  };
  const enter = (grants: readonly Grant[], change: Change): void => {
    for (const { grant, path, grants: together } of bundles(grants)) {
      const roles = rolesBetween(grant, path);
      const rights = together.map(({ right }) => right);
      const chain = [
        ...(path.owner ? [add('owner', [path.owner.kind, nodeName(path.owner)])] : []),
        add('subject', subjectLines(grant.subject)),
        ...roles.map((role, index) => add('role', [role.kind, nodeName(role)], DEPTHS.role + index)),
        add('rights', [...shortLines(permissionTexts(rights)), whereText(grant.scope, rights)], DEPTHS.role + roles.length),
      ];
      link(chain, change);
    }
  };
  enter(gained, 'gained');
  enter(lost, 'lost');
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** The first role of a RoleHolder is the holder itself. */
function rolesBetween({ subject }: Grant, { roles }: GrantPath): readonly ObjectReference[] {
  return subject.kind === 'RoleHolder' ? roles.slice(1) : roles;
}

function subjectLines(subject: GrantSubject): string[] {
  if (subject.kind === 'RoleHolder') return ['anyone bound to', subject.name];
  return [subject.kind, nodeName(subject)];
}

function nodeName({ namespace, name }: { namespace?: string; name: string }): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function shortLines(rights: readonly string[]): string[] {
  const more = rights.length - SHOWN_RIGHTS;
  return [...rights.slice(0, SHOWN_RIGHTS), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Joins grants of one subject, scope and path (ignoring the rule) into one chain. */
function bundles(grants: readonly Grant[]): { grant: Grant; path: GrantPath; grants: Grant[] }[] {
  const found = new Map<string, { grant: Grant; path: GrantPath; grants: Grant[] }>();
  for (const grant of grants) {
    for (const path of grant.paths) {
      const key = JSON.stringify([grant.subject, grant.scope, path.owner ?? null, path.roles]);
      const bundle = found.get(key) ?? { grant, path, grants: [] };
      bundle.grants.push(grant);
      found.set(key, bundle);
    }
  }
  return [...found.values()];
}
