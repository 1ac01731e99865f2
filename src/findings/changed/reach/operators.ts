/** Changes of the operators: new, removed and upgraded CSVs, and the verdicts on those that stay. */
import { namespacedName, type ObjectReference } from '../../../kubernetes/object.js';
import { csvReference } from '../../../model/references.js';
import type { ResolvedCsv } from '../../../rules/resolution.js';
import { type CsvPair, csvPairs } from '../../../state/csv-pairs.js';
import type { State } from '../../../state/state.js';
import type { ScopeChange } from './scope-change.js';

/** The changes of all CSVs, by namespace and name. */
export function memberChanges(base: State, head: State): ScopeChange[] {
  return csvPairs(base, head).flatMap((pair) => [...memberChange(pair, base, head), ...verdictChange(pair, head)]);
}

/** A CSV that names another one as its predecessor can stand here after several steps, or after one that OLM would not make. */
function replacementText(was: string, { csv }: ResolvedCsv): string {
  if (csv.replaces === was || csv.replaces === undefined) return `replaces ${was}`;
  return `takes the place of ${was}; it says itself that it replaces ${csv.replaces}`;
}

function memberChange({ before, after }: CsvPair, base: State, head: State): ScopeChange[] {
  if (before && after) {
    const [was, is] = [before.csv.name, after.csv.name];
    if (was === is) return [];
    return [
      { ...change(after, head), kind: 'member-upgraded', message: replacementText(was, after), before: was, after: is, severity: 'info' },
    ];
  }
  if (after)
    return [
      {
        ...change(after, head),
        kind: 'member-added',
        message: `is a new operator${inGroup('in', after) ?? ' without an OperatorGroup'}${alongWith(after)}`,
        severity: 'info',
      },
    ];
  if (before)
    return [
      {
        ...change(before, base),
        kind: 'member-removed',
        message: `is removed${inGroup('from', before) ?? ''}`,
        severity: 'info',
      },
    ];
  return [];
}

/** What nobody subscribes to is easily overlooked. */
function alongWith({ csv: { neededBy } }: ResolvedCsv): string {
  return neededBy === undefined ? '' : `; no Subscription asks for it: it comes along with ${neededBy.join(' and ')}`;
}

function inGroup(preposition: string, { group }: ResolvedCsv): string | undefined {
  return group && ` ${preposition} OperatorGroup ${namespacedName(group.group)}`;
}

function verdictChange({ before: old, after: csv }: CsvPair, head: State): ScopeChange[] {
  if (!old || !csv) return [];
  const [before, after] = [verdictText(old), verdictText(csv)];
  if (before === after) return [];
  const { phase } = csv.verdict;
  const severity = phase === 'Failed' || phase === '' ? 'error' : phase === 'Succeeded' && csv.certainty === 'certain' ? 'info' : 'warning';
  return [
    {
      ...change(csv, head),
      kind: 'verdict-changed',
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

function change({ csv }: ResolvedCsv, state: State): { readonly subject: ObjectReference } & Pick<ScopeChange, 'place'> {
  const subject = csvReference(csv);
  const place = state.placeOf(subject);
  return { subject, ...(place ? { place } : {}) };
}
