/** `check` of a repository: each unit is judged apart, and what is the same in many is told once. */
import { isDeepStrictEqual } from 'node:util';
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { type Problem, stops } from '../manifest/problem.js';
import type { GivenFiles } from '../source/read-files.js';
import type { Reading, Unit } from '../source/unit.js';
import type { Units } from '../source/units.js';
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
  /** What cannot be judged as one whole is judged part by part. */
  readonly isInParts?: true;
}

/** Nothing else is OLM's. */
const OLM_GROUPS = ['operators.coreos.com', 'olm.operatorframework.io'];

/** Judges every unit that has objects of OLM. One that cannot be read is named, and stops no other one. */
export function judgeUnits(input: string, units: Units, judge: (source: GivenFiles, unit: Unit) => Judged, quiet: boolean): Judged {
  const wanted = units.mentioning(OLM_GROUPS, units.units);
  units.read(wanted);
  const judgeOne = (unit: Unit): JudgedUnit[] => {
    const source = units.read([unit]).get(unit.name);
    const judged = source && { unit: unit.name, ...judge(source, unit) };
    if (!judged) return [];
    const { parts = [], entry } = unit;
    if (judged.exit !== EXIT_BAD_INPUT || parts.length < 2) return [judged];
    const ofParts = units.mentioning(OLM_GROUPS, parts).flatMap((part) => judgeOne(entry ? { ...part, entry } : part));
    return [{ ...judged, isInParts: true }, ...ofParts];
  };
  const all = wanted.flatMap(judgeOne);
  const inParts = all.filter(({ isInParts }) => isInParts);
  const judged = all.filter(({ isInParts }) => !isInParts);
  const read = judged.filter(({ exit }) => exit !== EXIT_BAD_INPUT);
  const unread = judged.filter(({ exit }) => exit === EXIT_BAD_INPUT);
  return {
    problems: [...foldedBy(read.flatMap(({ unit, problems }) => problems.map((value) => ({ unit, value })))).keys()],
    json: jsonOf(units, judged, inParts),
    text: (paint) =>
      quiet
        ? unitBlocks(read, paint)
        : [unitBlocks(read, paint), [...inParts, ...unread].map(unreadText).join(''), `${summary(input, units, wanted, unread)}\n`]
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

function jsonOf(
  { units, charts }: Units,
  judged: readonly JudgedUnit[],
  inParts: readonly JudgedUnit[],
): Readonly<Record<string, unknown>> {
  const byName = new Map([...inParts, ...judged].map((one) => [one.unit, one]));
  const stateOf = ({ name }: Unit): string => {
    const one = byName.get(name);
    if (one === undefined) return 'without-operators';
    return one.isInParts ? 'in-parts' : one.exit === EXIT_BAD_INPUT ? 'not-read' : 'judged';
  };
  const [first] = judged.filter(({ exit }) => exit !== EXIT_BAD_INPUT);
  const empty = { verdicts: [], unknownOperators: [], findings: [], problems: [] };
  return {
    units: [
      ...units.map((unit) => ({ unit: unit.name, kind: unit.kind, state: stateOf(unit) })),
      ...charts.map((chart) => ({ unit: chart || '.', kind: 'chart', state: 'not-read' })),
    ],
    ...Object.fromEntries(
      Object.entries({ ...empty, ...first?.json }).flatMap(([key, one]): [string, unknown][] => {
        // What is no list is a setting, and told where it is the same for all.
        if (!Array.isArray(one))
          return judged.every(({ json }) => json[key] === undefined || isDeepStrictEqual(json[key], one)) ? [[key, one]] : [];
        const entries = judged.flatMap(({ unit, json }) => [json[key] ?? []].flat().map((value: unknown) => ({ unit, value })));
        return [[key, [...foldedBy(entries)].map(([value, names]) => ({ ...(value as object), units: names }))]];
      }),
    ),
  };
}

/** Values that are alike but for their places, each once, with the units that they are in. */
function foldedBy<T>(entries: readonly { readonly unit: string; readonly value: T }[]): Map<T, string[]> {
  const known = new Map<string, T>();
  const folded = new Map<T, string[]>();
  for (const { unit, value } of entries) {
    const key = keyOf(value);
    const first = known.get(key) ?? value;
    known.set(key, first);
    const names = folded.get(first) ?? [];
    if (names.at(-1) !== unit) names.push(unit);
    folded.set(first, names);
  }
  return folded;
}

const PLACES: ReadonlySet<string> = new Set(['place', 'file', 'line', 'column']);

/** The same for values that are alike but for their places. */
export function keyOf(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => (PLACES.has(name) ? undefined : part));
}

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

function unreadText({ unit, problems, isInParts }: JudgedUnit): string {
  const [first] = problems.filter(stops);
  const place = first ? `${first.file}${first.line === undefined ? '' : `:${first.line}`}: ` : '';
  return `${printable(`${isInParts ? 'judged part by part' : 'not read'}: ${unit}: ${place}${first ? `${first.message}, found ${first.found}` : ''}`)}\n`;
}

/** Why units are judged apart. */
const READINGS: Readonly<Record<Reading, string>> = {
  clusters: 'each judged apart as the configuration file says',
  alternatives: 'each judged apart because some are alternatives',
};

/** Clusters, and what reaches none of them. */
function countedUnits(units: readonly Unit[]): string {
  const clusters = units.filter(({ kind }) => kind === 'cluster').length;
  if (clusters === 0) return counted(units.length, 'unit');
  const rest = units.length - clusters;
  return `${counted(clusters, 'cluster')}${rest > 0 ? ` and ${counted(rest, 'unit')} that ${rest === 1 ? 'reaches' : 'reach'} none of them` : ''}`;
}

function summary(
  input: string,
  { units, charts, reading = 'alternatives' }: Units,
  wanted: readonly Unit[],
  unread: readonly JudgedUnit[],
): string {
  const missing = units.flatMap((unit) => unit.missing ?? []);
  const parts = [
    `${countedUnits(units)} in ${input}, ${READINGS[reading]}`,
    `${wanted.length} with objects of OLM`,
    ...(unread.length > 0 ? [`${unread.length} not read`] : []),
    ...(charts.length > 0 ? [`${counted(charts.length, 'Helm chart')} not rendered`] : []),
    ...(missing.length > 0 ? [`not there: ${missing.join(', ')}`] : []),
  ];
  return printable(parts.join(', '));
}
