/** `cdk8s-olm report merge`: merges the results of several machines into one report. */
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { printable, printableLines } from '../base/manifest/printable.js';
import type { Problem } from '../base/manifest/problem.js';
import { joined } from '../base/wording/phrases.js';
import {
  type AnyPart,
  type CheckedJson,
  type CommitTimes,
  type Mismatch,
  type Part,
  partSchema,
  type ReviewPart,
  readPart,
  reviewPartSchema,
  SCHEMA_VERSION,
  wholeOf,
} from '../report/index.js';
import { foldUnits, type JudgedRepository } from './check-units.js';
import { printProblems } from './evaluate-input.js';
import { addSettings, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, note, packageVersion, refuse, type Terminal } from './outcome.js';
import { addReportOptions, type ReportFlags, reportCheck, reportReview } from './report-output.js';
import { mergedReview } from './review/merged-review.js';

type MergeOptions = ReportFlags & SettingFlags<'documentation'>;

const EXAMPLES = `
Examples:
  cdk8s-olm check . --shard 1/2 -o part-1.json         on one machine
  cdk8s-olm check . --shard 2/2 -o part-2.json         on another one
  cdk8s-olm report merge part-1.json part-2.json       the output of check ., with its exit code
  cdk8s-olm report merge part-*.json -o review.md      the comment of a review in parts`;

/** The command. `finish` receives the exit code. */
export function reportCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return addSettings(addReportOptions(new Command('report'), 'review', 'check'))
    .description(
      'Merge the parts that check --shard or review --shard wrote. The report and the exit code are the same as those of one run. Parts of check make no page and no table. Parts of different inputs, options or versions are refused, and so are missing and repeated shards.',
    )
    .addArgument(new Argument('<action>', 'what to do with the parts').choices(['merge']))
    .argument('<part...>', 'the JSON of each shard')
    .addHelpText('after', EXAMPLES)
    .action((_: string, files: string[], options: MergeOptions) => finish(merge(files, options, terminal)));
}

function merge(files: readonly string[], options: MergeOptions, terminal: Terminal): number {
  const reviews = files.map((file) => partIn(file, reviewPartSchema));
  if (reviews.some((part) => part)) {
    const whole = wholeIn(reviews, files, 'review');
    return typeof whole === 'string' ? refuse(whole, terminal) : mergeReviews(whole, lastDay(reviews), options, terminal);
  }
  const whole = wholeIn(
    files.map((file) => partIn(file, partSchema)),
    files,
    'check',
  );
  return typeof whole === 'string' ? refuse(whole, terminal) : mergeChecks(whole, options, terminal);
}

/** The merged parts, or why they do not fit together. */
function wholeIn<P extends AnyPart>(parts: readonly (P | undefined)[], files: readonly string[], command: string): P | string {
  const foreign = files[parts.indexOf(undefined)];
  if (foreign !== undefined) return `${foreign} is not part of a report: give the files that ${command} --shard I/N -o FILE.json wrote`;
  const whole = wholeOf(parts as [P, ...P[]], packageVersion());
  return 'kind' in whole ? mismatchText(whole, files) : whole;
}

/** The latest day of all shards, which decides whether entries expire. */
function lastDay(parts: readonly (ReviewPart | undefined)[]): string {
  return parts.reduce((day, one) => (one && one.part.day > day ? one.part.day : day), '');
}

function mergeReviews(whole: ReviewPart, day: string, options: MergeOptions, terminal: Terminal): number {
  const merged = mergedReview(whole, day);
  for (const text of merged?.notes ?? []) note(text, terminal);
  printProblems(whole.problems as unknown as Problem[], terminal);
  return merged ? reportReview(merged, { ...options, all: whole.all, failOn: whole.failOn }, terminal) : EXIT_BAD_INPUT;
}

function mergeChecks(whole: Part, options: MergeOptions, terminal: Terminal): number {
  const judged = foldUnits(repositoryOf(whole), whole.quiet);
  const checked = (): CheckedJson => judged.json as CheckedJson;
  const report = {
    json: () => ({ schemaVersion: SCHEMA_VERSION, ...judged.json }),
    text: judged.text,
    checked,
    committed: (): CommitTimes => Object.fromEntries(whole.judged.flatMap(({ committed = {} }) => Object.entries(committed))),
    all: false,
    program: packageVersion(),
    input: whole.input,
    exit: judged.exit,
  };
  return reportCheck(report, judged, { ...options, quiet: whole.quiet, isRepository: true }, terminal);
}

function partIn<P>(file: string, schema: Parameters<typeof readPart<P>>[1]): P | undefined {
  try {
    return readPart(readFileSync(file, 'utf8'), schema);
  } catch {
    return undefined;
  }
}

/** The repository of a part, with escaped texts: its author cannot control the terminal or hide output. */
function repositoryOf(whole: Omit<Part, 'part' | 'schemaVersion'>): JudgedRepository {
  return {
    ...whole,
    judged: whole.judged.map(({ unit, results }) => ({
      unit,
      results: results.map(({ isInParts, text, json, problems, ...result }) => ({
        ...result,
        json: json as JudgedRepository['judged'][number]['results'][number]['json'],
        ...(isInParts ? { isInParts } : {}),
        problems: problems as unknown as Problem[],
        text: () => printableLines(text),
      })),
    })),
  };
}

function mismatchText(mismatch: Mismatch, files: readonly string[]): string {
  switch (mismatch.kind) {
    case 'version':
      return `${files[mismatch.part]} was written by another version of cdk8s-olm than ${packageVersion()}`;
    case 'shards':
      return `${files[mismatch.part]} has another number of shards than ${files[0]}`;
    case 'input':
      return `${files[mismatch.part]} was made from another input or with other options than ${files[0]}`;
    case 'doubled':
      return `${shardsText(mismatch.shards)} ${mismatch.shards.length === 1 ? 'was' : 'were'} given several times`;
    case 'missing':
      return `${shardsText(mismatch.shards)} ${mismatch.shards.length === 1 ? 'is' : 'are'} missing`;
    case 'units':
      return `the parts do not have each unit once: ${printable(joined(mismatch.units))}`;
  }
}

function shardsText(shards: readonly number[]): string {
  return `${shards.length === 1 ? 'shard' : 'shards'} ${joined(shards.map(String))}`;
}
