/** `cdk8s-olm report merge`: one report of what several machines found. */
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { NO_PAINT } from '../manifest/format-problem.js';
import { printable, printableLines } from '../manifest/printable.js';
import { isError, type Problem } from '../manifest/problem.js';
import { SCHEMA_VERSION } from '../report/json.js';
import { type Mismatch, type Part, readPart, wholeOf } from '../report/part.js';
import { joined } from '../wording/phrases.js';
import { foldUnits, type JudgedRepository } from './check-units.js';
import { printProblems } from './evaluate-input.js';
import { EXIT_BAD_INPUT, refuse, type Terminal } from './outcome.js';
import { addReportOptions, type ReportFlags, reportFiles, writeReport } from './report-output.js';
import { packageVersion } from './version.js';

const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];

const EXAMPLES = `
Examples:
  cdk8s-olm check . --shard 1/2 -o part-1.json         on one machine
  cdk8s-olm check . --shard 2/2 -o part-2.json         on another one
  cdk8s-olm report merge part-1.json part-2.json       what check . prints, with its exit code`;

/** The command. `finish` receives the exit code. */
export function reportCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return addReportOptions(new Command('report'), FORMATS)
    .description(
      'Make one report of the parts that check --shard wrote: byte for byte that of one run, with its exit code. Parts of different inputs, options or versions, and shards that are missing or doubled, are refused.',
    )
    .addArgument(new Argument('<action>', 'what to do with the parts').choices(['merge']))
    .argument('<part...>', 'the JSON of each shard')
    .addHelpText('after', EXAMPLES)
    .action((_: string, files: string[], options: ReportFlags<Format>) => finish(merge(files, options, terminal)));
}

function merge(files: readonly string[], options: ReportFlags<Format>, terminal: Terminal): number {
  const parts: Part[] = [];
  for (const file of files) {
    const part = partIn(file);
    if (!part) return refuse(`${file} is no part of a report: give what check --shard I/N -o FILE.json wrote`, terminal);
    parts.push(part);
  }
  const [first, ...others] = parts;
  if (!first) return EXIT_BAD_INPUT;
  const whole = wholeOf([first, ...others], packageVersion());
  if ('kind' in whole) return refuse(mismatchText(whole, files), terminal);
  const { problems, json, text, exit } = foldUnits(repositoryOf(whole), whole.quiet);
  const outputs = reportFiles(options);
  const reportIn = (format: Format): string =>
    format === 'json' ? FORMAT_WRITERS.json.value({ schemaVersion: SCHEMA_VERSION, ...json }) : text(NO_PAINT);
  const isPrintedJson = outputs.length === 0 && options.format === 'json';
  if (!isPrintedJson) printProblems(whole.quiet ? problems.filter(isError) : problems, terminal);
  if (outputs.length === 0) terminal.out(reportIn(options.format ?? 'text'));
  for (const { file, format } of outputs) if (!writeReport(file, reportIn(format), terminal)) return EXIT_BAD_INPUT;
  return exit;
}

function partIn(file: string): Part | undefined {
  try {
    return readPart(readFileSync(file, 'utf8'));
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
      results: results.map(({ isInParts, text, problems, ...result }) => ({
        ...result,
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
      return `${files[mismatch.part]} is of another version of cdk8s-olm than ${packageVersion()}`;
    case 'shards':
      return `${files[mismatch.part]} is of another number of shards than ${files[0]}`;
    case 'input':
      return `${files[mismatch.part]} is of another input or other options than ${files[0]}`;
    case 'doubled':
      return `there are several parts of ${shardsText(mismatch.shards)}`;
    case 'missing':
      return `there is no part of ${shardsText(mismatch.shards)}`;
    case 'units':
      return `the parts do not have each unit once: ${printable(joined(mismatch.units))}`;
  }
}

function shardsText(shards: readonly number[]): string {
  return `${shards.length === 1 ? 'shard' : 'shards'} ${joined(shards.map(String))}`;
}
