/** `check` of a repository: each unit is judged apart, and what is the same in many is told once. */
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { type Problem, stops } from '../manifest/problem.js';
import type { GivenFiles } from '../source/read-files.js';
import type { Unit, Units } from '../source/units.js';
import { counted, unitsText } from '../wording/phrases.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK } from './outcome.js';

/** What came of an input or of a unit. */
export interface Judged {
  readonly problems: readonly Problem[];
  /** As data. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: (paint: Paint) => string;
  readonly exit: number;
}

interface JudgedUnit extends Judged {
  readonly unit: string;
}

/** Nothing else is OLM's. */
const OLM_GROUPS = ['operators.coreos.com', 'olm.operatorframework.io'];

/** Judges every unit that has objects of OLM. One that cannot be read is named, and stops no other one. */
export function judgeUnits(input: string, units: Units, judge: (source: GivenFiles) => Judged, quiet: boolean): Judged {
  const wanted = units.mentioning(OLM_GROUPS);
  const given = units.read(wanted);
  const judged = wanted.flatMap(({ name }): JudgedUnit[] => {
    const source = given.get(name);
    return source ? [{ unit: name, ...judge(source) }] : [];
  });
  const read = judged.filter(({ exit }) => exit !== EXIT_BAD_INPUT);
  const unread = judged.filter(({ exit }) => exit === EXIT_BAD_INPUT);
  return {
    problems: [...foldedBy(read.flatMap(({ unit, problems }) => problems.map((value) => ({ unit, value })))).keys()],
    json: jsonOf(units, judged),
    text: (paint) =>
      quiet
        ? unitBlocks(read, paint)
        : [unitBlocks(read, paint), unread.map(unreadText).join(''), `${summary(input, units, wanted, unread)}\n`]
            .filter((part) => part !== '')
            .join('\n'),
    exit: exitOf(judged, unread),
  };
}

/** What is not built here may be right; what is built and wrong is a finding. Where nothing was read, there is no answer. */
function exitOf(judged: readonly JudgedUnit[], unread: readonly JudgedUnit[]): number {
  if (unread.length > 0 && unread.length === judged.length) return EXIT_BAD_INPUT;
  return judged.some(({ exit }) => exit === EXIT_FINDINGS) ? EXIT_FINDINGS : EXIT_OK;
}

function jsonOf({ units, charts }: Units, judged: readonly JudgedUnit[]): Readonly<Record<string, unknown>> {
  const byName = new Map(judged.map((one) => [one.unit, one]));
  const stateOf = ({ name }: Unit): string => {
    const one = byName.get(name);
    return one === undefined ? 'without-operators' : one.exit === EXIT_BAD_INPUT ? 'not-read' : 'judged';
  };
  const [first] = judged.filter(({ exit }) => exit !== EXIT_BAD_INPUT);
  const empty = { verdicts: [], unknownOperators: [], findings: [], problems: [] };
  return {
    units: [
      ...units.map((unit) => ({ unit: unit.name, kind: unit.kind, state: stateOf(unit) })),
      ...charts.map((chart) => ({ unit: chart || '.', kind: 'chart', state: 'not-read' })),
    ],
    ...Object.fromEntries(
      Object.entries({ ...empty, ...first?.json }).map(([key, one]) => {
        // What is no list is a setting, and the same for all.
        if (!Array.isArray(one)) return [key, one];
        const entries = judged.flatMap(({ unit, json }) => [json[key] ?? []].flat().map((value: unknown) => ({ unit, value })));
        return [key, [...foldedBy(entries)].map(([value, names]) => ({ ...(value as object), units: names }))];
      }),
    ),
  };
}

/** Values that are alike but for their places, each once, with the units that they are in. */
function foldedBy<T>(entries: readonly { readonly unit: string; readonly value: T }[]): Map<T, string[]> {
  const known = new Map<string, T>();
  const folded = new Map<T, string[]>();
  for (const { unit, value } of entries) {
    const key = JSON.stringify(value, (name, part: unknown) => (PLACES.has(name) ? undefined : part));
    const first = known.get(key) ?? value;
    known.set(key, first);
    const names = folded.get(first) ?? [];
    if (names.at(-1) !== unit) names.push(unit);
    folded.set(first, names);
  }
  return folded;
}

const PLACES: ReadonlySet<string> = new Set(['place', 'file', 'line', 'column']);

/** As lines of findings have it, after their id. */
const PLACE = / \([^()\n]*:\d+(?::\d+)?\)/g;

/** Units of which the same is to be said share a block, with the places of the first. */
function unitBlocks(read: readonly JudgedUnit[], paint: Paint): string {
  const texts = read.map(({ unit, text }) => ({ unit, value: text(paint) })).filter(({ value }) => value !== '');
  const folded = new Map<string, { readonly text: string; readonly names: string[] }>();
  for (const { unit, value: text } of texts) {
    const key = text.replaceAll(PLACE, '');
    folded.set(key, folded.get(key) ?? { text, names: [] });
    folded.get(key)?.names.push(unit);
  }
  return [...folded.values()].map(({ text, names }) => `${paint.bold(printable(unitsText(names, read.length)))}\n${text}`).join('\n');
}

function unreadText({ unit, problems }: JudgedUnit): string {
  const [first] = problems.filter(stops);
  const place = first ? `${first.file}${first.line === undefined ? '' : `:${first.line}`}: ` : '';
  return `${printable(`not read: ${unit}: ${place}${first ? `${first.message}, found ${first.found}` : ''}`)}\n`;
}

function summary(input: string, { units, charts }: Units, wanted: readonly Unit[], unread: readonly JudgedUnit[]): string {
  const parts = [
    `${counted(units.length, 'unit')} in ${input}, each judged apart because some are alternatives`,
    `${wanted.length} with objects of OLM`,
    ...(unread.length > 0 ? [`${unread.length} not read`] : []),
    ...(charts.length > 0 ? [`${counted(charts.length, 'Helm chart')} not rendered`] : []),
  ];
  return printable(parts.join(', '));
}
