/** `cdk8s-olm check`: verdicts and findings, without output. */
import { Command } from 'commander';
import { FORMAT_WRITERS } from '../manifest/format.js';
import { isError } from '../manifest/problem.js';
import { type FailOn, failing } from '../model/finding.js';
import { compareText } from '../model/kubernetes-object.js';
import type { ProfileName } from '../render/index.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolve.js';
import { columns } from './columns.js';
import { countFindings, formatFinding } from './format-finding.js';
import { allowFailedOption, failOnOption, formatOption, INPUT_HELP, kubeVersionOption, lenientOption, profileOption } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { type InputStudy, printProblems, studyInput } from './study-input.js';

interface CheckOptions {
  readonly format: 'text' | 'json';
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
  readonly failOn: FailOn;
  readonly allowFailed: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm check clusters/prod                     a table of verdicts, and what to do about the bad ones
  cdk8s-olm check clusters/prod --fail-on warning   fail on warnings too
  cdk8s-olm check clusters/prod --format json | jq '.verdicts[] | select(.phase != "Succeeded")'`;

/** The command; `finish` is told the exit code. */
export function checkCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('check')
    .summary('show the verdict on every CSV')
    .description('Show what OLM decides about every ClusterServiceVersion, and every finding with its fix. Writes nothing.')
    .argument('<input...>', INPUT_HELP)
    .addOption(formatOption('of the result', ['text', 'json']))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addOption(failOnOption())
    .addOption(allowFailedOption())
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: CheckOptions) => finish(runCheck(inputs, options, terminal)));
}

function runCheck(inputs: readonly string[], options: CheckOptions, terminal: Terminal): number {
  const { problems, result } = studyInput(inputs, options);
  if (options.format === 'json') {
    const located = problems.map((problem) => ({ severity: isError(problem) ? 'error' : 'warning', ...problem }));
    terminal.out(
      FORMAT_WRITERS.json.value({
        verdicts: result?.resolution.csvs.map((csv) => verdictJson(csv, result)) ?? [],
        findings: result?.findings ?? [],
        problems: located,
      }),
    );
  } else {
    printProblems(problems, terminal);
    if (result) printText(result, terminal);
  }
  if (!result) return EXIT_BAD_INPUT;
  return failing(result.findings, options.failOn, options.allowFailed).length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

function printText({ resolution, findings }: InputStudy, terminal: Terminal): void {
  const rows = resolution.csvs.map((csv) => [
    csv.csv.namespace,
    csv.csv.name,
    csv.group?.group.name ?? '-',
    targets(csv),
    verdict(csv),
    csv.verdict.reason || '-',
  ]);
  if (rows.length > 0) terminal.out(`${columns(['NAMESPACE', 'CSV', 'GROUP', 'TARGETS', 'VERDICT', 'REASON'], rows).join('\n')}\n`);
  const paint = paintFor(terminal.outIsTerminal, terminal.env);
  if (findings.length > 0) terminal.out(`\n${findings.map((finding) => formatFinding(finding, paint)).join('\n')}\n`);
  terminal.out(`\n${rows.length} ${rows.length === 1 ? 'CSV' : 'CSVs'}, ${countFindings(findings)}\n`);
}

const SHOWN_TARGETS = 3;

function targets({ group }: ResolvedCsv): string {
  const namespaces = group?.namespaces;
  if (!namespaces) return '-';
  if (isAllNamespaces(namespaces)) return '*';
  const more = namespaces.length - SHOWN_TARGETS;
  return namespaces.slice(0, SHOWN_TARGETS).join(',') + (more > 0 ? `,+${more}` : '');
}

function verdict({ verdict: { phase }, certainty }: ResolvedCsv): string {
  return `${phase || '-'}${certainty === 'certain' ? '' : ` (${certainty})`}`;
}

function verdictJson({ csv, group, verdict: { phase, reason, message }, certainty, rivals }: ResolvedCsv, { input }: InputStudy): unknown {
  const place = csv.source && input.locator.place(csv.source);
  return {
    namespace: csv.namespace,
    name: csv.name,
    operatorGroup: group?.group.name ?? null,
    targetNamespaces: group?.namespaces ?? null,
    phase,
    reason,
    message,
    certainty,
    rivals: rivals.map(({ namespace, name }) => `${namespace}/${name}`).sort(compareText),
    ...(csv.source ? { file: csv.source.file } : {}),
    ...(place ? { line: place.line, column: place.column } : {}),
  };
}
