/** `cdk8s-olm gate`: runs check, review and lock --check on a change, with the settings of BASE, and makes one report of their results. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { printed } from '../base/manifest/printed.js';
import { optionName } from '../olm/settings/setting.js';
import { SETTING_LIST } from '../olm/settings/table.js';
import { GATE_PARTS, type GatePart, type GatePartName, gateMarkdown, gateText } from '../report/index.js';
import { lockBeside, refuseLinks } from '../repository/index.js';
import { checkCommand } from './check.js';
import { type CommandMaker, configured } from './configuration.js';
import { checkedPart, lockedPart, type Ran, reviewedPart } from './gate/gate-parts.js';
import { rare } from './help.js';
import { lockCommand } from './lock.js';
import { type LockTarget, targetsIn } from './lock-files.js';
import { addSettings, failOnText, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, refuse, type Terminal } from './outcome.js';
import { writeReport } from './report-output.js';
import { reviewCommand, today } from './review.js';

interface GateOptions extends SettingFlags<'failOn' | 'baseline'> {
  readonly run: readonly GatePartName[];
  readonly reports?: string;
  readonly name?: string;
}

const EXAMPLES = `
Examples:
  cdk8s-olm gate git:origin/main .                           the working folder against the branch main
  cdk8s-olm gate git:origin/main . --run review              only the review
  cdk8s-olm gate git:origin/main . --reports ../reports      also gate.md, a comment for the forge, and the reports of each command

The settings are those of BASE. Errors that BASE has too, and those that its baseline accepts, are counted and do not fail the gate.`;

const NOT_FINISHED = '### ⛔ The gate did not finish; the log of the job says why\n';

/** The files of the review. */
const REVIEW_FILES = ['review.md', 'review.html', 'review.json', 'review.sarif', 'review.xml', 'review-code-quality.json'];

/** The command. `finish` receives the exit code. */
export function gateCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('gate')
    .description('Judge a change: check, review and lock --check in one run, with one report. Fails if the change brings an error.')
    .argument('<base>', 'the state before the change')
    .argument('<head>', 'the state after the change')
    .addOption(
      new Option('--run <commands>', 'which of check, review and lock run, comma-separated')
        .argParser(partsNamed)
        .default(GATE_PARTS, 'all'),
    )
    .option('--reports <folder>', 'write gate.md, and the reports of each command, into this empty or new folder')
    .addOption(rare(new Option('--name <name>', 'distinguishes the comment from those of other gates (default: HEAD)')));
  const given = givenSettings(addSettings(command));
  return command.addHelpText('after', EXAMPLES).action((base: string, head: string, options: GateOptions) => {
    finish(runGate({ base, head, given, options, terminal }));
  });
}

function partsNamed(text: string): readonly GatePartName[] {
  const named = text.split(',').map((word) => word.trim());
  const known = GATE_PARTS.filter((part) => named.includes(part));
  if (known.length === named.length) return known;
  throw new InvalidArgumentError(`Expected some of ${GATE_PARTS.join(', ')}, comma-separated.`);
}

interface GivenSetting {
  readonly option: string;
  readonly text: string | undefined;
}

/** Collects the settings of the command line as they are written: each command reads its own. */
function givenSettings(command: Command): readonly GivenSetting[] {
  const given: GivenSetting[] = [];
  for (const { option, setting } of forwarded('gate'))
    command.on(`option:${option}`, (text: string | null) =>
      given.push({ option, text: setting.placeholder === undefined ? undefined : `${text}` }),
    );
  return given;
}

const forwarded = (command: string) =>
  SETTING_LIST.flatMap(([name, setting]) => (setting.commands.includes(command) ? [{ option: optionName(name, setting), setting }] : []));

interface Gate {
  readonly base: string;
  readonly head: string;
  readonly given: readonly GivenSetting[];
  readonly options: GateOptions;
  readonly terminal: Terminal;
}

const MAKERS: Readonly<Record<GatePartName, CommandMaker>> = { check: checkCommand, review: reviewCommand, lock: lockCommand };

function runGate(gate: Gate): number {
  const { options, head, terminal } = gate;
  const { reports, run, name = head } = options;
  const wrong = reports === undefined ? undefined : folderFault(reports);
  if (wrong !== undefined) return refuse(wrong, terminal);
  // A run that is stopped must not leave the comment of an earlier one.
  if (reports !== undefined && !writeReport(join(reports, 'gate.md'), gateMarkdown(name, [], NOT_FINISHED), terminal))
    return EXIT_BAD_INPUT;
  const judged = new Map<GatePartName, Judgement>();
  for (const part of run) judged.set(part, JUDGES[part](gate));
  const parts = [...judged.values()].map(({ part }) => part);
  terminal.out(`${gateText(parts)}${[...judged.values()].map(({ part, shown }) => detailsText(part, shown)).join('')}`);
  if (
    reports !== undefined &&
    !writeReport(join(reports, 'gate.md'), gateMarkdown(name, parts, markdownOf(judged.get('review'), reports)), terminal)
  )
    return EXIT_BAD_INPUT;
  return Math.max(EXIT_OK, ...[...judged.values()].map(({ code }) => code));
}

/** The result of a command, and its exit code in the gate. */
interface Judgement {
  readonly part: GatePart;
  readonly code: number;
  /** The report for standard output. */
  readonly shown?: string;
  /** Why there is no report. */
  readonly why?: string;
}

const JUDGES: Readonly<Record<GatePartName, (gate: Gate) => Judgement>> = { check: judgeCheck, review: judgeReview, lock: judgeLock };

function judgeCheck(gate: Gate): Judgement {
  const { base, head, options, terminal } = gate;
  const ask = (input: string, file?: string): Ran =>
    runPart('check', gate, ['--settings', base, '-o', 'json', ...filesIn(options.reports, file ? [file] : []), '--', input]);
  const ran = ask(head, 'check.json');
  const judged = checkedPart(ran, () => ask(base), { base, baseline: options.baseline, failOn: options.failOn, day: today(terminal.env) });
  if (judged.state === 'failed') terminal.err(ran.err);
  return { part: judged, code: judged.state === 'failed' ? Math.max(EXIT_FINDINGS, ran.code) : EXIT_OK };
}

function judgeReview(gate: Gate): Judgement {
  const { base, head, options, terminal } = gate;
  const ran = runPart('review', gate, ['-o', 'text', ...filesIn(options.reports, REVIEW_FILES), '--', base, head]);
  terminal.err(ran.err);
  return { part: reviewedPart(ran), code: ran.code, shown: ran.out, why: ran.err };
}

function judgeLock(gate: Gate): Judgement {
  const { base, head, options, terminal } = gate;
  const [before, after] = [lockedUnits(base, base), lockedUnits(head, base)];
  if (before.locked.size === 0 && after.locked.size === 0) return { part: lockedPart(undefined), code: EXIT_OK };
  const removed = after.bare.filter((unit) => before.locked.has(unit) || before.locked.has(WHOLE));
  const ask = (input: string): Ran => runPart('lock', gate, ['--check', '--settings', base, '-o', 'json', '--', input]);
  const ran = ask(head);
  const judged = lockedPart(ran, () => ask(base), removed);
  if (judged.state === 'failed') terminal.err(ran.err);
  if (options.reports !== undefined && ran.out !== '') writeReport(join(options.reports, 'lock.json'), ran.out, terminal);
  return { part: judged, code: judged.state === 'failed' ? Math.max(EXIT_FINDINGS, ran.code) : EXIT_OK };
}

/** The name of an input that is no repository of units. */
const WHOLE = '';

/** The units of an input that have a lock, and those that have none. */
function lockedUnits(input: string, settings: string): { readonly locked: ReadonlySet<string>; readonly bare: readonly string[] } {
  const targets = targetsIn([input], { settings }) ?? [{ before: lockBeside([input]) }];
  const named = targets.map(({ unit = WHOLE, before }: Partial<LockTarget>) => ({ unit, isLocked: before !== undefined }));
  return {
    locked: new Set(named.flatMap(({ unit, isLocked }) => (isLocked ? [unit] : []))),
    bare: named.flatMap(({ unit, isLocked }) => (isLocked ? [] : [unit])),
  };
}

/** Runs one of the commands, and records what it prints. */
function runPart(part: GatePartName, gate: Gate, argv: readonly string[]): Ran {
  const { terminal } = gate;
  const recorded = { out: '', err: '' };
  const record = (stream: 'out' | 'err') => (text: string) => {
    recorded[stream] += printed(text);
  };
  const inner: Terminal = { ...terminal, out: record('out'), err: record('err'), outIsTerminal: false, errIsTerminal: false };
  let code: number = EXIT_OK;
  const command = configured(MAKERS[part])(inner, (ended) => {
    if (typeof ended === 'number') code = ended;
  });
  command.exitOverride().configureOutput({ writeOut: inner.out, writeErr: inner.err });
  try {
    command.parse([...settingsFor(part, gate), ...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? EXIT_OK : EXIT_BAD_INPUT;
  }
  return { code, ...recorded };
}

/** The settings of the command line that a command has. Only the review compares permissions, and can fail for new ones. */
function settingsFor(part: GatePartName, { given, options: { failOn } }: Gate): readonly string[] {
  const own = new Set(forwarded(part).map(({ option }) => option));
  const textOf = ({ option, text }: GivenSetting): string | undefined =>
    option === 'fail-on' && part !== 'review' && typeof failOn === 'object'
      ? failOnText({ severity: failOn.severity, ids: failOn.ids })
      : text;
  return given.flatMap((one) => {
    const text = textOf(one);
    return own.has(one.option) ? [`--${one.option}${text === undefined ? '' : `=${text}`}`] : [];
  });
}

function filesIn(folder: string | undefined, names: readonly string[]): readonly string[] {
  return folder === undefined ? [] : names.flatMap((name) => ['-o', join(folder, name)]);
}

/** What is wrong with the folder of reports: a change must not bring reports along. */
function folderFault(folder: string): string | undefined {
  try {
    refuseLinks(join(folder, 'gate.md'));
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder).length > 0 ? `the folder of --reports is not empty: ${folder}` : undefined;
  } catch (error) {
    return `the folder of --reports cannot be used: ${(error as Error).message}`;
  }
}

/** The review in Markdown, or why there is none. */
function markdownOf(review: Judgement | undefined, reports: string): string {
  if (!review) return '';
  try {
    return readFileSync(join(reports, 'review.md'), 'utf8');
  } catch {
    return `### ⛔ The change could not be reviewed\n\n${(review.why ?? '').slice(0, 50_000).replace(/^/gm, '    ')}\n`;
  }
}

function detailsText({ name, details }: GatePart, shown = ''): string {
  const lines = details.map((text) => `${text}\n`).join('');
  return shown !== '' ? `\n${shown}` : lines === '' ? '' : `\n${name}\n${lines}`;
}
