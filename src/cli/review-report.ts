/** The report of a review: on the terminal, in files, and as an exit code. */
import type { ReviewedChange } from '../evaluate/reviewed-units.js';
import { type FailOn, type FailOnRules, type Finding, failsOn, reaches } from '../model/finding.js';
import { reviewIn } from '../report/formats.js';
import { summarise } from '../report/summary.js';
import { formatFinding } from '../report/text/finding.js';
import { toDecide } from '../review/reported.js';
import type { Review } from '../review/review.js';
import { counted } from '../wording/phrases.js';
import { printProblems } from './evaluate-input.js';
import { failOnText } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { DEFAULT_FORMAT, type ReportFlags, reportFiles, screenOf, writeReport } from './report-output.js';
import { packageVersion } from './version.js';

interface ReviewReportFlags extends ReportFlags {
  readonly all: boolean;
  readonly documentation?: string;
  readonly failOn: FailOn | FailOnRules;
}

/** Reports a review. @returns the exit code */
export function reportReview(given: ReviewedChange, options: ReviewReportFlags, terminal: Terminal): number {
  const { result, findings, touched, problems, told } = given;
  const { all, acceptEntries: hasEntries = false, documentation, format = DEFAULT_FORMAT } = options;
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  // The answer comes last where a person reads, so that it is in sight.
  if (touched !== '') note(touched.trimEnd(), terminal);
  for (const finding of findings) note(formatFinding(finding, paint), terminal);
  printProblems(problems, terminal);
  const { code, why, failing } = ending(result, options.failOn, told);
  const report = { ...given, all, hasEntries, documentation, exit: `exit ${code}: ${why}`, program: packageVersion() };
  const outputs = reportFiles(options);
  const failureText = (): string => {
    if (code === EXIT_OK) return '';
    const { paint: ofOut } = screenOf(terminal);
    return [summarise(result).headline, ...failing.map((finding) => formatFinding(finding, ofOut)), report.exit, ''].join('\n');
  };
  for (const { file, format: name } of outputs) if (!writeReport(file, reviewIn(name, report), terminal)) return EXIT_BAD_INPUT;
  if (outputs.length === 0)
    terminal.out(terminal.isQuiet && format === DEFAULT_FORMAT ? failureText() : reviewIn(format, report, screenOf(terminal)));
  return code;
}

interface Ending {
  readonly code: number;
  readonly why: string;
  readonly failing: readonly Finding[];
}

/** How the run ends: whether anything in the change is at or above the threshold, or has an id that it names, or somebody gains. */
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
