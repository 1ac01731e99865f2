/** Writes reports to files or standard output. The format follows the file's extension, or `--format`. */
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
  type CheckReport,
  checkIn,
  formatFinding,
  formatOfFile,
  formatsOf,
  type Reported,
  reviewIn,
  type Screen,
  summarise,
} from '../report/index.js';
import { replaceFile } from '../repository/index.js';
import { type Review, toDecide } from '../review/index.js';
import { printFindings, printProblems } from './evaluate-input.js';
import { several } from './help.js';
import { failOnText, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, packageVersion, paintFor, refuse, type Terminal } from './outcome.js';
import type { ReviewedChange } from './review/reviewed-units.js';

/** The options of a report. */
export interface ReportFlags {
  readonly format?: string;
  readonly output?: readonly string[];
  readonly acceptEntries?: boolean;
}

/** The default format on standard output. */
const DEFAULT_FORMAT = 'text';

/** Adds `--format` and `--output`. Refuses formats that contradict a file's extension, or that the command does not write. */
export function addReportOptions(command: Command, reported: Reported): Command {
  const formats = formatsOf(reported);
  if (reported === 'review') command.option('--accept-entries', 'also print baseline entries that accept new findings');
  return command
    .addOption(
      new Option('--format <format>', 'format of the report (default: text, or by the extension of the output file)').choices(formats),
    )
    .addOption(new Option('-o, --output <file>', 'write the report to this file; repeatable, for several formats').argParser(several))
    .hook('preAction', (_, action) => {
      const { format, output = [] } = action.opts<ReportFlags>();
      for (const file of output) {
        const wanted = formatOfFile(file);
        if (wanted === undefined) continue;
        if (!formats.includes(wanted))
          action.error(
            `error: ${action.name()} does not write ${wanted}, the format of '${printable(file)}'; it writes ${formats.join(', ')}`,
          );
        if (format !== undefined && format !== wanted)
          action.error(`error: option '--format ${format}' contradicts the extension of '${printable(file)}'`);
      }
    });
}

/** The files to write, each with its format; none for standard output. */
function reportFiles({ format, output = [] }: ReportFlags): { readonly file: string; readonly format: string }[] {
  return output.map((file) => ({ file, format: format ?? formatOfFile(file) ?? DEFAULT_FORMAT }));
}

/** The screen of a printed report: only a terminal has colours and a width. */
export function screenOf({ outIsTerminal, columns, env }: Terminal): Screen {
  return { paint: paintFor(outIsTerminal, env), width: outIsTerminal ? columns : undefined };
}

/** Writes a report, completely or not at all; prints an error. @returns whether it was written */
export function writeReport(file: string, text: string, terminal: Terminal): boolean {
  try {
    // A file can also be the log of a job.
    replaceFile(file, printed(text));
    return true;
  } catch (error) {
    terminal.err(
      `error[OUTPUT_NOT_WRITTEN] ${formatPlace({ file })}: ${printable((error as Error).message)}\n  fix       check the path, the permissions and the free space\nnothing was written\n`,
    );
    return false;
  }
}

interface CheckFlags extends ReportFlags {
  readonly quiet: boolean;
  /** Whether the input is a repository, whose text includes the problems. */
  readonly isRepository: boolean;
}

/** Reports a check. @returns the exit code */
export function reportCheck(
  report: CheckReport,
  { problems, exit }: { readonly problems: readonly Problem[]; readonly exit: number },
  { quiet, isRepository, ...flags }: CheckFlags,
  terminal: Terminal,
): number {
  const { format: printed = DEFAULT_FORMAT } = flags;
  const files = reportFiles(flags);
  const texts = [
    ...files.map(({ file, format }) => ({ file, format, text: checkIn(format, report) })),
    ...(files.length === 0 ? [{ file: undefined, format: printed, text: checkIn(printed, report, screenOf(terminal)) }] : []),
  ];
  const foreign = texts.find(({ text }) => text === undefined);
  if (foreign) return refuse(`the report of check is text or JSON, and ${foreign.format} is of review`, terminal);
  const isPrintedJson = files.length === 0 && printed === 'json';
  if (!isPrintedJson && (quiet || !isRepository))
    printProblems(
      problems.filter((problem) => !(problem.isAside && problem.tolerated) && (!quiet || isError(problem))),
      terminal,
    );
  for (const { file, text = '' } of texts)
    if (file === undefined) terminal.out(text);
    else if (!writeReport(file, text, terminal)) return EXIT_BAD_INPUT;
  return exit;
}

interface ReviewReportFlags extends ReportFlags, SettingFlags<'documentation' | 'failOn'> {
  readonly all: boolean;
}

/** Reports a review. @returns the exit code */
export function reportReview(given: ReviewedChange, options: ReviewReportFlags, terminal: Terminal): number {
  const { result, findings, touched, problems, told } = given;
  const { all, acceptEntries: hasEntries = false, documentation, format = DEFAULT_FORMAT } = options;
  // The answer comes last, so that it stays visible on a terminal.
  if (touched !== '') note(touched.trimEnd(), terminal);
  if (!terminal.isQuiet) printFindings(findings, terminal);
  printProblems(problems, terminal);
  const { code, why, failing } = problems.some((problem) => isLeftOut(problem) && isOfWholeFile(problem))
    ? BROKEN
    : ending(result, options.failOn, told);
  const report = { ...given, all, hasEntries, documentation, exit: `exit ${code}: ${why}`, program: packageVersion() };
  const outputs = reportFiles(options);
  const failureText = (): string => {
    if (code === EXIT_OK) return '';
    const { paint } = screenOf(terminal);
    return [summarise(result).headline, ...failing.map((finding) => formatFinding(finding, paint)), report.exit, ''].join('\n');
  };
  for (const { file, format: name } of outputs) if (!writeReport(file, reviewIn(name, report), terminal)) return EXIT_BAD_INPUT;
  if (outputs.length === 0)
    terminal.out(terminal.isQuiet && format === DEFAULT_FORMAT ? failureText() : reviewIn(format, report, screenOf(terminal)));
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
