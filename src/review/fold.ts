/** The reviews of several units as one: what is the same in many is told once, and says where. */
import { unitsText } from '../wording/phrases.js';
import type { Review } from './review.js';

/** The review of one unit. */
export interface UnitReview {
  /** Absent for what concerns no unit. */
  readonly unit?: string;
  readonly review: Review;
}

/**
 * Folds reviews.
 *
 * @param what the units are
 * @example
 * foldReviews([{ unit: 'overlays/prod', review: prod }, { unit: 'overlays/test', review: test }])
 */
export function foldReviews(reviews: readonly [UnitReview, ...UnitReview[]], what?: string): Review {
  const all = reviews.filter(({ unit }) => unit !== undefined).length;
  // Profiles have the same risks as the list of the new ones.
  const folded = new Map<unknown, unknown>();
  const fold = <T extends object>(listOf: (review: Review) => readonly T[]): T[] => {
    const groups = new Map<string, { readonly items: T[]; readonly units: Set<string> }>();
    for (const { unit, review } of reviews)
      for (const item of listOf(review)) {
        const key = JSON.stringify(item, (name, value: unknown) => (name === 'place' || name === 'source' ? undefined : value));
        const group = groups.get(key) ?? { items: [], units: new Set() };
        groups.set(key, group);
        group.items.push(item);
        if (unit !== undefined) group.units.add(unit);
      }
    return [...groups.values()].map(({ items, units }) => {
      const [first] = items as [T];
      const told =
        all > 1 && units.size > 0 && hasMessage(first)
          ? { ...first, message: `${first.message} (in ${unitsText([...units], all, what)})` }
          : first;
      for (const item of items) folded.set(item, told);
      return told;
    });
  };
  const [{ review }] = reviews;
  const sum = (count: (objects: Review['objects']) => number): number =>
    reviews.reduce((total, one) => total + count(one.review.objects), 0);
  const risks = {
    new: fold(({ risks: { new: some } }) => some),
    grown: fold((one) => one.risks.grown),
    unchanged: fold((one) => one.risks.unchanged),
    smaller: fold((one) => one.risks.smaller),
    fixed: fold((one) => one.risks.fixed),
    accepted: fold((one) => one.risks.accepted),
  };
  const profiles = new Map(
    reviews.flatMap(({ review: one }) =>
      one.profiles.map((profile) => {
        const told = { ...profile, risks: profile.risks.map((risk) => (folded.get(risk) as typeof risk | undefined) ?? risk) };
        return [JSON.stringify([told.operator, told.risks.map(({ message }) => message)]), told] as const;
      }),
    ),
  );
  return {
    base: review.base,
    head: review.head,
    scopeChanges: fold((one) => one.scopeChanges),
    gained: fold((one) => one.gained),
    lost: fold((one) => one.lost),
    renames: fold((one) => one.renames),
    profiles: [...profiles.values()],
    risks,
    findings: {
      new: fold((one) => one.findings.new),
      fixed: fold((one) => one.findings.fixed),
      unchanged: fold((one) => one.findings.unchanged),
    },
    changes: fold((one) => one.changes),
    objects: {
      added: sum(({ added }) => added),
      removed: sum(({ removed }) => removed),
      changed: sum(({ changed }) => changed),
    },
    unread: fold((one) => one.unread),
  };
}

function hasMessage<T extends object>(item: T): item is T & { readonly message: string } {
  return 'message' in item && typeof item.message === 'string';
}
