/** The changed paths as a graph: who comes to which rights through which roles. */
import { formatReference } from '../../model/kubernetes-object.js';
import type { Grant, GrantPath, Review } from '../review.js';
import { rightTexts, scopeText, subjectText } from './wording.js';

/** Whether something comes or goes with the change. */
export type Change = 'gained' | 'lost';

/** One box. */
export interface PathNode {
  readonly id: string;
  readonly kind: 'owner' | 'subject' | 'role' | 'rights';
  /** Its lines. */
  readonly lines: readonly string[];
}

/** One arrow. */
export interface PathEdge {
  readonly from: string;
  readonly to: string;
  /** Of an arrow to rights; the others only lead there. */
  readonly change?: Change;
}

/** Boxes and arrows, each once, in the order in which the grants come. */
export interface PathGraph {
  readonly nodes: readonly PathNode[];
  readonly edges: readonly PathEdge[];
}

/** How many lines of rights one box shows. */
const SHOWN_RIGHTS = 3;

/** The graph of all grants that a review gains and loses. */
export function pathGraph({ gained, lost }: Pick<Review, 'gained' | 'lost'>): PathGraph {
  const nodes = new Map<string, PathNode>();
  const edges = new Map<string, PathEdge>();
  const add = (node: Omit<PathNode, 'id'>, key: string): string => {
    const known = nodes.get(key);
    if (known) return known.id;
    const id = `n${nodes.size + 1}`;
    nodes.set(key, { id, ...node });
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
  for (const [change, grants] of [
    ['gained', gained],
    ['lost', lost],
  ] as const) {
    for (const { grant, path, grants: together } of bundles(grants)) {
      const subject = subjectText(grant.subject);
      const where = scopeText(grant.scope);
      const rights = rightTexts(together.map(({ right }) => right));
      const chain = [
        ...(path.owner ? [add({ kind: 'owner', lines: [path.owner.kind, path.owner.name] }, `owner ${formatReference(path.owner)}`)] : []),
        add({ kind: 'subject', lines: [subject] }, `subject ${subject}`),
        ...rolesBetween(grant, path).map((role) => add({ kind: 'role', lines: role.split(' ') }, `role ${role}`)),
        add(
          {
            kind: 'rights',
            lines: [...shortLines(rights), where],
          },
          `rights ${JSON.stringify([rights, where])}`,
        ),
      ];
      link(chain, change);
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** A RoleHolder is itself named by the first role. */
function rolesBetween({ subject }: Grant, { roles }: GrantPath): string[] {
  return (subject.kind === 'RoleHolder' ? roles.slice(1) : roles).map(formatReference);
}

function shortLines(rights: readonly string[]): string[] {
  const more = rights.length - SHOWN_RIGHTS;
  return [...rights.slice(0, SHOWN_RIGHTS), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Grants of one subject, scope and path (but for the rule) make one chain. */
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
