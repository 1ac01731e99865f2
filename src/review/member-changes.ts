/** Changes of the operators: new, removed and upgraded CSVs, and the verdicts on those that stay. */
import { groupBy } from '../kubernetes/group-by.js';
import { namespacedName, type ObjectReference } from '../kubernetes/object.js';
import { csvReference } from '../model/references.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { State } from '../state/state.js';
import type { ScopeChange } from './scope-change.js';

/** A CSV on one side or on both; under another name where it was upgraded. */
export interface CsvPair {
  readonly before?: ResolvedCsv;
  readonly after?: ResolvedCsv;
}

/** The changes of all CSVs, by namespace and name. */
export function memberChanges(base: State, head: State): ScopeChange[] {
  return csvPairs(base, head).flatMap((pair) => [...memberChange(pair, base, head), ...verdictChange(pair, head)]);
}

/** Pairs the CSVs of both sides: those of one name, then each new one with the one that it replaces. */
export function csvPairs(base: State, head: State): CsvPair[] {
  const [before, after] = [base, head].map(({ resolution }) => new Map(resolution.csvs.map((csv) => [namespacedName(csv.csv), csv]))) as [
    Map<string, ResolvedCsv>,
    Map<string, ResolvedCsv>,
  ];
  const gone = groupBy(
    [...before].filter(([key]) => !after.has(key)).map(([, csv]) => csv),
    ({ csv }) => csv.namespace,
  );
  const upgraded = new Set<ResolvedCsv>();
  const pairs = [...after].map(([key, csv]): CsvPair => {
    const candidates = (gone.get(csv.csv.namespace) ?? []).filter((old) => !upgraded.has(old));
    const old =
      before.get(key) ??
      candidates.find((candidate) => csv.csv.replaces === candidate.csv.name) ??
      candidates.find((candidate) => packageOf(csv) === packageOf(candidate));
    if (old) upgraded.add(old);
    return { ...(old ? { before: old } : {}), after: csv };
  });
  return [...pairs, ...[...gone.values()].flat().flatMap((csv) => (upgraded.has(csv) ? [] : [{ before: csv }]))];
}

/** The package of a CSV: most are called `<package>.v<version>`. */
export function packageOf({ csv }: ResolvedCsv): string {
  return csv.name.replace(/\.v?\d.*$/, '');
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

function change({ csv }: ResolvedCsv, side: State): { readonly subject: ObjectReference } & Pick<ScopeChange, 'place'> {
  const subject = csvReference(csv);
  const place = side.placeOf(subject);
  return { subject, ...(place ? { place } : {}) };
}
