/** The groups, their targets and the APIs that they provide, on both sides: the background of a review. */
import { compareText, namespacedName } from '../kubernetes/object.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import type { Resolution, ResolvedGroup } from '../rules/resolution.js';
import type { Change } from './path-graph.js';

/** All namespaces, as one place. */
const EVERYWHERE = 'all namespaces';

/** An OperatorGroup's tie to a namespace that it targets, or to an API that it provides or cannot provide. */
export interface Tie {
  readonly group: string;
  readonly to: string;
  readonly kind: 'reaches' | 'provides' | 'conflicts';
  /** Absent where both sides have it. */
  readonly change?: Change;
}

/** Everything by name, in byte order. */
export interface Landscape {
  readonly groups: readonly string[];
  readonly namespaces: readonly string[];
  readonly apis: readonly string[];
  readonly ties: readonly Tie[];
}

/** The graph of HEAD, with what only BASE has. */
export function landscapeOf(base: Resolution, head: Resolution): Landscape {
  const [before, after] = [ties(base), ties(head)];
  const all = [
    ...[...after].map(([key, tie]): Tie => (before.has(key) ? tie : { ...tie, change: 'gained' })),
    ...[...before].filter(([key]) => !after.has(key)).map(([, tie]): Tie => ({ ...tie, change: 'lost' })),
  ].sort((a, b) => compareText(a.group, b.group) || compareText(a.kind, b.kind) || compareText(a.to, b.to));
  const names = (list: readonly string[]): string[] => [...new Set(list)].sort(compareText);
  return {
    groups: names([...base.groups, ...head.groups].map(({ group }) => namespacedName(group))),
    namespaces: names(all.filter(({ kind }) => kind === 'reaches').map(({ to }) => to)),
    apis: names(all.filter(({ kind }) => kind !== 'reaches').map(({ to }) => to)),
    ties: all,
  };
}

function ties({ groups, csvs }: Resolution): Map<string, Tie> {
  const found = new Map<string, Tie>();
  const add = (tie: Tie): void => {
    found.set(JSON.stringify([tie.group, tie.kind, tie.to]), tie);
  };
  for (const resolved of groups) {
    const group = namespacedName(resolved.group);
    for (const to of reach(resolved)) add({ group, to, kind: 'reaches' });
    for (const to of resolved.providedApis) add({ group, to, kind: 'provides' });
  }
  for (const { group, verdict, providedApis } of csvs) {
    if (!group || verdict.reason !== 'InterOperatorGroupOwnerConflict') continue;
    for (const { kind, version, group: apiGroup } of providedApis)
      add({ group: namespacedName(group.group), to: `${kind}.${version}.${apiGroup}`, kind: 'conflicts' });
  }
  return found;
}

function reach({ namespaces = [] }: ResolvedGroup): readonly string[] {
  return isAllNamespaces(namespaces) ? [EVERYWHERE] : namespaces;
}
