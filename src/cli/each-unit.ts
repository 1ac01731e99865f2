/** Runs a command on an input, or on each unit of a repository, and prints equal answers once. Only this file prints answers. */
import type { Command } from 'commander';
import { OLM_GROUPS } from '../base/kubernetes/kinds.js';
import { RBAC_GROUP } from '../base/kubernetes/rbac.js';
import { formatProblem, NO_PAINT } from '../base/manifest/format-problem.js';
import { FORMAT_WRITERS, FORMATS, type Format } from '../base/manifest/format-writers.js';
import { printable } from '../base/manifest/printable.js';
import { type Problem, stops } from '../base/manifest/problem.js';
import { unitsText } from '../base/wording/permissions.js';
import type { Finding } from '../olm/model/finding.js';
import type { Screen } from '../report/index.js';
import { type GivenFiles, isChoice, type Source, type Unit, type Units } from '../repository/index.js';
import { printFindings, printProblems } from './evaluate-input.js';
import { EXIT_BAD_INPUT, note, refuse, type Terminal } from './outcome.js';
import { screenOf } from './report-output.js';
import { eachUnit, foldAlike, keyWithoutPlaces, type UnitAnswer } from './review/each-unit.js';
import { namesText, type UnitFlags, unitsAsked, withSettings } from './units-asked.js';

/** The answer for one input. */
export interface Answer {
  readonly problems?: readonly Problem[];
  /** Printed with the diagnostics. */
  readonly findings?: readonly Finding[];
  /** Lines for the diagnostics. */
  readonly notes?: readonly string[];
  /** Why there is no answer, if it is not a problem of the input. */
  readonly refused?: string;
  /** Absent if there is no answer, or if nothing is printed. */
  readonly result?: Result;
  readonly exit: number;
}

/** The printed result. */
interface Result {
  /** The result for JSON. */
  readonly data: unknown;
  /** The text for any other format. */
  text(screen: Screen, format: string): string;
  /** One line for each object, for the format `name`. */
  names?(): string;
}

export function refusal(refused: string, problems: readonly Problem[] = []): Answer {
  return { refused, problems, exit: EXIT_BAD_INPUT };
}

/** Why there is no answer, in one line. */
function reasonOf({ refused, problems = [] }: Answer): string {
  const stopping = problems.find(stops);
  if (refused !== undefined || !stopping) return `error: ${printable(refused ?? 'no answer')}`;
  return formatProblem(stopping).split('\n', 1)[0] ?? '';
}

/** Prints an answer. @returns the exit code */
function printAnswer(answer: Answer, format: string, terminal: Terminal): number {
  const { refused, result, exit } = answer;
  printDiagnostics(answer, terminal);
  if (refused !== undefined) terminal.err(`error: ${printable(refused)}\n`);
  if (result) terminal.out(isData(format) ? FORMAT_WRITERS[format].value(result.data) : textIn(result, format, screenOf(terminal)));
  return exit;
}

/** Whether a format prints data. */
export function isData(format: string): format is Format {
  return (FORMATS as readonly string[]).includes(format);
}

/** The text in any format that does not print data. */
function textIn(result: Result, format: string, screen: Screen): string {
  if (format === 'name') return result.names?.() ?? '';
  // The text of these commands leaves nothing out, unless the terminal is too narrow.
  return format === 'wide' ? result.text({ ...screen, width: undefined }, 'text') : result.text(screen, format);
}

/** Prints the diagnostics of an answer. */
function printDiagnostics({ notes = [], problems = [], findings = [] }: Omit<Answer, 'exit'>, terminal: Terminal): void {
  for (const text of notes) note(text, terminal);
  printProblems(problems, terminal);
  if (!terminal.isQuiet) printFindings(findings, terminal);
}

/** Computes the answer for one input. */
type Ask<T> = (inputs: readonly Source[], options: T) => Answer;

/** How the answers of several units are combined. */
interface EachUnit {
  /** Units without any of these words in their files are skipped. */
  readonly words: readonly string[];
  /** The exit code of all answers together. @default the highest */
  exitOf?(exits: readonly number[]): number;
}

/** Words of OLM's and RBAC's objects. */
export const RIGHTS_WORDS = [...OLM_GROUPS, RBAC_GROUP];

interface Flags extends UnitFlags {
  readonly format?: string;
  readonly installNamespace?: string;
}

interface Run {
  readonly command: Command;
  readonly terminal: Terminal;
}

/** The formats of text that several units can share. */
const ANY_UNITS: readonly string[] = ['text', 'wide', 'name'];

/** Answers a question once, or for each unit of the input; reports why a unit has no answer. */
export function atEachUnit<T extends Flags>(
  inputs: readonly string[],
  options: T,
  { command, terminal }: Run,
  ask: Ask<T>,
  { words, exitOf = (exits) => Math.max(...exits) }: EachUnit,
): number {
  const { format = 'text' } = options;
  const units = options.installNamespace === undefined ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  const asked = units && (isChoice(options) ? units.units : units.mentioning(words, units.units));
  const [only, ...others] = asked ?? [];
  if (!units || !asked || !only) return printAnswer(ask(inputs, options), format, terminal);
  if (others.length === 0) {
    return printAnswer(ask(sourcesOf(units, only), withSettings(options, only.entry, command)), format, terminal);
  }
  if (!ANY_UNITS.includes(format) && !isData(format))
    return refuse(`--format ${format} works for one unit: choose it with --unit or --cluster; ${namesText(asked)}`, terminal);
  const answers = [
    ...eachUnit(units, asked, {
      ask: (source: GivenFiles, unit: Unit) => ask([source], withSettings(options, unit.entry, command)),
      isRead: ({ exit }: Answer) => exit !== EXIT_BAD_INPUT,
      partsOf: (parts) => (isChoice(options) ? parts : units.mentioning(words, parts)),
      progress: options.progress,
    }),
  ].flat();
  return printAnswers(
    answers.filter(({ isInParts }) => !isInParts),
    { format, all: asked.length, exitOf },
    terminal,
  );
}

/** Prints the answers of units, equal ones once. */
function printAnswers(
  answers: readonly UnitAnswer<Answer>[],
  { format, all, exitOf }: { readonly format: string; readonly all: number; exitOf(exits: readonly number[]): number },
  terminal: Terminal,
): number {
  const isGiven = ({ answer }: UnitAnswer<Answer>): boolean => answer.exit !== EXIT_BAD_INPUT;
  const given = answers.filter(isGiven);
  const refused = foldAlike(
    answers.filter((one) => !isGiven(one)).map(({ unit, answer }) => ({ unit, value: reasonOf(answer) })),
    (reason) => reason,
  );
  const told = <V>(of: (answer: Answer) => readonly V[] | undefined): V[] =>
    foldAlike(given.flatMap(({ unit, answer }) => (of(answer) ?? []).map((value) => ({ unit, value })))).map(({ value }) => value);
  const [notes, problems, findings] = [
    told((answer) => answer.notes),
    told((answer) => answer.problems),
    told((answer) => answer.findings),
  ];
  printDiagnostics({ notes, problems, findings }, terminal);
  const results = given.map(({ unit, answer }) => ({ unit, value: answer.result }));
  if (isData(format)) {
    const folded = foldAlike(results, (result) => keyWithoutPlaces(result?.data ?? null));
    terminal.out(
      FORMAT_WRITERS[format].value({
        answers: folded.map(({ value, units }) => ({ units, result: value?.data ?? null })),
        unanswered: refused.map(({ value, units }) => ({ units, reason: value })),
      }),
    );
  } else {
    const screen = screenOf(terminal);
    const textOf = (result: Answer['result'], paint = screen.paint): string => (result ? textIn(result, format, { ...screen, paint }) : '');
    const blocks = foldAlike(results, (result) => textOf(result, NO_PAINT))
      .map(({ value, units }) => ({ text: textOf(value), units }))
      .filter(({ text }) => text !== '')
      .map(({ text, units }) => (format === 'name' ? text : `${screen.paint.bold(printable(unitsText(units, all)))}\n${text}`));
    terminal.out(blocks.join(format === 'name' ? '' : '\n'));
    for (const { value, units } of refused) terminal.err(`no answer from ${printable(unitsText(units, all))}: ${value}\n`);
  }
  return given.length === 0 ? EXIT_BAD_INPUT : exitOf(given.map(({ answer }) => answer.exit));
}

/** Runs a command that works on one unit: the chosen one; prints an error if there are several. */
export function oneUnit<T extends Flags>(
  inputs: readonly string[],
  options: T,
  { command, terminal }: Run,
  run: (inputs: readonly Source[], options: T, terminal: Terminal) => number,
): number {
  const units = options.installNamespace === undefined ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  const [only, ...others] = units?.units ?? [];
  if (!units || !only) return run(inputs, options, terminal);
  if (others.length > 0)
    return refuse(`this command works for one unit: choose it with --unit or --cluster; ${namesText(units.units)}`, terminal);
  return run(sourcesOf(units, only), withSettings(options, only.entry, command), terminal);
}

function sourcesOf(units: Units, unit: Unit): Source[] {
  const source = units.read([unit]).get(unit.name);
  return source ? [source] : [];
}
