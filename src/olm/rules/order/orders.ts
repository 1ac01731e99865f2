/** Orders: in which CSVs come and are looked at. A bounded number of them, the same for the same CSVs. */

/** One way in which the work can go. */
export interface WorkOrder<T> {
  /** In which the CSVs come, and OLM finds them. */
  readonly arrival: readonly T[];
  /** All are there at once, or each is settled before the next one comes. */
  readonly together: boolean;
  /** Which of them are looked at in a round, and in which order. */
  readonly round: (present: readonly T[]) => readonly T[];
}

/** Sets up to this size are tried in every order of arrival. */
const EVERY_ORDER = 4;
/** How often larger ones are shuffled; the largest, which cost most, not at all. */
const SHUFFLES = 12;
const FEWER_SHUFFLES = 4;
const LARGE = 12;
/** Sets beyond this size are tried in very few orders. */
export const LARGEST = 60;

/** The orders to try for a set of rivals, the one that is rendered first. */
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
    // One after the other costs the square of their number.
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

/** Numbers from 0 to 1 that look random and are the same each time (a linear congruential generator). */
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
