/** A question about one state, asked at each unit of a repository: what is the same in many is answered once. */
import type { Command } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { printable } from '../manifest/printable.js';
import { isChoice } from '../source/choose-units.js';
import type { Source } from '../source/read-files.js';
import type { Unit } from '../source/unit.js';
import type { Units } from '../source/units.js';
import { unitsText } from '../wording/phrases.js';
import { keyOf } from './check-units.js';
import { EXIT_BAD_INPUT, refuse, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { namesText, type UnitFlags, unitsAsked, withSettings } from './units-asked.js';

/** What a command says of one input. */
type Run<T> = (inputs: readonly Source[], options: T, terminal: Terminal) => number;

/** How answers of several units are put together. */
export interface EachUnit {
  /** Units without any of these words in their files are not asked. */
  readonly words: readonly string[];
  /** The exit code of all that gave an answer. @default the highest */
  exitOf?(exits: readonly number[]): number;
}

/** Objects of OLM. */
export const OLM_WORDS = ['operators.coreos.com', 'olm.operatorframework.io'];
/** And what gives permissions. */
export const RIGHTS_WORDS = [...OLM_WORDS, 'rbac.authorization.k8s.io'];

interface Flags extends UnitFlags {
  readonly format?: string;
  readonly installNamespace?: string;
}

interface Answer {
  readonly unit: string;
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command once, or at each unit of its input; what says nothing where an answer cannot be had says why. */
export function atEachUnit<T extends Flags>(
  inputs: readonly string[],
  options: T,
  { command, terminal }: { readonly command: Command; readonly terminal: Terminal },
  run: Run<T>,
  { words, exitOf = (exits) => Math.max(...exits) }: EachUnit,
): number {
  const units = options.installNamespace === undefined ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  if (!units) return run(inputs, options, terminal);
  const asked = isChoice(options) ? units.units : units.mentioning(words, units.units);
  const [only, ...others] = asked;
  if (only && others.length === 0) return run(sourcesOf(units, only), withSettings(options, only.entry, command), terminal);
  if (!only) return run(inputs, options, terminal);
  const { format = 'text' } = options;
  if (format !== 'text' && format !== 'json')
    return refuse(`--format ${format} is of one unit: choose one with --unit or --cluster; ${namesText(asked)}`, terminal);
  units.read(asked);
  const answers = asked.map((unit): Answer => {
    const [out, err]: string[][] = [[], []];
    const buffers = { ...terminal, errIsTerminal: false, out: (text: string) => out?.push(text), err: (text: string) => err?.push(text) };
    const exit = run(sourcesOf(units, unit), withSettings(options, unit.entry, command), buffers);
    return { unit: unit.name, exit, out: (out ?? []).join(''), err: (err ?? []).join('') };
  });
  const given = answers.filter(({ exit }) => exit !== EXIT_BAD_INPUT);
  const refused = folded(
    answers.filter(({ exit }) => exit === EXIT_BAD_INPUT),
    ({ err }) => err.split('\n', 1)[0] ?? '',
  );
  const said = folded(given, ({ out }) => out, format === 'json');
  for (const [text] of folded(given, ({ err }) => err)) terminal.err(text);
  if (format === 'json') {
    const results = said.map(([text, names]) => ({ units: names, result: text === '' ? null : (JSON.parse(text) as unknown) }));
    terminal.out(FORMAT_WRITERS.json.value({ answers: results, unanswered: refused.map(([reason, names]) => ({ units: names, reason })) }));
  } else {
    const paint = paintFor(terminal.outIsTerminal, terminal.env);
    const blocks = said
      .filter(([text]) => text !== '')
      .map(([text, names]) => `${paint.bold(printable(unitsText(names, asked.length)))}\n${text}`);
    terminal.out(blocks.join('\n'));
    for (const [reason, names] of refused) terminal.err(`no answer from ${printable(unitsText(names, asked.length))}: ${reason}\n`);
  }
  return given.length === 0 ? EXIT_BAD_INPUT : exitOf(given.map(({ exit }) => exit));
}

/** For a command that is of one unit alone: the one that is chosen, or why there is none. */
export function oneUnit<T extends Flags>(
  inputs: readonly string[],
  options: T,
  { command, terminal }: { readonly command: Command; readonly terminal: Terminal },
  run: Run<T>,
): number {
  const units = options.installNamespace === undefined ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  const [only, ...others] = units?.units ?? [];
  if (!units || !only) return run(inputs, options, terminal);
  if (others.length > 0) return refuse(`this is of one unit: choose one with --unit or --cluster; ${namesText(units.units)}`, terminal);
  return run(sourcesOf(units, only), withSettings(options, only.entry, command), terminal);
}

function sourcesOf(units: Units, unit: Unit): Source[] {
  const source = units.read([unit]).get(unit.name);
  return source ? [source] : [];
}

/** Answers that are alike, with the units that give them: texts alone, or data but for its places. */
function folded(answers: readonly Answer[], textOf: (answer: Answer) => string, isData = false): [text: string, units: string[]][] {
  const groups = new Map<string, [text: string, units: string[]]>();
  for (const answer of answers) {
    const text = textOf(answer);
    const key = isData && text !== '' ? keyOf(JSON.parse(text)) : text;
    const group = groups.get(key) ?? [text, []];
    groups.set(key, group);
    group[1].push(answer.unit);
  }
  return [...groups.values()];
}
