/** Finds the objects of repositories that are read as a whole which only apply paths of the same repository. */
import type { State } from '../../review/index.js';
import { canHaveSources } from '../applied/applied-here.js';
import { homeOf } from '../trees/git-tree.js';
import { unitsIn } from '../units/units.js';
import { ownSourcesOf } from './read-pairs.js';
import type { Side, StatesRead } from './read-states.js';

/** Both states with these objects; a lenient read is not complete. */
export function withOwnSources(read: StatesRead, base: Side, head: Side): StatesRead {
  const states = [read.base.state, read.head.state];
  // It starts git, and then looks at the whole repository.
  const home = states.some((state) => state?.given.some(canHaveSources)) ? homeOf(base[0], head[0]) : undefined;
  if (!home) return read;
  const withOwn = (state: State | undefined, [input, options]: Side): State | undefined => {
    const units = state === undefined || options.lenient ? undefined : unitsIn(input, [], options, 'apart');
    return state && units ? { ...state, ownSources: ownSourcesOf(state, units, home) } : state;
  };
  return {
    ...read,
    base: { ...read.base, state: withOwn(read.base.state, base) },
    head: { ...read.head, state: withOwn(read.head.state, head) },
  };
}
