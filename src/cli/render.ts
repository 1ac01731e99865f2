/** `cdk8s-olm render`: inputs → manifests in a folder or on standard output. */
import { Command, Option } from 'commander';
import { ForeignFileError, NotRestoredError, replaceFolder } from '../deliver/folder.js';
import { layOut } from '../deliver/layout.js';
import { FORMAT_WRITERS, type Format } from '../manifest/format.js';
import { formatPlace, formatProblem } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import type { Problem } from '../manifest/problem.js';
import { type FailOn, failing } from '../model/finding.js';
import type { ProfileName } from '../render/index.js';
import type { EmitSet, Rendered } from '../render/rendered.js';
import { countFindings, formatFinding } from './format-finding.js';
import {
  allowFailedOption,
  failOnOption,
  formatOption,
  INPUT_HELP,
  kubeVersionOption,
  lenientOption,
  onlyOption,
  profileOption,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { paintFor } from './paint.js';
import { printProblems, studyInput } from './study-input.js';

interface RenderOptions {
  readonly output?: string;
  readonly format: Format;
  readonly profile: ProfileName;
  readonly kubeVersion: string;
  readonly lenient: boolean;
  readonly only: readonly EmitSet[];
  readonly failOn: FailOn;
  readonly allowFailed: boolean;
}

const EXAMPLES = `
Examples:
  cdk8s-olm render clusters/prod                    the manifests as one YAML stream
  cdk8s-olm render clusters/prod -o rendered/prod   one file a namespace, one for the cluster
  cdk8s-olm render clusters/prod --only rbac --format json
  kubectl kustomize clusters/prod | cdk8s-olm render - -o rendered/prod

Nothing is written when the input is bad (exit code 2) or a finding is at or above --fail-on (exit code 1).
Programs get what is wrong as data from cdk8s-olm check --format json.`;

/** The command; `finish` is told the exit code. */
export function renderCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('render')
    .summary('render manifests from OperatorGroups and CSVs')
    .description('Render what OLM makes of OperatorGroups and ClusterServiceVersions: roles, bindings, annotated and copied CSVs.')
    .argument('<input...>', INPUT_HELP)
    .addOption(
      new Option('-o, --output <folder>', 'write into this folder; files of an earlier rendering are replaced, others stay').conflicts(
        'stdout',
      ),
    )
    .option('--stdout', 'write to standard output (the default)')
    .addOption(formatOption('of the manifests'))
    .addOption(profileOption())
    .addOption(kubeVersionOption())
    .addOption(lenientOption())
    .addOption(onlyOption())
    .addOption(failOnOption())
    .addOption(allowFailedOption())
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: RenderOptions) => finish(runRender(inputs, options, terminal)));
}

function runRender(inputs: readonly string[], options: RenderOptions, terminal: Terminal): number {
  const { problems, result } = studyInput(inputs, options);
  printProblems(problems, terminal);
  if (!result) return EXIT_BAD_INPUT;

  const paint = paintFor(terminal.errIsTerminal, terminal.env);
  for (const finding of result.findings) terminal.err(`${formatFinding(finding, paint)}\n`);
  const failures = failing(result.findings, options.failOn, options.allowFailed);
  if (failures.length > 0) {
    const hint = failures.every(({ verdict }) => verdict) ? '; --allow-failed renders what OLM would leave standing' : '';
    terminal.err(`${countFindings(failures)} at or above --fail-on ${options.failOn}; nothing was written${hint}\n`);
    return EXIT_FINDINGS;
  }

  const wanted = result.rendered.filter(({ emitSet }) => options.only.includes(emitSet));
  return options.output === undefined
    ? writeStream(wanted, options.format, terminal)
    : writeFolder(wanted, options.output, options.format, terminal);
}

function writeStream(rendered: readonly Rendered[], format: Format, terminal: Terminal): number {
  const writer = FORMAT_WRITERS[format];
  const files = layOut(rendered, writer);
  const documents = function* (): Generator<string> {
    for (const file of files) yield* file.documents();
  };
  for (const piece of writer.stream(documents())) terminal.out(piece);
  return EXIT_OK;
}

function writeFolder(rendered: readonly Rendered[], folder: string, format: Format, terminal: Terminal): number {
  const writer = FORMAT_WRITERS[format];
  const files = layOut(rendered, writer);
  let documents = 0;
  try {
    const { removed } = replaceFolder(
      folder,
      files.map((file) => ({
        name: `${file.name}.k8s${writer.extension}`,
        text: () =>
          writer.file(
            counted(file.documents(), () => {
              documents += 1;
            }),
          ),
      })),
    );
    const gone = removed.length > 0 ? `; removed ${printable(removed.join(', '))}` : '';
    terminal.err(
      `${documents} objects in ${files.length} ${files.length === 1 ? 'file' : 'files'} in ${formatPlace({ file: folder })}${gone}\n`,
    );
    return EXIT_OK;
  } catch (error) {
    const fix =
      error instanceof ForeignFileError ? 'remove it, or choose another folder' : 'check the path, its permissions and the space left';
    const outcome = error instanceof NotRestoredError ? 'move the old files back, or render again' : 'nothing was written';
    const problem: Problem = { code: 'OUTPUT_NOT_WRITTEN', message: (error as Error).message, file: folder, fix };
    terminal.err(`${formatProblem(problem, paintFor(terminal.errIsTerminal, terminal.env))}\n${outcome}\n`);
    return EXIT_BAD_INPUT;
  }
}

function* counted<T>(items: Iterable<T>, count: () => void): Generator<T> {
  for (const item of items) {
    count();
    yield item;
  }
}
