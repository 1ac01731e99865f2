/** Merges the reviews of several units: findings that several units share appear once, with their units. */

import { unitsText } from '../../base/wording/permissions.js';
import type { Finding } from '../../olm/model/finding.js';
import { type Changed, type ReportedFinding, type Review, sortedFindings } from './review.js';

/** The review of one unit. */
export interface UnitReview {
  /** Absent for the part that belongs to no unit. */
  readonly unit?: string;
  readonly review: Review;
}

/**
 * Merges reviews.
 *
 * @param what the noun for the units
 * @example
 * foldReviews([{ unit: 'overlays/prod', review: prod }, { unit: 'overlays/test', review: test }])
 */
export function foldReviews(reviews: readonly [UnitReview, ...UnitReview[]], what?: string): Review {
  const all = reviews.filter(({ unit }) => unit !== undefined).length;
  const [{ review }, ...others] = reviews;
  // A single review needs no merging.
  const fold = <T>(listOf: (review: Review) => readonly T[]): readonly T[] =>
    others.length === 0 ? listOf(review) : duplicates(reviews, listOf).flatMap(({ items: [first] }) => first ?? []);
  const sum = (count: (objects: Review['objects']) => number): number =>
    reviews.reduce((total, one) => total + count(one.review.objects), 0);
  // Profiles contain the same risks as the list of new ones.
  const folded = new Map<Finding, Finding>();
  const findings = sortedFindings(
    duplicates(reviews, (one) => one.findings).flatMap(({ items, units }): ReportedFinding[] => {
      const [first] = items;
      if (!first) return [];
      const finding = all > 1 && units.size > 0 ? inUnits(first.finding, [...units], all, what) : first.finding;
      for (const item of items) folded.set(item.finding, finding);
      return [{ ...first, finding }];
    }),
  );
  const profiles = new Map(
    reviews.flatMap(({ review: one }) =>
      one.profiles.map((profile) => {
        const told = { ...profile, risks: profile.risks.map((risk) => folded.get(risk) ?? risk) };
        return [JSON.stringify([told.operator, told.risks.map(({ message }) => message)]), told] as const;
      }),
    ),
  );
  return {
    base: review.base,
    head: review.head,
    findings,
    gained: fold((one) => one.gained),
    lost: fold((one) => one.lost),
    renames: fold((one) => one.renames),
    profiles: [...profiles.values()],
    operators:
      others.length === 0
        ? review.operators
        : duplicates(reviews, (one) => one.operators).flatMap(({ items: [first], units }) =>
            first ? [{ ...first, ...(all > 1 && units.size > 0 ? { units: unitsText([...units], all, what) } : {}) }] : [],
          ),
    changes: changesOf(reviews, all, what),
    objects: {
      added: sum(({ added }) => added),
      removed: sum(({ removed }) => removed),
      changed: sum(({ changed }) => changed),
    },
    unread: fold((one) => one.unread),
  };
}

/** The changes of all units, each once; a file has one line. */
function changesOf(reviews: readonly UnitReview[], all: number, what: string | undefined): readonly Changed[] {
  const [{ review } = { review: undefined }, ...others] = reviews;
  if (review && others.length === 0) return review.changes;
  const folded = duplicates(reviews, (one) => one.changes).flatMap(({ items: [first], units }): Changed[] =>
    first ? [all > 1 && units.size > 0 ? { ...first, units: unitsText([...units], all, what) } : first] : [],
  );
  const isFile = ({ object, operator }: Changed): boolean => object.kind === 'File' && operator === undefined;
  const files = new Map(folded.filter(isFile).map((one) => [one.object.name, one]));
  return [...folded.filter((one) => !isFile(one)), ...files.values()];
}

/** Fields that describe the place of an entry, not its content. */
const LOCAL: ReadonlySet<string> = new Set(['claims', 'differs', 'place', 'source']);

/** Entries that differ only by place, with the units that contain them. */
function duplicates<T>(reviews: readonly UnitReview[], listOf: (review: Review) => readonly T[]): { items: T[]; units: Set<string> }[] {
  const groups = new Map<string, { readonly items: T[]; readonly units: Set<string> }>();
  for (const { unit, review } of reviews)
    for (const item of listOf(review)) {
      const key = JSON.stringify(item, (name, value: unknown) => (LOCAL.has(name) ? undefined : value));
      const group = groups.get(key) ?? { items: [], units: new Set() };
      groups.set(key, group);
      group.items.push(item);
      if (unit !== undefined) group.units.add(unit);
    }
  return [...groups.values()];
}

function inUnits(finding: Finding, units: readonly string[], all: number, what?: string): Finding {
  return { ...finding, message: `${finding.message} (in ${unitsText(units, all, what)})` };
}
