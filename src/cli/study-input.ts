/** What every command does first: read the input, study it, and say what is wrong with it. */
import { formatProblem } from '../manifest/format-problem.js';
import { isError, type Problem, type SourceReference } from '../manifest/problem.js';
import type { Finding } from '../model/finding.js';
import { formatReference } from '../model/kubernetes-object.js';
import { csvReference, groupReference, subscriptionReference } from '../rules/references.js';
import { type Input, readInput } from '../source/read-input.js';
import { type Study, type StudyOptions, study } from '../study.js';
import type { PlacedFinding } from './format-finding.js';
import type { Terminal } from './outcome.js';
import { paintFor } from './paint.js';

/** What an input comes to, with the places of what was found. */
export interface InputStudy extends Study {
  readonly input: Input;
  readonly findings: readonly PlacedFinding[];
}

/** Reads and studies inputs; with bad input, only the problems come back. */
export function studyInput(inputs: readonly string[], options: StudyOptions): { problems: readonly Problem[]; result?: InputStudy } {
  const input = readInput(inputs);
  const { problems } = input;
  if (problems.some(isError)) return { problems };
  const result = study(input.cluster, options);
  return { problems, result: { ...result, input, findings: result.findings.map(placer(input)) } };
}

/** Adds to a finding the place of its subject. */
function placer({ cluster, locator }: Input): (finding: Finding) => PlacedFinding {
  const sources = new Map<string, SourceReference>();
  for (const csv of cluster.clusterServiceVersions) if (csv.source) sources.set(formatReference(csvReference(csv)), csv.source);
  for (const group of cluster.operatorGroups) if (group.source) sources.set(formatReference(groupReference(group)), group.source);
  for (const subscription of cluster.subscriptions) sources.set(formatReference(subscriptionReference(subscription)), subscription.source);
  return (finding) => {
    const source = sources.get(formatReference(finding.subject));
    if (!source) return finding;
    const place = locator.place(source);
    return { ...finding, file: source.file, ...(place ? { line: place.line, column: place.column } : {}) };
  };
}

/** Prints problems to the diagnostics. */
export function printProblems(problems: readonly Problem[], terminal: Terminal): void {
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const problem of problems) terminal.err(`${formatProblem(problem, paint)}\n`);
  const errors = problems.filter(isError).length;
  if (errors > 0) terminal.err(`${errors} ${errors === 1 ? 'problem' : 'problems'}; nothing was written\n`);
}
