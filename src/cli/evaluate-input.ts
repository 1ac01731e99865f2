/** Reads and evaluates the input, and prints its problems: the first step of every command. */

import { formatProblem } from '../base/manifest/format-problem.js';
import { printable } from '../base/manifest/printable.js';
import { isError, type Leniency, type Problem, stops, tolerate } from '../base/manifest/problem.js';
import { isLeftOut, judgeable, withoutAppliedCsv } from '../base/manifest/problem-reach.js';
import { counted, listed } from '../base/wording/phrases.js';
import { objectFindings } from '../olm/checks/files/index.js';
import { crdsAbsent } from '../olm/checks/files/own-crds-absent.js';
import type { EvaluateOptions, Evaluation } from '../olm/evaluate/evaluate.js';
import { evaluateFiles } from '../olm/evaluate/evaluate-files.js';
import { placed, placesIn } from '../olm/evaluate/places-in.js';
import type { Finding } from '../olm/model/finding.js';
import { formatFinding } from '../report/index.js';
import {
  type BundlesRead,
  type Input,
  isWithoutOperators,
  type LockBeside,
  ofGuessed,
  type ReadOptions,
  readInput,
  type Source,
  toleratesIn,
} from '../repository/index.js';
import { paintFor, type Terminal } from './outcome.js';

/** The result for an input, with the places of the findings. */
export interface EvaluatedInput extends Evaluation {
  readonly input: Input;
}

/**
 * Reads and evaluates inputs. Returns only the problems of bad input. With `allowEmpty`, an input without operators is good. With
 * `onlyJudges`, nothing that depends on an unknown namespace is written.
 */
export function evaluateInput(
  inputs: readonly Source[],
  {
    allowEmpty = false,
    onlyJudges = false,
    ...options
  }: EvaluateOptions & ReadOptions & { readonly allowEmpty?: boolean; readonly onlyJudges?: boolean },
): { problems: readonly Problem[]; result?: EvaluatedInput; bundlesRead?: BundlesRead } {
  const input = readInput(inputs, { ...options, tolerates: onlyJudges ? toleratesIn(inputs) : undefined });
  const found = options.install ? withoutAppliedCsv(input.problems) : input.problems;
  const problems = (onlyJudges ? judgeable(found).filter((problem) => !isWithoutOperators(problem)) : found).map((problem) =>
    (allowEmpty || (onlyJudges && isCatalogAlone(input.cluster))) && problem.code === 'NO_MANIFESTS'
      ? { ...problem, tolerated: true as const }
      : problem,
  );
  const { bundlesRead } = input;
  const read = evaluateRead({ ...input, problems }, { ...options, onlyJudges });
  const { result } = read;
  const judged = result && onlyJudges ? { result: { ...result, findings: ofGuessed(result.findings, inputs) } } : {};
  return { ...read, ...judged, ...(bundlesRead ? { bundlesRead } : {}) };
}

/** Whether the input only has catalogs: a repository that serves operators, and installs none. */
function isCatalogAlone({ bundles, catalogs }: Input['cluster']): boolean {
  return bundles.length === 0 && catalogs.length > 0;
}

/** Evaluates a read input. */
export function evaluateRead(
  input: Input,
  { onlyJudges = false, ...options }: EvaluateOptions & Leniency & { readonly onlyJudges?: boolean },
): { problems: readonly Problem[]; result?: EvaluatedInput } {
  const { problems } = input;
  if (problems.some(stops)) return { problems };
  const result = evaluateFiles(input.cluster, options);
  // An installation without OLM needs the bundle, but permissions can be judged by the CSV alone.
  const isJudged = ({ code }: Pick<Problem, 'code'>): boolean => onlyJudges && code === 'BUNDLE_CONTENT_MISSING';
  const found = result.problems.map((problem) => tolerate(input.locator.locate(problem), options));
  const all = [...problems, ...found.map((problem) => (isJudged(problem) ? { ...problem, tolerated: true as const } : problem))];
  if (all.some(stops)) return { problems: all };
  const placeOf = placesIn(input, input.locator.place);
  const ofObjects = objectFindings(
    result.rendered,
    input.documents.map(({ value }) => value),
  );
  const ofCrds = onlyJudges ? crdsAbsent(result.cluster, result.resolution) : [];
  const findings = [...result.findings, ...ofObjects, ...ofCrds].map((finding) => placed(finding, placeOf));
  return { problems: all, result: { ...result, input, findings } };
}

/** The problems of a lock that cannot be used. */
export function locatedProblems({ problems, unlocated, text }: LockBeside): readonly Problem[] {
  return [...problems, ...unlocated.map(({ source: _, at: __, ...problem }) => ({ ...problem, file: text.file }))];
}

/** Up to this number, each missing namespace is reported at its place. */
const FEW_NAMESPACES = 2;

/** The maximum number of printed problems. `check --all` shows all. */
const SHOWN_PROBLEMS = 100;

/** Prints problems to the diagnostics; only the first ones if there are too many. */
export function printProblems(all: readonly Problem[], terminal: Terminal, most = SHOWN_PROBLEMS): void {
  const problems = terminal.isQuiet ? all.filter(isError) : all;
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  const isOfNamespace = (problem: Problem): boolean => problem.code === 'NAMESPACE_NOT_FOUND' && !isError(problem);
  const namespaces = [...new Set(problems.filter(isOfNamespace).flatMap(({ found = [] }) => found))];
  const isOneFact = namespaces.length > FEW_NAMESPACES && most === SHOWN_PROBLEMS;
  const single = problems.filter((problem) => !(problem.isAside && problem.tolerated) && !(isOneFact && isOfNamespace(problem)));
  for (const problem of shown(single, most)) terminal.err(`${formatProblem(problem, paint)}\n`);
  // The namespaces of a repository are often made elsewhere: that is one fact, not many.
  if (isOneFact) {
    const title = paint.yellow('warning[NAMESPACE_NOT_FOUND]');
    terminal.err(`${title} ${printable(`${namespaces.length} namespaces are not in the input: ${listed(namespaces)}`)}\n`);
    terminal.err('  fix  name those that are made elsewhere with --assume-namespace, and add the others; check --all shows each place\n');
  }
  const aside = problems.filter(({ isAside, tolerated }) => isAside && tolerated);
  if (aside.length > 0) terminal.err(`${printable(asideText(aside))}\n`);
  if (single.length > most) terminal.err(`and ${single.length - most} more; cdk8s-olm check --all shows all of them\n`);
  const warnings = single.filter((problem) => !isError(problem)).length;
  if (warnings > 1) terminal.err(`${counted(warnings, 'warning')} about the input\n`);
  const stopping = problems.filter(stops).length;
  const others = problems.filter(isLeftOut).length;
  if (stopping > 0) terminal.err(`${counted(stopping, 'problem')}; nothing was written\n`);
  else if (others > 0) terminal.err(`${counted(others, 'problem')}; the rest was judged without it\n`);
}

/** Prints findings to the diagnostics. */
export function printFindings(findings: readonly Finding[], terminal: Terminal): void {
  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const finding of findings) terminal.err(`${formatFinding(finding, paint)}\n`);
}

/** Tolerated unread files, in one line. */
export function asideText(aside: readonly Problem[]): string {
  const [first, ...more] = aside.map(({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  return `not read: ${first ?? ''}${more.length > 0 ? `; and ${counted(more.length, 'more file')}, such as ${more[0]}` : ''}`;
}

/** The problems to print. If there are too many, errors come first. */
function shown(problems: readonly Problem[], most: number): readonly Problem[] {
  if (problems.length <= most) return problems;
  return problems.toSorted((a, b) => Number(isError(b)) - Number(isError(a))).slice(0, most);
}

/** The note about skipped bundles, which is no problem: the input does not ask for them. */
export function unreadNotes(bundles: BundlesRead | undefined): string[] {
  if (!bundles || bundles.read >= bundles.all) return [];
  const unread = bundles.all - bundles.read;
  const [were, their] = unread === 1 ? ['was', 'its package or an API that it'] : ['were', 'their packages or for an API that they'];
  return [`${unread} of ${bundles.all} bundles ${were} not read: nothing in the input asks for ${their} may own`];
}
