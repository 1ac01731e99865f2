/** Paths to a right, each once. */
import { compareText, groupBy } from '../kubernetes/object.js';
import type { GrantPath } from './grant.js';

/** The paths in order. Paths that differ only in the namespace, as copies do, count once: the first one remains. */
export function distinctPaths(paths: readonly GrantPath[]): readonly GrantPath[] {
  // Most rights have one.
  if (paths.length < 2) return [...paths];
  const alike = groupBy(paths, ({ binding, roles, rule }) =>
    JSON.stringify([binding?.kind, binding?.name, roles.map(({ kind, name }) => [kind, name]), rule]),
  );
  const firsts = [...alike.values()].map((same) => inOrder(same)[0] as GrantPath);
  return inOrder(firsts);
}

function inOrder(paths: readonly GrantPath[]): readonly GrantPath[] {
  if (paths.length < 2) return paths;
  const named = paths.map((path) => ({ path, text: pathText(path) }));
  return named.sort((a, b) => compareText(a.text, b.text) || a.path.rule - b.path.rule).map(({ path }) => path);
}

function pathText({ binding, roles }: GrantPath): string {
  return [...(binding ? [binding] : []), ...roles].map(({ kind, namespace, name }) => `${kind} ${namespace ?? ''}/${name}`).join('\n');
}
