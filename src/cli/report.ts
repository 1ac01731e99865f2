/** `cdk8s-olm report merge`: one report of what several machines found. */
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { mergedReview } from '../evaluate/merged-review.js';
import { printable, printableLines } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import { type Mismatch, type Part, partSchema, readPart, wholeOf } from '../report/part.js';
import { type ReviewPart, reviewPartSchema } from '../report/review-part.js';
import { SCHEMA_VERSION } from '../report/schema.js';
import { joined } from '../wording/phrases.js';
import { foldUnits, type JudgedRepository } from './check-units.js';
import { printProblems } from './evaluate-input.js';
import { addSettings, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, note, packageVersion, refuse, type Terminal } from './outcome.js';
import { addReportOptions, type ReportFlags, reportCheck, reportReview } from './report-output.js';

type MergeOptions = ReportFlags & SettingFlags<'documentation'>;

const EXAMPLES = `
Examples:
  cdk8s-olm check . --shard 1/2 -o part-1.json         on one machine
  cdk8s-olm check . --shard 2/2 -o part-2.json         on another one
  cdk8s-olm report merge part-1.json part-2.json       what check . prints, with its exit code
  cdk8s-olm report merge part-*.json -o review.md      the comment of a review in parts`;

/** The command. `finish` receives the exit code. */
export function reportCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return addSettings(addReportOptions(new Command('report'), 'review'))
    .description(
      'Make one report of the parts that check --shard or review --shard wrote: byte for byte that of one run, with its exit code. check is reported as text or JSON. Parts of different inputs, options or versions, and shards that are missing or doubled, are refused.',
    )
    .addArgument(new Argument('<action>', 'what to do with the parts').choices(['merge']))
    .argument('<part...>', 'the JSON of each shard')
    .addHelpText('after', EXAMPLES)
    .action((_: string, files: string[], options: MergeOptions) => finish(merge(files, options, terminal)));
}

function merge(files: readonly string[], options: MergeOptions, terminal: Terminal): number {
  const reviews = files.map((file) => partIn(file, reviewPartSchema));
  const [first, ...others] = reviews.filter((part) => part !== undefined);
  if (!first) return mergeChecks(files, options, terminal);
  const other = reviews.indexOf(undefined);
  if (other !== -1) return refuse(noPart(files[other] ?? '', 'review'), terminal);
  const whole = wholeOf([first, ...others], packageVersion());
  return 'kind' in whole ? refuse(mismatchText(whole, files), terminal) : mergeReviews(whole, lastDay(first, others), options, terminal);
}

/** Entries expire: shards that run into the next day are judged by that one. */
function lastDay(first: ReviewPart, others: readonly ReviewPart[]): string {
  return others.reduce((day, { part }) => (part.day > day ? part.day : day), first.part.day);
}

function mergeReviews(whole: ReviewPart, day: string, options: MergeOptions, terminal: Terminal): number {
  const merged = mergedReview(whole, day);
  for (const text of merged?.notes ?? []) note(text, terminal);
  printProblems(whole.problems as unknown as Problem[], terminal);
  return merged ? reportReview(merged, { ...options, all: whole.all, failOn: whole.failOn }, terminal) : EXIT_BAD_INPUT;
}

function mergeChecks(files: readonly string[], options: MergeOptions, terminal: Terminal): number {
  const parts: Part[] = [];
  for (const file of files) {
    const part = partIn(file, partSchema);
    if (!part) return refuse(noPart(file, 'check'), terminal);
    parts.push(part);
  }
  const [first, ...others] = parts;
  if (!first) return EXIT_BAD_INPUT;
  const whole = wholeOf([first, ...others], packageVersion());
  if ('kind' in whole) return refuse(mismatchText(whole, files), terminal);
  const judged = foldUnits(repositoryOf(whole), whole.quiet);
  const report = { json: () => ({ schemaVersion: SCHEMA_VERSION, ...judged.json }), text: judged.text };
  return reportCheck(report, judged, { ...options, quiet: whole.quiet, isRepository: true }, terminal);
}

function noPart(file: string, command: string): string {
  return `${file} is not part of a report: give the files that ${command} --shard I/N -o FILE.json wrote`;
}

function partIn<P>(file: string, schema: Parameters<typeof readPart<P>>[1]): P | undefined {
  try {
    return readPart(readFileSync(file, 'utf8'), schema);
  } catch {
    return undefined;
  }
}

/** Whoever wrote a part, its text neither controls the terminal nor hides anything. */
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
