/** Reports changes of operators: new, removed and upgraded CSVs, and changed verdicts. */
import { namespacedName } from '../../../../base/kubernetes/object.js';
import type { ClusterServiceVersion } from '../../../../olm/model/cluster-service-version.js';
import { isOlder } from '../../../../olm/model/csv-version.js';
import { csvReference, rule } from '../../../../olm/model/finding.js';
import type { ResolvedCsv } from '../../../../olm/rules/resolution.js';
import { type CsvPair, csvPairs } from '../../../state/csv-pairs.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { isMade } from '../migration.js';

const ADDED = rule('member-added', 'info', 'An operator is new', {
  meaning: 'A CSV is new in a namespace. The permissions of its accounts are reported as risks.',
  fix: 'Check the permissions of the operator.',
});

export const MEMBER_REMOVED = rule('member-removed', 'info', 'An operator is removed', {
  class: 'breaks',
  meaning: "A CSV is removed from a namespace. Its CRDs and users' objects stay.",
  fix: 'Check that nobody needs it.',
});

const UPGRADED = rule('member-upgraded', 'info', 'An operator is upgraded', {
  isRoutine: true,
  meaning: 'Another version of an operator replaces the CSV. Other findings show the differences.',
  fix: 'Check the differences of the new version.',
});

const OLDER = rule('older-version', 'info', 'An older version of an operator is requested', {
  meaning:
    'A CSV has a lower version than before. OLM does not downgrade: a running cluster keeps the later version, and a new cluster gets the lower one.',
  fix: 'Request the running version or a later one.',
});

const VERDICT_CHANGED = rule('verdict-changed', 'error', "OLM's verdict on an operator changes", {
  class: 'breaks',
  short: 'another verdict',
  meaning:
    "OLM's decision about a CSV changes: whether the CSV runs, or whether that depends on the order of events. It is an error if it no longer runs.",
  fix: 'See the findings about the CSV.',
});

/** The changes of all CSVs, by namespace and name. */
const find: FindChanges = (base, head) =>
  csvPairs(base, head).flatMap((pair) => [...memberChange(pair, base, head), ...verdictChange(pair, head)]);

export const operators = ofStates([ADDED, MEMBER_REMOVED, UPGRADED, OLDER, VERDICT_CHANGED], find);

/** A CSV that names another predecessor can follow after several steps, or after a step that OLM would not take. */
function replacementText(before: ClusterServiceVersion, { csv }: ResolvedCsv): string {
  const was = before.name;
  if (csv.replaces === was || csv.replaces === undefined) return `replaces ${was}`;
  return `replaces ${was}, although its own field "replaces" names ${csv.replaces}`;
}

function memberChange({ before, after }: CsvPair, base: State, head: State): FoundChange[] {
  if (before && after) {
    const [was, is] = [before.csv.name, after.csv.name];
    if (was === is) return [];
    const stays = isOlder(after.csv, before.csv) && !isMade(csvReference(after.csv), head);
    return [
      {
        ...change(after, head),
        rule: stays ? OLDER : UPGRADED,
        message: stays ? `is older than ${was}, which stays where it runs; a new cluster installs it` : replacementText(before.csv, after),
        before: was,
        after: is,
        severity: 'info',
      },
    ];
  }
  if (after)
    return [
      {
        ...change(after, head),
        rule: ADDED,
        message: `is a new operator${inGroup('in', after) ?? ' without an OperatorGroup'}${alongWith(after)}`,
        severity: 'info',
      },
    ];
  if (before)
    return [
      {
        ...change(before, base),
        rule: MEMBER_REMOVED,
        message: `is removed${inGroup('from', before) ?? ''}`,
        severity: 'info',
      },
    ];
  return [];
}

/** An operator without a Subscription is easily overlooked. */
function alongWith({ csv: { neededBy } }: ResolvedCsv): string {
  return neededBy === undefined ? '' : `; no Subscription asks for it: it is installed as a dependency of ${neededBy.join(' and ')}`;
}

function inGroup(preposition: string, { group }: ResolvedCsv): string | undefined {
  return group && ` ${preposition} OperatorGroup ${namespacedName(group.group)}`;
}

function verdictChange({ before: old, after: csv }: CsvPair, head: State): FoundChange[] {
  if (!old || !csv) return [];
  const [before, after] = [verdictText(old), verdictText(csv)];
  if (before === after) return [];
  const { phase } = csv.verdict;
  const severity = phase === 'Failed' || phase === '' ? 'error' : phase === 'Succeeded' && csv.certainty === 'certain' ? 'info' : 'warning';
  return [
    {
      ...change(csv, head),
      rule: VERDICT_CHANGED,
      message: `the verdict of OLM changes from ${before} to ${after}`,
      before,
      after,
      severity,
    },
  ];
}

function verdictText({ verdict: { phase, reason }, certainty }: ResolvedCsv): string {
  const text = phase === '' ? 'none' : phase === 'Succeeded' ? phase : `${phase}/${reason}`;
  return certainty === 'certain' ? text : `${text} (${certainty})`;
}

function change({ csv }: ResolvedCsv, state: State): Pick<FoundChange, 'subject' | 'place'> {
  const subject = csvReference(csv);
  return { subject, place: state.placeOf(subject) };
}
