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
  const fold = <T extends object>(listOf: (review: Review) => readonly T[]): readonly T[] =>
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

interface Group<T> {
  readonly items: T[];
  readonly units: Set<string>;
}

/** Entries that differ only by place, with the units that contain them. */
function duplicates<T extends object>(reviews: readonly UnitReview[], listOf: (review: Review) => readonly T[]): Group<T>[] {
  const groups: Group<T>[] = [];
  // Entries are written as a whole only if their texts are the same: one can relate to thousands of objects.
  const alike = new Map<string, Map<string, Group<T>> | Group<T>>();
  const grouped = (): Group<T> => {
    const made: Group<T> = { items: [], units: new Set() };
    groups.push(made);
    return made;
  };
  const groupOf = (item: T): Group<T> => {
    const texts = textsOf(item);
    const found = alike.get(texts);
    if (!found) {
      const made = grouped();
      alike.set(texts, made);
      return made;
    }
    const byContent = found instanceof Map ? found : new Map(found.items.slice(0, 1).map((first) => [contentOf(first), found]));
    alike.set(texts, byContent);
    const content = contentOf(item);
    const group = byContent.get(content) ?? grouped();
    byContent.set(content, group);
    return group;
  };
  for (const { unit, review } of reviews)
    for (const item of listOf(review)) {
      const group = groupOf(item);
      group.items.push(item);
      if (unit !== undefined) group.units.add(unit);
    }
  return groups;
}

/** The whole entry, but for its place. */
function contentOf(item: object): string {
  return JSON.stringify(item, (name, value: unknown) => (LOCAL.has(name) ? undefined : value));
}

function isLong(name: string): boolean {
  return name === 'message' || name === 'fingerprint';
}

/** The texts of an entry and of the objects in it, without lists: the same for entries with the same content. */
function textsOf(item: object): string {
  const texts: string[] = [];
  const take = (holder: object, depth: number): void => {
    for (const name of Object.keys(holder)) {
      // A text that is made when it is read can name thousands of objects.
      if (LOCAL.has(name) || (isLong(name) && Object.getOwnPropertyDescriptor(holder, name)?.get)) continue;
      const value = (holder as Record<string, unknown>)[name];
      if (typeof value === 'string') texts.push(value);
      else if (depth > 0 && value !== null && typeof value === 'object' && !Array.isArray(value)) take(value, depth - 1);
    }
  };
  take(item, 2);
  return texts.join('\n');
}

function inUnits(finding: Finding, units: readonly string[], all: number, what?: string): Finding {
  return { ...finding, message: `${finding.message} (in ${unitsText(units, all, what)})` };
}
