/** The report of a review: on the terminal, in files, and as an exit code. */
import { FORMAT_WRITERS } from '../manifest/format.js';
import { NO_PAINT } from '../manifest/format-problem.js';
import type { Problem } from '../manifest/problem.js';
import { type FailOn, type FailOnRules, type Finding, failsOn } from '../model/finding.js';
import type { Background } from '../report/background.js';
import { htmlReport } from '../report/html/page.js';
import { type JsonVersions, jsonReport } from '../report/json.js';
import { markdownReport } from '../report/markdown.js';
import { sarifReport } from '../report/sarif.js';
import type { Review } from '../review/review.js';
import { toDecide } from '../review/told.js';
import { printProblems } from './evaluate-input.js';
import { formatFinding } from './format-finding.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { type ReportFlags, reportFiles, writeReport } from './report-output.js';
import { reviewText } from './review-text.js';
import { packageVersion } from './version.js';

export const REVIEW_FORMATS = ['text', 'md', 'html', 'json', 'sarif'] as const;
export type ReviewFormat = (typeof REVIEW_FORMATS)[number];

/** What is reported. */
export interface ReviewToReport {
  readonly result: Review;
  /** What is wrong with the entries of the baseline. */
  readonly findings: readonly Finding[];
  /** Which reading of the repository was used; empty where there is one. */
  readonly touched: string;
  readonly background: () => Background;
  readonly versions: JsonVersions;
  /** What is told after the report. */
  readonly problems: readonly Problem[];
  /** Whether HEAD has a finding of an id that makes the run fail. */
  readonly told: boolean;
  /** In place of JSON: the part of a shard. */
  readonly part?: () => object;
}

interface ReviewReportFlags extends ReportFlags<ReviewFormat> {
  readonly all: boolean;
  readonly failOn: FailOn | FailOnRules;
}

/** Reports a review. @returns the exit code */
export function reportReview(given: ReviewToReport, options: ReviewReportFlags, terminal: Terminal): number {
  const { result, findings, touched, problems, told } = given;
  if (touched !== '') terminal.err(touched);
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const finding of findings) terminal.err(`${formatFinding(finding, paint)}\n`);
  const outputs = reportFiles(options);
  const report = (format: ReviewFormat, isScreen: boolean): string =>
    reportText(given, format, options.all, isScreen ? terminal : undefined);
  for (const { file, format } of outputs) if (!writeReport(file, report(format, false), terminal)) return EXIT_BAD_INPUT;
  if (outputs.length === 0) terminal.out(report(options.format ?? 'text', true));
  // The verdict comes first.
  printProblems(problems, terminal);
  return told || fails(result, options.failOn) ? EXIT_FINDINGS : EXIT_OK;
}

/** @param screen where the report is printed. Absent for a file, which has no colours. */
function reportText(
  { result, background, versions, part }: ReviewToReport,
  format: ReviewFormat,
  all: boolean,
  screen: Terminal | undefined,
): string {
  switch (format) {
    case 'text': {
      const width = screen?.outIsTerminal ? screen.columns : undefined;
      return reviewText(result, screen ? paintFor(screen.outIsTerminal, screen.env) : NO_PAINT, { all, width });
    }
    case 'md':
      return markdownReport(result, { all });
    case 'html':
      return htmlReport(result, background());
    case 'json':
      return FORMAT_WRITERS.json.value(part ? part() : jsonReport(result, versions));
    case 'sarif':
      return FORMAT_WRITERS.json.value(sarifReport(result, packageVersion()));
  }
}

/** Whether anything in the change is at or above the threshold. */
function fails(review: Review, failOn: FailOn | FailOnRules): boolean {
  return toDecide(review).some((one) => failsOn(one, failOn));
}
