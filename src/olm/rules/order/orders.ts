/** Orders in which CSVs are created and processed: a limited number, the same for the same CSVs. */

/** One order of work. */
export interface WorkOrder<T> {
  /** The order in which CSVs are created, and in which OLM finds them. */
  readonly arrival: readonly T[];
  /** Whether all exist at once; otherwise each settles before the next one is created. */
  readonly together: boolean;
  /** The CSVs that a round processes, in order. */
  readonly round: (present: readonly T[]) => readonly T[];
}

/** The largest set that is tried in every order of creation. */
const EVERY_ORDER = 4;
/** The number of shuffles for larger sets; the largest, which cost most, have none. */
const SHUFFLES = 12;
const FEWER_SHUFFLES = 4;
const LARGE = 12;
/** Larger sets are tried in very few orders. */
export const LARGEST = 60;

/** The orders to try for a set of rivals; the rendered one is first. */
export function workOrders<T>(canonical: readonly T[]): WorkOrder<T>[] {
  const random = generator(canonical.length);
  const shuffles = canonical.length <= LARGE ? SHUFFLES : canonical.length <= LARGEST ? FEWER_SHUFFLES : 0;
  const asTheyAre = (present: readonly T[]): readonly T[] => present;
  const reversed = (present: readonly T[]): readonly T[] => present.toReversed();
  const shuffled = (present: readonly T[]): readonly T[] => shuffle(present, random);
  const partly = (present: readonly T[]): readonly T[] => shuffle(present, random).filter(() => random() < 0.5);
  const arrivals =
    canonical.length <= EVERY_ORDER
      ? permutations(canonical)
      : [canonical, canonical.toReversed(), ...Array.from({ length: shuffles }, () => shuffle(canonical, random))];
  return [
    { arrival: canonical, together: true, round: asTheyAre },
    { arrival: canonical.toReversed(), together: true, round: asTheyAre },
    { arrival: canonical, together: true, round: reversed },
    ...Array.from({ length: shuffles }, (_, index) => ({
      arrival: shuffle(canonical, random),
      together: true,
      round: index % 2 === 0 ? shuffled : partly,
    })),
    // Creating CSVs one after the other takes quadratic time.
    ...(canonical.length > LARGEST ? [] : arrivals).map((arrival, index) => ({
      arrival,
      together: false,
      round: index % 3 === 2 ? partly : asTheyAre,
    })),
  ];
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** A generator of reproducible pseudo-random numbers from 0 to 1 (linear congruential). */
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
