/** Runs `check` on a repository: judges each unit apart, and reports equal results once. */

import { isDeepStrictEqual } from 'node:util';
import { OLM_GROUPS } from '../base/kubernetes/kinds.js';
import { NO_PAINT, type Paint } from '../base/manifest/format-problem.js';
import { printable } from '../base/manifest/printable.js';
import { type Problem, stops } from '../base/manifest/problem.js';
import { isLeftOut } from '../base/manifest/problem-reach.js';
import { beyondText, elsewhereText, unitsText } from '../base/wording/permissions.js';
import { counted, listed } from '../base/wording/phrases.js';
import type { Watched } from '../olm/model/progress.js';
import type { Elsewhere } from '../olm/model/unknown-operator.js';
import {
  type CheckedJson,
  type CommitTimes,
  elsewhereJson,
  type RepositoryReport,
  repositoryText,
  SCHEMA_VERSION,
  versionsJsonText,
} from '../report/index.js';
import {
  clusterUnit,
  commitTimes,
  type GivenFiles,
  inShard,
  isNotBuilt,
  type Reading,
  type Shard,
  type Unit,
  type Units,
} from '../repository/index.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, packageVersion } from './outcome.js';
import { eachUnit, foldAlike } from './review/each-unit.js';

/** The result for an input or a unit. */
export interface Judged {
  readonly problems: readonly Problem[];
  /** The result as data. */
  readonly json: Partial<CheckedJson>;
  /** @param all whether nothing is left out */
  readonly text: (paint: Paint, all?: boolean) => string;
  readonly exit: number;
}

export interface JudgedUnit extends Judged {
  readonly unit: string;
  /** Whether the unit cannot be judged as a whole, and is judged part by part. */
  readonly isInParts?: true;
}

/** The result of a unit; and of its parts, if it cannot be judged as a whole. */
interface JudgedWhole {
  readonly unit: string;
  readonly results: readonly JudgedUnit[];
  /** In a part: when its locks were last committed. */
  readonly committed?: CommitTimes | undefined;
}

/** When the locks of operators were last committed. */
export function committedOf({ locks = [] }: Partial<CheckedJson>): CommitTimes {
  return commitTimes(locks.map(({ file }) => file));
}

/** The output of a shard, for `report merge`. */
export function partOf(
  { judged, ...repository }: JudgedRepository,
  { shard, quiet, asked }: { readonly shard: Shard; readonly quiet: boolean; readonly asked: string },
): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    part: { command: 'check', program: packageVersion(), asked, shard },
    quiet,
    ...repository,
    judged: judged.map(({ unit, results }) => ({
      unit,
      results: results.map((one) => ({ ...one, text: one.text(NO_PAINT) })),
      committed: Object.fromEntries(results.flatMap(({ json }) => Object.entries(committedOf(json)))),
    })),
  };
}

/** The result for a repository, or for one of its shards. */
export interface JudgedRepository {
  readonly input: string;
  readonly units: readonly Pick<Unit, 'name' | 'kind' | 'appliedBy'>[];
  readonly charts: readonly string[];
  /** ApplicationSets that cannot be expanded. */
  readonly unexpanded: readonly string[];
  /** Applications and the like that apply nothing of the repository. */
  readonly elsewhere: readonly string[];
  /** Settings of Applications and Flux Kustomizations, in words. */
  readonly settings: readonly string[];
  /** Units that load files from outside of a kustomization's folder. */
  readonly beyond: readonly string[];
  readonly reading: Reading;
  /** Paths of clusters that do not exist. */
  readonly missing: readonly string[];
  /** The names of units with OLM objects. */
  readonly wanted: readonly string[];
  readonly judged: readonly JudgedWhole[];
}

/** Judges every unit with objects of OLM, or those of a shard. An unreadable unit is reported, and does not stop the others. */
export function judgeUnits(
  input: string,
  units: Units,
  judge: (source: GivenFiles, unit: Unit) => Judged,
  { shard = { index: 1, of: 1 }, progress }: Watched & { readonly shard?: Shard | undefined } = {},
): JudgedRepository {
  const elsewhere = new Map(units.units.map((unit) => [unit.name, units.elsewhere(unit)]));
  const mentioned = new Set(units.mentioning(OLM_GROUPS, units.units));
  const wanted = units.units.filter((unit) => mentioned.has(unit) || elsewhere.get(unit.name)?.length);
  const own = (shard.of === 1 ? wanted : inShard(wanted, shard, units.costOf)).map((unit) => withoutOthers(unit, units));
  const isRead = ({ problems }: Judged): boolean => !problems.some((problem) => stops(problem) || isOfSeveral(problem));
  const asking = { ask: judge, isRead, partsOf: (parts: readonly Unit[]) => units.mentioning(OLM_GROUPS, parts), progress };
  return {
    input,
    units: units.units.map(({ name, kind, appliedBy }) => ({ name, kind, ...(appliedBy ? { appliedBy } : {}) })),
    charts: units.charts,
    unexpanded: units.unexpanded,
    elsewhere: units.appliesElsewhere,
    settings: units.settings,
    beyond: units.loadingBeyond(wanted),
    reading: units.reading ?? 'alternatives',
    missing: units.units.flatMap(({ missing = [] }) => missing),
    wanted: wanted.map(({ name }) => name),
    judged: [...eachUnit(units, own, asking)].map((answers, index) => ({
      unit: own[index]?.name ?? '',
      results: answers.map(({ answer, ...of }): JudgedUnit => withElsewhere({ ...of, ...answer }, elsewhere.get(of.unit) ?? [])),
    })),
  };
}

function partsWith(words: readonly string[], parts: readonly Unit[], units: Units): readonly Unit[] {
  const mentioned = new Set(units.mentioning(words, parts));
  return parts.filter((part) => mentioned.has(part) || units.elsewhere(part).length > 0);
}

/** The result of a unit, with the operators of its remote bases. */
function withElsewhere(judged: JudgedUnit, elsewhere: readonly Elsewhere[]): JudgedUnit {
  if (elsewhere.length === 0) return judged;
  const { operators = [], ...json } = judged.json;
  return { ...judged, json: { ...json, operators: [...operators, ...elsewhere.map(elsewhereJson)] } };
}

/** Reduces a cluster of Applications to the parts that affect operators, because building the others takes time. */
function withoutOthers(unit: Unit, units: Units): Unit {
  const { name, parts, entry } = unit;
  return parts && !entry ? clusterUnit(name, partsWith([...OLM_GROUPS, 'Namespace'], parts, units)) : unit;
}

/**
 * Folds the results of all units: equal entries of several units appear once.
 *
 * @param shard the judged shard, if not all were judged
 */
export function foldUnits(repository: JudgedRepository, quiet: boolean, shard?: Shard): Judged {
  // A part of several clusters that are judged part by part has the same result in each.
  const all = [
    ...new Map(repository.judged.flatMap(({ results }) => results).map((one) => [JSON.stringify([one.unit, one.json]), one])).values(),
  ];
  const inParts = all.filter(({ isInParts }) => isInParts);
  const judged = all.filter(({ isInParts }) => !isInParts);
  const read = judged.filter(isUnitRead);
  const unread = judged.filter((one) => !isUnitRead(one));
  const json = jsonOf(repository, judged);
  const problems = foldAlike(read.flatMap(({ unit, problems: own }) => own.map((value) => ({ unit, value })))).map(({ value }) => value);
  const report = (): RepositoryReport => reportOf(json, repository, { problems, read, inParts, unread, shard });
  return {
    problems,
    json,
    text: (paint, all) => (quiet ? quietText(read, paint) : repositoryText(report(), paint, all)),
    exit: exitOf(judged, unread),
  };
}

/** Whether a problem indicates several units: objects contradict each other, or a part is not built. */
function isOfSeveral({ code, isAside, tolerated }: Problem): boolean {
  return isAside === true && ((code === 'DUPLICATE_OBJECT' && !tolerated) || isNotBuilt(code));
}

/** Whether anything of a unit was read. */
function isUnitRead({ problems, exit }: JudgedUnit): boolean {
  return !problems.some((problem) => stops(problem) || (problem.isAside && isNotBuilt(problem.code))) || exit === EXIT_FINDINGS;
}

/** The exit code: bad input if no unit was read, or if kustomize or the API server would refuse a file. An unbuilt unit may be valid. */
function exitOf(judged: readonly JudgedUnit[], unread: readonly JudgedUnit[]): number {
  if (unread.length > 0 && unread.length === judged.length) return EXIT_BAD_INPUT;
  if (judged.some(({ problems }) => problems.some(isLeftOut))) return EXIT_BAD_INPUT;
  return judged.some(({ exit }) => exit === EXIT_FINDINGS) ? EXIT_FINDINGS : EXIT_OK;
}

function jsonOf({ units, charts, unexpanded, judged: wholes }: JudgedRepository, judged: readonly JudgedUnit[]): CheckedJson {
  // A cluster can have the name of one of its parts.
  const byName = new Map(
    wholes.flatMap(({ results: [whole, ...parts] }) => [...parts, ...(whole ? [whole] : [])]).map((one) => [one.unit, one]),
  );
  const stateOf = (name: string): 'judged' | 'in-parts' | 'not-read' | 'without-operators' => {
    const one = byName.get(name);
    if (one === undefined) return 'without-operators';
    return one.isInParts ? 'in-parts' : isUnitRead(one) ? 'judged' : 'not-read';
  };
  const inUnits = <K extends JsonList>(key: K): CheckedJson[K] => {
    const entries = judged.flatMap(({ unit, json }) => [json[key] ?? []].flat().map((value) => ({ unit, value })));
    // The file is all that a lock says; elsewhere it is only the place.
    const keyOf = key === 'locks' ? (value: unknown) => JSON.stringify(value) : undefined;
    return foldAlike(entries, keyOf).map(({ value, units: names }) => ({ ...value, units: names })) as unknown as CheckedJson[K];
  };
  const locks = inUnits('locks') ?? [];
  const { versions } = judged.find(isUnitRead)?.json ?? {};
  const isOfAll = judged.every(({ json }) => json.versions === undefined || isDeepStrictEqual(json.versions, versions));
  return {
    units: [
      ...units.map(({ name, kind, appliedBy }) => ({ unit: name, kind, state: stateOf(name), ...(appliedBy ? { appliedBy } : {}) })),
      ...charts.map((chart) => ({ unit: chart || '.', kind: 'chart' as const, state: 'not-read' as const })),
    ],
    ...(unexpanded.length > 0 ? { unexpanded } : {}),
    ...(locks.length > 0 ? { locks } : {}),
    operators: inUnits('operators'),
    verdicts: inUnits('verdicts'),
    unknownOperators: inUnits('unknownOperators'),
    inventory: inUnits('inventory'),
    findings: inUnits('findings'),
    problems: inUnits('problems'),
    ...(versions && isOfAll ? { versions } : {}),
  };
}

/** Lists in which an equal entry of several units appears once, with the units' names. */
type JsonList = 'locks' | 'operators' | 'verdicts' | 'unknownOperators' | 'inventory' | 'findings' | 'problems';

/** The text for `--quiet`; units with the same text share a block. */
function quietText(read: readonly JudgedUnit[], paint: Paint): string {
  const texts = read.map(({ unit, text }) => ({ unit, value: text(paint) })).filter(({ value }) => value !== '');
  return foldAlike(texts, (text) => text)
    .map(({ value, units }) => `${paint.bold(printable(unitsText(units, read.length)))}\n${value}`)
    .join('\n');
}

interface Sorted {
  readonly problems: readonly Problem[];
  readonly read: readonly JudgedUnit[];
  readonly inParts: readonly JudgedUnit[];
  readonly unread: readonly JudgedUnit[];
  readonly shard: Shard | undefined;
}

/** @param json the folded data from which the text is made */
function reportOf(
  { operators, findings }: CheckedJson,
  repository: JudgedRepository,
  { problems, read, inParts, unread, shard }: Sorted,
): RepositoryReport {
  const versions = read.flatMap(({ unit, json: { versions: value } }) => (value ? [{ unit, value }] : []));
  const texts = foldAlike(versions.map(({ unit, value }) => ({ unit, value: versionsJsonText(value) })));
  const holds = texts.map(({ value, units }) => `${value}${texts.length === 1 ? '' : ` (${unitsText(units, read.length)})`}`);
  return {
    operators,
    findings,
    problems: problems.filter((problem) => !isOfUnread(problem)),
    notRead: [
      ...[...inParts, ...unread].map(unreadText),
      ...problems.filter(isOfUnread).map((problem) => `not read: ${placeText(problem)}${reasonText(problem)}`),
    ],
    notes: [...new Set(versions.flatMap(({ value }) => value.notes))],
    judged: read.length,
    summary: `${summary(repository, unread, shard)}${holds.length === 0 ? '' : `; valid for ${listed(holds)}`}`,
  };
}

function unreadText({ unit, problems, isInParts }: JudgedUnit): string {
  const [first] = [...problems.filter(stops), ...problems.filter(({ isAside }) => isAside)];
  const why = first ? `${placeText(first)}${reasonText(first)}` : '';
  return `${isInParts ? 'judged part by part' : 'not read'}: ${unit}: ${why}`;
}

function placeText({ file, line }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: `;
}

function reasonText({ message, found }: Problem): string {
  return `${message}${found === undefined ? '' : `, found ${found}`}`;
}

function isOfUnread({ isAside, tolerated, code }: Problem): boolean {
  return (isAside && tolerated) === true || code === 'KUSTOMIZATION_PART_NOT_READ' || isNotBuilt(code);
}

/** Why units are judged apart. */
const READINGS: Readonly<Record<Reading, string>> = {
  clusters: 'each judged separately, as the configuration file defines them',
  applications: 'each judged separately, as Applications and Flux Kustomizations define them',
  alternatives: 'each judged separately, because some are alternatives',
  versions: 'each judged as if it was installed',
  channels: 'each judged as if it was installed',
};

/** Counts the clusters, and the units outside of them. */
function countedUnits(units: JudgedRepository['units']): string {
  const clusters = units.filter(({ kind }) => kind === 'cluster').length;
  if (clusters === 0) return counted(units.length, 'unit');
  const rest = units.length - clusters;
  return `${counted(clusters, 'cluster')}${rest > 0 ? ` and ${counted(rest, 'unit')} outside them` : ''}`;
}

function summary(
  { input, units, charts, unexpanded, elsewhere, settings, beyond, reading, missing, wanted, judged }: JudgedRepository,
  unread: readonly JudgedUnit[],
  shard: Shard | undefined,
): string {
  const parts = [
    `${countedUnits(units)} in ${input}, ${READINGS[reading]}`,
    `${wanted.length} with OLM objects`,
    ...(shard ? [`${judged.length} of them in shard ${shard.index} of ${shard.of}`] : []),
    ...(unread.length > 0 ? [`${unread.length} not read`] : []),
    ...(charts.length > 0 ? [`${counted(charts.length, 'Helm chart')} not rendered (Helm renders those that an Application names)`] : []),
    ...(unexpanded.length > 0 ? [`not expanded: ${listed(unexpanded, 'ApplicationSets')}`] : []),
    ...(elsewhere.length > 0 ? [elsewhereText(elsewhere)] : []),
    ...(settings.length > 0 ? [`read with ${listed(settings, 'settings')}`] : []),
    ...(beyond.length > 0 ? [beyondText(beyond)] : []),
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
  ];
  return parts.join(', ');
}
