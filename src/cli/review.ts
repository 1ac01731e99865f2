/** `cdk8s-olm review`: what a change really grants. */
import { Command, Option } from 'commander';
import { replaceFile } from '../deliver/file.js';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { formatPlace } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { type FailOn, isAtLeast } from '../model/finding.js';
import { readSide } from '../read-side.js';
import type { ProfileName } from '../render/index.js';
import { accept } from '../review/accept.js';
import { baselineEntries } from '../review/baseline-entries.js';
import { review } from '../review/compare.js';
import { backgroundOf } from '../review/report/background.js';
import { htmlReport } from '../review/report/html/page.js';
import { jsonReport } from '../review/report/json.js';
import { markdownReport } from '../review/report/markdown.js';
import { sarifReport } from '../review/report/sarif.js';
import type { Review, ReviewSide } from '../review/review.js';
import { DEFAULT_BASELINE, readBaseline } from '../source/read-baseline.js';
import { formatFinding } from './format-finding.js';
import { failOnOption, formatOption, kubeVersionOption, lenientOption, profileOption } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { reviewText } from './review-text.js';
import { printProblems } from './study-input.js';
import { today } from './today.js';
import { packageVersion } from './version.js';

const REVIEW_FORMATS = ['text', 'md', 'html', 'json', 'sarif'] as const;

interface ReviewOptions {
  readonly format: (typeof REVIEW_FORMATS)[number];
  readonly output?: string;
  readonly baseline?: string;
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
  readonly failOn: FailOn;
}

const EXAMPLES = `
Examples:
  cdk8s-olm review git:origin/main:clusters/prod clusters/prod     the working folder against the branch main
  cdk8s-olm review git:v1:rendered git:v2:rendered --format md     two tags; what render -o wrote is read as it is
  cdk8s-olm review old new --format html -o review.html            a page to look at, which needs no network

BASE and HEAD are files or folders of manifests, folders that render -o wrote, or git:REVISION[:PATH] with a path from
the top of the repository; nothing is checked out.`;

/** The command; `finish` is told the exit code. */
export function reviewCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('review')
    .summary('show what a change really grants')
    .description(
      'Show what a change of the input means: whom it grants what, what it takes away, which operators reach further or break, and the risks in it.',
    )
    .argument('<base>', 'what there is')
    .argument('<head>', 'what there would be')
    .addOption(formatOption('of the report', REVIEW_FORMATS))
    .addOption(new Option('-o, --output <file>', 'write the report into this file'))
    .addOption(new Option('--baseline <file>', `accepted risks and findings (default: ${DEFAULT_BASELINE}, where there is one)`))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addOption(failOnOption())
    .addHelpText('after', EXAMPLES)
    .action((base: string, head: string, options: ReviewOptions) => finish(runReview(base, head, options, terminal)));
}

function runReview(baseInput: string, headInput: string, options: ReviewOptions, terminal: Terminal): number {
  const [base, head] = [readSide([baseInput], options), readSide([headInput], options)];
  printProblems([...base.problems, ...head.problems], terminal);
  if (!base.side || !head.side) return EXIT_BAD_INPUT;
  const baseline = readBaseline(options.baseline);
  const { entries, problems } = baselineEntries(baseline.document, baseline.locator);
  printProblems([...baseline.problems, ...problems], terminal);
  if (baseline.problems.length + problems.length > 0) return EXIT_BAD_INPUT;

  const compared = review(base.side, head.side);
  const { review: result, findings } = accept(compared, entries, today(terminal.env));
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const { place, ...finding } of findings) terminal.err(`${formatFinding({ ...finding, ...place }, paint)}\n`);
  const text = reportText(result, base.side, head.side, options, terminal);
  if (options.output === undefined) terminal.out(text);
  else if (!writeReport(options.output, text, terminal)) return EXIT_BAD_INPUT;
  return fails(result, options.failOn) ? EXIT_FINDINGS : EXIT_OK;
}

function reportText(result: Review, base: ReviewSide, head: ReviewSide, { format, output }: ReviewOptions, terminal: Terminal): string {
  switch (format) {
    case 'text':
      return reviewText(result, paintFor(output === undefined && terminal.outIsTerminal, terminal.env));
    case 'md':
      return markdownReport(result);
    case 'html':
      return htmlReport(result, backgroundOf(base, head, result));
    case 'json':
      return FORMAT_WRITERS.json.value(jsonReport(result));
    case 'sarif':
      return FORMAT_WRITERS.json.value(sarifReport(result, packageVersion()));
  }
}

/** Whether anything that the change brings is at or above the threshold. */
function fails({ scopeChanges, risks, findings }: Review, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  return [...scopeChanges, ...risks.new, ...findings.new].some(({ severity }) => isAtLeast(severity, failOn));
}

function writeReport(path: string, text: string, terminal: Terminal): boolean {
  try {
    replaceFile(path, text);
    return true;
  } catch (error) {
    terminal.err(
      `error[OUTPUT_NOT_WRITTEN] ${formatPlace({ file: path })}: ${printable((error as Error).message)}\n  fix       check the path, its permissions and the space left\nnothing was written\n`,
    );
    return false;
  }
}
