/** Reviews a move away from OLM: findings about operators that continue without OLM are reported as a move. */

import { formatReference, type ObjectReference } from '../../base/kubernetes/object.js';
import { targetsText } from '../../base/wording/phrases.js';
import { csvReference, type Finding, groupReference } from '../../olm/model/finding.js';
import type { FoundChange } from '../rules/changed/change.js';
import { isPresence } from '../rules/changed/documents/not-reviewed.js';
import { type MovedOperator, migrationSteps, movedOperators, noLongerMade, watchedBefore } from '../rules/changed/migration.js';
import { COPIES_CHANGED } from '../rules/changed/reach/copies.js';
import { GROUP_REMOVED, TARGET_RULES } from '../rules/changed/reach/groups.js';
import { LEFT_BEHIND } from '../rules/changed/reach/left-behind.js';
import { MEMBER_REMOVED } from '../rules/changed/reach/operators.js';
import { WEBHOOK_ADDED, WEBHOOK_REMOVED } from '../rules/changed/webhooks/webhooks.js';
import { completed, findingOf } from '../rules/finding-of.js';
import type { State } from '../state/state.js';
import { type Review, sortedFindings, toldList } from './review.js';

/** Rules about groups and CSVs that disappear because OLM does. */
const TOLD_AS_MOVE: ReadonlySet<string> = new Set([MEMBER_REMOVED, GROUP_REMOVED, LEFT_BEHIND, COPIES_CHANGED].map(({ id }) => id));

/**
 * The review including the move: the namespaces that each operator watches, objects that are no longer created, and the steps on the
 * cluster.
 *
 * @param base a state in which OLM installs the operators
 * @param head a state in which they are installed without OLM, or by OLM v1
 * @returns the review unchanged, if no operator is in both states
 */
export function withMigration(review: Review, base: State, head: State): Review {
  const moved = movedOperators(base, head);
  if (moved.length === 0) return review;
  const namespaces = new Set(moved.map(({ before }) => before.csv.namespace));
  const own = new Set([
    ...moved.map(({ before }) => formatReference(csvReference(before.csv))),
    ...base.resolution.groups
      .filter(({ group }) => namespaces.has(group.namespace))
      .map(({ group }) => formatReference(groupReference(group))),
  ]);
  const told = (change: FoundChange): Finding => findingOf(change.rule, completed(change.rule, head, base)(change));
  const isTold = ({ id, subject }: Finding): boolean => TOLD_AS_MOVE.has(id) && own.has(formatReference(subject));
  return {
    ...review,
    findings: sortedFindings([
      ...toldList({
        reach: { new: moved.flatMap((operator) => watchChange(operator, base)).map(told) },
      }),
      ...review.findings.filter(
        ({ kind, finding }) => !(kind === 'reach' && isTold(finding)) && !(kind === 'change' && isToldOtherwise(finding, moved, head)),
      ),
      ...toldList({
        change: {
          new: [...noLongerMade(moved, base, head), ...migrationSteps(moved, base, head)].map(told),
        },
      }),
    ]),
  };
}

/** Kinds that only OLM reads and that the migration steps name. */
const OLM_KINDS: ReadonlySet<string> = new Set(['Subscription', 'OperatorGroup', 'ClusterServiceVersion']);

/**
 * Whether the move covers a finding: a webhook disappears and appears under two names, and objects of a bundle come from the same bundle in
 * both states.
 */
function isToldOtherwise(finding: Finding, moved: readonly MovedOperator[], head: State): boolean {
  const { id, subject } = finding;
  // Other differences of these objects appear in no other finding.
  if (isPresence(finding)) return OLM_KINDS.has(subject.kind) || isMade(subject, moved, head);
  if (id === WEBHOOK_REMOVED.id) return moved.some(({ before }) => formatReference(csvReference(before.csv)) === formatReference(subject));
  return id === WEBHOOK_ADDED.id && isMade(subject, moved, head);
}

function isMade({ kind, name }: ObjectReference, moved: readonly MovedOperator[], { made = [] }: State): boolean {
  const owners = new Set(moved.map(({ after }) => formatReference(after)));
  return made.some(({ owner, object }) => object.kind === kind && object.metadata.name === name && owners.has(formatReference(owner)));
}

function watchChange({ before, watches }: MovedOperator, base: State): FoundChange[] {
  if (!watches) return [];
  const was = watchedBefore(before);
  const gained = was.includes('') ? [] : watches.filter((name) => !was.includes(name));
  const lost = watches.includes('') ? [] : was.filter((name) => !watches.includes(name));
  if (gained.length + lost.length === 0) return [];
  const [from, to] = [targetsText(was), targetsText(watches)];
  const subject = csvReference(before.csv);
  return [
    {
      subject,
      rule: gained.length === 0 ? TARGET_RULES.narrowed : lost.length === 0 ? TARGET_RULES.widened : TARGET_RULES.moved,
      message: `watches ${to} instead of ${from}, and so do its webhooks`,
      before: from,
      after: to,
      severity: gained.length === 0 ? 'info' : 'warning',
      place: base.placeOf(subject),
    },
  ];
}
