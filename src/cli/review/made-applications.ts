/** Reviews the Applications that ApplicationSets make of files and cluster Secrets, as if the repository had them. */
import { emptyState, type MadeObject, madeApplications, type Side } from '../../repository/index.js';
import type { Review, State } from '../../review/index.js';

type Compare = (before: State, after: State) => Review;

/**
 * The review of the made Applications alone.
 * @param states pairs of states, whose kustomizations can build an ApplicationSet or a cluster Secret that no file has as it is applied
 */
export function reviewOfMade(
  base: Side,
  head: Side,
  states: readonly { readonly base: State; readonly head: State }[],
  compare: Compare,
): Pick<Review, 'findings' | 'changes'> {
  const [before, after] = [states.flatMap((one) => one.base.given), states.flatMap((one) => one.head.given)];
  const made = madeApplications([base[0], before], [head[0], after]);
  const [was, is] = made.base.length + made.head.length === 0 ? [] : [emptyState(base), emptyState(head)];
  if (!was || !is) return { findings: [], changes: [] };
  return compare(withMade(was, made.base), withMade(is, made.head));
}

function withMade(state: State, made: readonly MadeObject[]): State {
  const fileOf = new Map(made.flatMap(({ object: { metadata }, file }) => (file === undefined ? [] : [[metadata.name, file] as const])));
  return {
    ...state,
    given: made.map(({ object }) => object),
    placeOf: ({ name }) => {
      const file = fileOf.get(name);
      return file === undefined ? undefined : { file };
    },
  };
}
