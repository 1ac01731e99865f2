/** Reviews the Applications that ApplicationSets make of files and cluster Secrets, as if the repository had them. */
import { emptyState, type MadeObject, madeApplications, type Side } from '../../repository/index.js';
import type { Review, State } from '../../review/index.js';

type Compare = (before: State, after: State) => Review;

/** The review of the made Applications alone. */
export function reviewOfMade(base: Side, head: Side, compare: Compare): Pick<Review, 'findings' | 'changes'> {
  const made = madeApplications(base[0], head[0]);
  const [before, after] = [emptyState(base), emptyState(head)];
  if (made.base.length + made.head.length === 0 || !before || !after) return { findings: [], changes: [] };
  return compare(withMade(before, made.base), withMade(after, made.head));
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
