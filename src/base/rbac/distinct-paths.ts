/** Paths to a right, each once. */
import { compareText, groupBy } from '../kubernetes/object.js';
import type { GrantPath } from './grant.js';

/** The paths in order. Paths that differ only in the namespace, as copies do, count once: the first one remains. */
export function distinctPaths(paths: readonly GrantPath[]): GrantPath[] {
  const alike = groupBy(paths, ({ binding, roles, rule }) =>
    JSON.stringify([binding?.kind, binding?.name, roles.map(({ kind, name }) => [kind, name]), rule]),
  );
  return [...alike.values()].map((same) => same.toSorted(comparePaths)[0] as GrantPath).sort(comparePaths);
}

function comparePaths(a: GrantPath, b: GrantPath): number {
  return compareText(pathText(a), pathText(b)) || a.rule - b.rule;
}

function pathText({ binding, roles }: GrantPath): string {
  return [...(binding ? [binding] : []), ...roles].map(({ kind, namespace, name }) => `${kind} ${namespace ?? ''}/${name}`).join('\n');
}
