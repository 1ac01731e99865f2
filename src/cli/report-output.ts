/** Writes reports to files or standard output. `-o` names a format, as in kubectl, or a file whose extension defines the format. */
import { type Command, Option } from 'commander';
import { formatPlace } from '../base/manifest/format-problem.js';
import { printable } from '../base/manifest/printable.js';
import { printed } from '../base/manifest/printed.js';
import { isError, type Problem } from '../base/manifest/problem.js';
import { isLeftOut, isOfWholeFile } from '../base/manifest/problem-reach.js';
import { counted } from '../base/wording/phrases.js';
import { type FailOn, type FailOnRules, type Finding, failsOn } from '../olm/model/finding.js';
import { reaches } from '../olm/model/finding-order.js';
import {
  type CheckedJson,
  type CheckReport,
  checkIn,
  countFindings,
  FORMAT_NAMES,
  formatFinding,
  formatOfFile,
  formatsOf,
  isForRunner,
  type Reported,
  reviewIn,
  type Screen,
  summarise,
  warningsText,
} from '../report/index.js';
import { replaceFile } from '../repository/index.js';
import { type Review, toDecide } from '../review/index.js';
import { printFindings, printProblems } from './evaluate-input.js';
import { rare, several } from './help.js';
import { failOnText, OfferingOption, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, packageVersion, paintFor, refuse, type Terminal } from './outcome.js';
import type { ReviewedChange } from './review/reviewed-units.js';

/** The options of a report. */
export interface ReportFlags {
  /** The format of standard output, and of files whose extension defines none. */
  readonly format?: string;
  /** The files of `--output` and `--output-file`. */
  readonly output?: readonly string[];
  readonly outputFile?: readonly string[];
  /** The format that `-o` names, as in kubectl. */
  readonly printed?: string;
  readonly acceptEntries?: boolean;
}

/** The default format on standard output. */
const DEFAULT_FORMAT = 'text';

/** Adds `--format`, `--output` and `--output-file`. Refuses formats that contradict a file's extension, or that the command does not write. */
export function addReportOptions(command: Command, ...reported: readonly Reported[]): Command {
  const formats = [...new Set(reported.flatMap((one) => formatsOf(one)))];
  if (reported.includes('review')) command.option('--accept-entries', 'also print baseline entries that accept new findings');
  return command
    .addOption(
      new Option('--format <format>', 'format of the report (default: text, or by the extension of the output file)').choices(formats),
    )
    .addOption(
      new OfferingOption(
        '-o, --output <format|file>',
        'print this format, or write a file in the format of its extension, such as report.json; repeatable',
        formats,
      ).argParser(several),
    )
    .addOption(
      rare(new Option('--output-file <file>', 'write the report to this file, whatever its name is; repeatable').argParser(several)),
    )
    .hook('preAction', (_, action) => {
      const asked = askedOutputs(action.opts<ReportFlags>(), action.name(), formats);
      if (typeof asked === 'string') action.error(`error: ${asked}`);
      else for (const [name, value] of Object.entries(asked)) action.setOptionValueWithSource(name, value, 'cli');
    });
}

/** The printed format, and the files; or an error text. */
function askedOutputs(
  { format, output = [], outputFile = [] }: ReportFlags,
  command: string,
  formats: readonly string[],
): Pick<ReportFlags, 'printed' | 'output' | 'outputFile'> | string {
  const named = output.filter((word) => FORMAT_NAMES.includes(word));
  const paths = output.filter((word) => !FORMAT_NAMES.includes(word));
  const files = [...paths, ...outputFile];
  const writes = `it writes ${formats.join(', ')}`;
  const foreign = named.find((name) => !formats.includes(name));
  if (foreign !== undefined) return `${command} does not write ${foreign}; ${writes}`;
  const [printed, other] = [...new Set([...named, ...(format !== undefined && files.length === 0 ? [format] : [])])];
  if (other !== undefined) return `standard output has one format, not ${printed} and ${other}`;
  // A bare word is more often a mistyped format than a file.
  const bare = paths.find((word) => formatOfFile(word) === undefined && !/[\\/]/.test(word));
  if (bare !== undefined)
    return `'${printable(bare)}' is no format, and no file with a known extension; ${command} writes ${formats.join(', ')}; --output-file takes any name`;
  for (const file of files) {
    const wanted = formatOfFile(file);
    if (wanted === undefined) continue;
    if (!formats.includes(wanted)) return `${command} does not write ${wanted}, the format of '${printable(file)}'; ${writes}`;
    if (format !== undefined && format !== wanted) return `option '--format ${format}' contradicts the extension of '${printable(file)}'`;
  }
  return { printed, output: files, outputFile: undefined };
}

/** The files to write, each with its format; none for standard output. */
function reportFiles({ format, output = [] }: ReportFlags): { readonly file: string; readonly format: string }[] {
  return output.map((file) => ({ file, format: format ?? formatOfFile(file) ?? DEFAULT_FORMAT }));
}

/** The format of standard output; nothing if only files are written. */
function printedFormat({ format = DEFAULT_FORMAT, printed, output = [] }: ReportFlags): string | undefined {
  return printed ?? (output.length === 0 ? format : undefined);
}

/** Files that are a stream of the process, such as standard output. */
const STREAMS = /^\/(?:dev\/(?:std(?:out|err)|tty|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** Prints the verdict, and the names of the files; if a report is on standard output, only to the diagnostics. */
function tellWritten(files: readonly { readonly file: string }[], verdict: string, flags: ReportFlags, terminal: Terminal): void {
  if (files.length === 0) return;
  const names = `written: ${files.map(({ file }) => printable(file)).join(', ')}`;
  const isFree = printedFormat(flags) === undefined && !files.some(({ file }) => STREAMS.test(file));
  if (isFree) terminal.out(`${verdict}${terminal.isQuiet ? '' : `${names}\n`}`);
  else note(names, terminal);
}

/** The screen of a printed report: only a terminal has colours and a width. */
export function screenOf({ outIsTerminal, columns, env }: Terminal): Screen {
  return { paint: paintFor(outIsTerminal, env), width: outIsTerminal ? columns : undefined };
}

/** Writes a report, completely or not at all; prints an error. @returns whether it was written */
export function writeReport(file: string, text: string, terminal: Terminal, format = DEFAULT_FORMAT): boolean {
  try {
    // A file can also be the log of a job.
    replaceFile(file, isForRunner(format) ? text : printed(text));
    return true;
  } catch (error) {
    terminal.err(
      `error[OUTPUT_NOT_WRITTEN] ${formatPlace({ file })}: ${printable((error as Error).message)}\n  fix       check the path, the permissions and the free space\nnothing was written\n`,
    );
    return false;
  }
}

/** Prints a report; commands of a runner have their own escapes. */
function printReport(text: string, format: string, terminal: Terminal): void {
  const print = isForRunner(format) ? (terminal.command ?? terminal.out) : terminal.out;
  print(text);
}

interface CheckFlags extends ReportFlags {
  readonly quiet: boolean;
  /** Whether the input is a repository, whose text includes the problems. */
  readonly isRepository: boolean;
}

/** The formats of text, which leave the problems of the input to the diagnostics. */
const TOLD_APART: readonly string[] = ['text', 'wide', 'name', 'html', 'csv'];

/** Reports a check. @returns the exit code */
export function reportCheck(
  report: CheckReport,
  { problems, exit }: { readonly problems: readonly Problem[]; readonly exit: number },
  { quiet, isRepository, ...flags }: CheckFlags,
  terminal: Terminal,
): number {
  const files = reportFiles(flags);
  const printed = printedFormat(flags);
  const texts = [
    ...files.map(({ file, format }) => ({ file, format, text: checkIn(format, report) })),
    ...(printed === undefined ? [] : [{ file: undefined, format: printed, text: checkIn(printed, report, screenOf(terminal)) }]),
  ];
  const foreign = texts.find(({ text }) => text === undefined);
  if (foreign) return refuse(`parts of check make no ${foreign.format}`, terminal);
  const isPrintedData = files.length === 0 && printed !== undefined && !TOLD_APART.includes(printed);
  if (!isPrintedData && (quiet || !isRepository))
    printProblems(
      problems.filter((problem) => !(problem.isAside && problem.tolerated) && (!quiet || isError(problem))),
      terminal,
      report.all ? Number.POSITIVE_INFINITY : undefined,
    );
  for (const { file, format, text = '' } of texts)
    if (file === undefined) printReport(text, format, terminal);
    else if (!writeReport(file, text, terminal, format)) return EXIT_BAD_INPUT;
  tellWritten(files, quiet && exit === EXIT_OK ? '' : `${checkVerdict(report, exit)}\n`, flags, terminal);
  return exit;
}

/** The result of a check in one line. */
function checkVerdict({ checked }: CheckReport, exit: number): string {
  const { operators = [], findings = [], problems = [] } = checked() as Partial<CheckedJson>;
  const wrong = problems.filter(({ severity }) => severity === 'error').length;
  return [
    counted(operators.length, 'operator'),
    countFindings(findings),
    ...(wrong > 0 ? [counted(wrong, 'input error')] : []),
    ...warningsText(problems.length - wrong),
    `exit ${exit}`,
  ].join(', ');
}

interface ReviewReportFlags extends ReportFlags, SettingFlags<'documentation' | 'failOn'> {
  readonly all: boolean;
}

/** Reports a review. @returns the exit code */
export function reportReview(given: ReviewedChange, options: ReviewReportFlags, terminal: Terminal): number {
  const {
    result,
    findings,
    touched,
    problems,
    told: isTold,
    isBroken = problems.some((problem) => isLeftOut(problem) && isOfWholeFile(problem)),
  } = given;
  const { all, acceptEntries: hasEntries = false, documentation } = options;
  const [files, printed] = [reportFiles(options), printedFormat(options)];
  const foreign = [...files.map(({ format }) => format), ...(printed === undefined ? [] : [printed])].find(
    (name) => !formatsOf('review').includes(name),
  );
  if (foreign !== undefined) return refuse(`a review is not written as ${foreign}`, terminal);
  // The answer comes last, so that it stays visible on a terminal.
  if (touched !== '') note(touched.trimEnd(), terminal);
  if (!terminal.isQuiet) printFindings(findings, terminal);
  printProblems(problems, terminal);
  const { code, why, failing } = isBroken ? BROKEN : ending(result, options.failOn, isTold);
  const report = { ...given, all, hasEntries, documentation, exit: `exit ${code}: ${why}`, program: packageVersion() };
  const { paint } = screenOf(terminal);
  const verdict = [summarise(result).headline, ...failing.map((finding) => formatFinding(finding, paint)), report.exit, ''].join('\n');
  const told = terminal.isQuiet && code === EXIT_OK ? '' : verdict;
  for (const { file, format: name } of files) if (!writeReport(file, reviewIn(name, report), terminal, name)) return EXIT_BAD_INPUT;
  if (printed !== undefined)
    printReport(terminal.isQuiet && printed === DEFAULT_FORMAT ? told : reviewIn(printed, report, screenOf(terminal)), printed, terminal);
  tellWritten(files, told, options, terminal);
  return code;
}

/** The ending if the change breaks a file or a kustomization; the rest is judged. */
const BROKEN: Ending = { code: EXIT_BAD_INPUT, why: 'the change breaks a file or a kustomization', failing: [] };

interface Ending {
  readonly code: number;
  readonly why: string;
  readonly failing: readonly Finding[];
}

/** The ending of a run: whether findings reach the threshold or have one of its ids, or permissions are gained. */
function ending(review: Review, failOn: FailOn | FailOnRules, told: boolean): Ending {
  const { severity, ids, grantsMore } = typeof failOn === 'string' ? { severity: failOn, ids: [], grantsMore: undefined } : failOn;
  const found = toDecide(review);
  const failing = found.filter((one) => failsOn(one, failOn));
  const gains =
    grantsMore === 'none' ? review.gained.length > 0 : found.some(({ tier }) => grantsMore && tier && reaches(tier, grantsMore));
  const named = `--fail-on ${failOnText(failOn)}`;
  if (failing.length > 0) return { code: EXIT_FINDINGS, why: `${counted(failing.length, 'finding')} at or above ${named}`, failing };
  if (gains) return { code: EXIT_FINDINGS, why: `it grants more, and ${named}`, failing };
  if (told) return { code: EXIT_FINDINGS, why: `HEAD has a finding that ${named} names`, failing };
  return { code: EXIT_OK, failing, why: severity === 'never' && ids.length === 0 ? named : `no finding is at or above ${named}` };
}
