/** Merges the review parts of several machines, in the same way as one machine folds its own results. */

import { FORMAT_WRITERS } from '../../base/manifest/format-writers.js';
import { printable } from '../../base/manifest/printable.js';
import { FOLLOWS_V1 } from '../../olm/evaluate/evaluate.js';
import { versionsOf } from '../../olm/model/versions.js';
import { backgroundOf, type ReviewPart, reviewOfData, versionsJson } from '../../report/index.js';
import { baselineOfText, emptyState, type Side } from '../../repository/index.js';
import { type BaselineEntry, type Review, review, riskFinders, type State } from '../../review/index.js';
import { foldReviewed, notesOf, type ReviewedChange, type ReviewedRepository, type ReviewedUnit, touchedText } from './reviewed-units.js';

/** The merged review of all parts; nothing if their options make no valid cluster. @param day the day that decides on expired entries */
export function mergedReview(whole: ReviewPart, day: string): (ReviewedChange & { readonly notes: readonly string[] }) | undefined {
  const [base, head] = whole.sides.map(({ input, ...said }) => emptyState([String(input), said] as Side));
  if (!base || !head) return undefined;
  const { entries, configuration } = baselineOfText(whole.baseline);
  const finders = riskFinders(configuration);
  const compare = (before: State, after: State): Review => {
    // Equal values must have equal texts.
    return reviewOfData(JSON.parse(FORMAT_WRITERS.json.value(review(before, after, finders))));
  };
  const { reading, areClusters, count, wanted, unexpanded, beyond, unread, around, failOn } = whole;
  const judged = eachOnce(whole.judged);
  const repository: ReviewedRepository = {
    of: { reading, areClusters, count, wanted, unexpanded, beyond },
    rest: reviewOfData(whole.rest),
    unread,
    around: around && { ...around, started: () => around.started },
    judged: judged.map(
      ({ results, ...unit }) =>
        ({ ...unit, results: results.map((one) => ({ ...one, review: reviewOfData(one.review) })) }) as unknown as ReviewedUnit,
    ),
  };
  const given = [...entries, ...(whole.accepted as unknown as readonly BaselineEntry[])];
  const { result, findings } = foldReviewed(repository, { empty: { base, head }, compare, entries: given, day });
  const results = judged.flatMap((one) => one.results);
  const [only] = results;
  const alone = results.length === 1 ? only?.alone : undefined;
  const followed = results.filter((one) => one.followed);
  const isV1 = results.length > 0 && followed.length === results.length;
  const heldFor = (state: State, side: (typeof whole.sides)[number] | undefined) =>
    versionsJson(versionsOf(state.cluster.versions), isV1 || side?.profile === 'olm-v1');
  const isTold = typeof failOn !== 'string' && head.findings.some(({ id }) => failOn.ids.includes(id));
  const assumed = [notesOf([base, head]), ...results.map(({ notes }) => notes)].find(({ length }) => length > 0);
  return {
    notes: [...(followed.length > 0 ? [FOLLOWS_V1] : []), ...(assumed ?? []).map(printable)],
    result,
    findings,
    touched: touchedText(repository),
    versions: (alone?.versions as ReviewedChange['versions'] | undefined) ?? {
      base: heldFor(base, whole.sides[0]),
      head: heldFor(head, whole.sides[1]),
    },
    background: () => (alone?.background as ReturnType<ReviewedChange['background']> | undefined) ?? backgroundOf(base, head, result),
    problems: repository.judged.flatMap(({ problems }) => problems),
    told: results.some(({ told }) => told) || (results.length !== 1 && isTold),
  };
}

/** Drops repeated results: a shared part of several clusters is reviewed in the shard of each; one machine reviews it once. */
function eachOnce(judged: ReviewPart['judged']): ReviewPart['judged'] {
  const seen = new Set<string>();
  const isFirst = ({ unit, isCluster }: ReviewPart['judged'][number]['results'][number]): boolean => {
    const key = `${isCluster} ${unit}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
  return judged.map((one) => ({ ...one, results: one.results.filter(isFirst) }));
}
