/** `cdk8s-olm drift`: shows how a cluster differs from the sources, and whether it was changed or is only late. */
import { Command, Option } from 'commander';
import { formatReference } from '../base/kubernetes/object.js';
import { formatFieldPath } from '../base/manifest/field-path.js';
import { jsonText } from '../base/manifest/format.js';
import { FORMAT_WRITERS } from '../base/manifest/format-writers.js';
import { printable } from '../base/manifest/printable.js';
import { isError } from '../base/manifest/problem.js';
import { counted } from '../base/wording/phrases.js';
import { versionsText } from '../olm/model/versions.js';
import { nameLines, versionsJson } from '../report/index.js';
import { lockBeside, readFiles, readSnapshot, readVersionSnapshot, type Source } from '../repository/index.js';
import { dumpOf, isAtLock, standingsIn, standingText } from '../supply/index.js';
import type { Drift, DriftKind } from './drift/drift.js';
import { driftFrom } from './drift/read-drift.js';
import { isData, oneUnit } from './each-unit.js';
import { evaluateInput, printProblems } from './evaluate-input.js';
import { ANSWER_FORMATS, addFormatOptions, addSettings, INPUT_HELP, type InputFlags, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

interface DriftOptions extends InputFlags, SettingFlags<'only'>, UnitFlags {
  readonly context?: string;
  readonly snapshot?: string;
  readonly format: (typeof ANSWER_FORMATS)[number];
}

const EXAMPLES = `
Examples:
  cdk8s-olm drift clusters/prod --context prod
  kubectl get ns,sa,clusterroles,clusterrolebindings,roles,rolebindings,og,csv,subscriptions.operators.coreos.com,installplans -A -o json > prod.json
  cdk8s-olm drift clusters/prod --snapshot prod.json

tampered  follows neither from the sources nor from the OperatorGroups and CSVs on the cluster
changed   an OperatorGroup, CSV or Namespace differs from the sources
late      follows from the OperatorGroups and CSVs on the cluster, which are behind the sources

With a lock, drift also shows operators that are ahead of it or behind it, and InstallPlans that wait.

Only kubectl get is run. Exit code 1 if anything differs.`;

/** The command. `finish` receives the exit code. */
export function driftCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('drift')
    .description('Show how the permissions on a cluster differ from the sources, and whether somebody changed them.')
    .argument('<input...>', INPUT_HELP)
    .addOption(new Option('--context <name>', 'read this cluster of the kubeconfig through kubectl').conflicts('snapshot'))
    .option('--snapshot <file>', 'a file that kubectl get -o json printed');
  return addUnitOptions(addSettings(addFormatOptions(command, 'format of the result', ANSWER_FORMATS)))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: DriftOptions, command: Command) => {
      if (options.context === undefined && options.snapshot === undefined)
        command.error("error: option '--context <name>' or '--snapshot <file>' is needed");
      finish(oneUnit(inputs, options, { command, terminal }, runDrift));
    });
}

function runDrift(inputs: readonly Source[], options: DriftOptions, terminal: Terminal): number {
  const { problems, result } = evaluateInput(inputs, options);
  printProblems(problems, terminal);
  if (!result) return EXIT_BAD_INPUT;
  const { texts, problems: unread } = options.context === undefined ? readFiles([options.snapshot ?? '']) : readSnapshot(options.context);
  const read = unread.some(isError)
    ? { problems: unread, drift: [] }
    : driftFrom(result.input, texts, { ...options, profile: result.profile });
  printProblems(read.problems, terminal);
  if (read.problems.some(isError)) return EXIT_BAD_INPUT;
  const { drift, versions, notCompared = [] } = read;
  const isOlmV1 = result.profile === 'olm-v1';
  const lock = lockBeside(inputs)?.lock;
  const { objects } = dumpOf(options.context === undefined || !lock ? { texts, problems: [] } : readVersionSnapshot(options.context));
  const standing = standingsIn(objects, lock);
  const missing = lock && !standing ? ['the versions of the lock: no Subscription was read'] : [];
  if (isData(options.format))
    terminal.out(
      FORMAT_WRITERS[options.format].value({
        drift,
        ...(standing ? { lock: standing } : {}),
        notCompared: [...missing, ...notCompared],
        ...(versions ? { versions: versionsJson(versions, isOlmV1) } : {}),
      }),
    );
  else if (options.format === 'name') terminal.out(nameLines(drift.map(({ subject }) => subject)));
  else {
    for (const one of drift) terminal.out(driftText(one));
    terminal.out(`${drift.length > 0 ? '\n' : ''}${summary(drift)}\n`);
    if (versions) terminal.out(`valid for ${versionsText(versions, isOlmV1)}\n`);
    terminal.out(standingText(standing));
    terminal.out(`not compared: ${[...missing, ...notCompared].join('; ')}\n`);
  }
  return drift.length > 0 || !isAtLock(standing) ? EXIT_FINDINGS : EXIT_OK;
}

function driftText({ kind, subject, message, gained = [], lost = [], fields = [] }: Drift): string {
  const shown = (value: unknown): string => (value === undefined ? 'nothing' : jsonText(value).slice(0, 80));
  const lines = [
    `${kind}  ${formatReference(subject)} ${message}`,
    ...gained.map((permission) => `    + can ${permission}`),
    ...lost.map((permission) => `    - can ${permission}`),
    ...fields.map(({ path, from, to }) => `    ${formatFieldPath(path)}: ${shown(from)} → ${shown(to)}`),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function summary(drift: readonly Drift[]): string {
  const count = (kind: DriftKind): number => drift.filter((one) => one.kind === kind).length;
  if (drift.length === 0) return 'no difference';
  return `${counted(drift.length, 'difference')}: ${count('tampered')} tampered, ${count('changed')} changed, ${count('late')} late`;
}
