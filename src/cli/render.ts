/** `cdk8s-olm render`: renders inputs to manifests in a folder or on standard output. */
import { Command, Option } from 'commander';
import { namespacedName } from '../base/kubernetes/object.js';
import { formatPlace, formatProblem } from '../base/manifest/format-problem.js';
import { FORMAT_WRITERS, type Format } from '../base/manifest/format-writers.js';
import { printable, printableLines } from '../base/manifest/printable.js';
import { isError, type Problem, stops } from '../base/manifest/problem.js';
import { counted } from '../base/wording/phrases.js';
import { judgedOnly } from '../olm/evaluate/judged-only.js';
import { withPlanNotes } from '../olm/evaluate/plan-notes.js';
import { type Finding, failing, failsOn } from '../olm/model/finding.js';
import type { InstallOptions } from '../olm/model/install-options.js';
import { applierObjects } from '../olm/render/applier.js';
import { isByDigest } from '../olm/render/approver.js';
import { deliveryNotes } from '../olm/render/delivery-notes.js';
import { finished } from '../olm/render/finishing.js';
import { ofSets, type ProfileName } from '../olm/render/index.js';
import { compareInstallOrder } from '../olm/render/install/argocd.js';
import { installerObjects } from '../olm/render/installers.js';
import { layOut } from '../olm/render/lay-out.js';
import { installLayout, type Layout, OLM_LAYOUT } from '../olm/render/layout.js';
import type { Rendered } from '../olm/render/rendered.js';
import { countFindings } from '../report/index.js';
import {
  type Delivery,
  deliver,
  differencesFrom,
  type NotDelivered,
  namesOf,
  readExtension,
  repairFolder,
  type Source,
} from '../repository/index.js';
import { oneUnit } from './each-unit.js';
import { type EvaluatedInput, evaluateInput, evaluateRead, printFindings, printProblems, unreadNotes } from './evaluate-input.js';
import { quietOption, rare } from './help.js';
import {
  ANSWER_FORMATS,
  addPlacementOptions,
  addSettings,
  type FailFlags,
  type FinishingFlags,
  failOnText,
  formatOption,
  INPUT_HELP,
  type InputFlags,
  type InstallFlags,
  installOptionsOf,
  type PlacementFlags,
  placementOf,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, paintFor, type Terminal } from './outcome.js';
import { type ApproverFlags, addApproverOptions, renderApprover } from './render-approver.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

interface RenderOptions extends ApproverFlags, InputFlags, FailFlags, InstallFlags, FinishingFlags, PlacementFlags, UnitFlags {
  readonly config?: string;
  readonly output?: string;
  readonly format: Format;
  readonly allowEmpty: boolean;
  readonly check?: boolean;
  readonly layout: (typeof LAYOUTS)[number];
  readonly quiet: boolean;
}

const LAYOUTS = ['gitops', 'plain-bundle'] as const;

const EXAMPLES = `
Examples:
  cdk8s-olm render clusters/prod                    the manifests as one YAML stream
  cdk8s-olm render clusters/prod -o rendered/prod   one file per namespace, one for the cluster
  cdk8s-olm render clusters/prod -o rendered/prod --check
                                                    exit code 1, and the differences, if the folder is not current
  cdk8s-olm render clusters/prod --only rbac --format json
  cdk8s-olm render clusters/prod --install -o rendered/prod   the operators themselves, for a cluster without OLM
  kubectl kustomize clusters/prod | cdk8s-olm render - -o rendered/prod

Nothing is written if the input is bad (exit code 2) or a finding is at or above --fail-on (exit code 1).
For problems and findings as data, use cdk8s-olm check --format json.`;

/** The command. `finish` receives the exit code. */
export function renderCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('render')
    .description(
      'Render the objects that OLM creates for OperatorGroups and ClusterServiceVersions: roles, bindings, annotated and copied CSVs.',
    )
    .argument('<input...>', INPUT_HELP)
    .addOption(
      new Option(
        '-o, --output <folder>',
        'write to this folder, or print yaml or json; files of an earlier rendering are replaced, other files stay',
      ).conflicts('stdout'),
    )
    .addOption(rare(new Option('--stdout', 'write to standard output (the default)')))
    .addOption(
      rare(
        new Option('--layout <name>', 'the files of --output: for GitOps tools, or a plain bundle (plain+v0) with its Dockerfile')
          .choices(LAYOUTS)
          .default('gitops'),
      ),
    )
    .addOption(formatOption('format of the manifests'))
    .addOption(quietOption())
    .addOption(
      rare(
        new Option('--allow-empty', 'accept an input without OperatorGroups and CSVs; files of an earlier rendering are removed').default(
          false,
        ),
      ),
    )
    .option('--check', 'write nothing, and compare with the folder of --output; exit code 1 if they differ');
  return addApproverOptions(addUnitOptions(addPlacementOptions(addSettings(command))))
    .addOption(
      rare(new Option('--config <file>', 'with --profile olm-v1 and --install-namespace: spec.config.inline of a ClusterExtension')),
    )
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], given: RenderOptions, command: Command) => {
      const options = withPrinted(given, command);
      const isPlain = options.layout === 'plain-bundle';
      const forAdministrators = options.applier ? '--applier' : options.installers ? '--installers' : undefined;
      const ofFolder = options.check ? '--check' : (forAdministrators ?? (isPlain ? '--layout plain-bundle' : undefined));
      if (isPlain && forAdministrators)
        command.error(`error: option '${forAdministrators}' cannot be used with option '--layout plain-bundle'`);
      if (ofFolder && options.output === undefined) command.error(`error: option '${ofFolder}' needs option '-o, --output <folder>'`);
      if (options.approver !== undefined && !isByDigest(options.approver))
        command.error("error: option '--approver <image>' needs an image by its digest, such as registry.example.com/approver@sha256:…");
      if (options.approver !== undefined && options.output !== undefined)
        command.error("error: option '--approver <image>' writes to standard output");
      finish(
        options.approver === undefined
          ? oneUnit(inputs, options, { command, terminal }, runRender)
          : renderApprover(inputs, { ...options, approver: options.approver }, terminal),
      );
    });
}

/** `-o json` prints JSON, as in kubectl; a folder of that name is `./json`. */
function withPrinted({ output, ...options }: RenderOptions, command: Command): RenderOptions {
  if (output === undefined || !KUBECTL_FORMATS.has(output)) return output === undefined ? options : { ...options, output };
  if (output !== 'yaml' && output !== 'json')
    command.error(`error: render prints yaml or json, not ${output}; a folder of this name is ./${output}`);
  return { ...options, format: output };
}

const KUBECTL_FORMATS: ReadonlySet<string> = new Set(ANSWER_FORMATS);

function runRender(inputs: readonly Source[], options: RenderOptions, terminal: Terminal): number {
  const misused = misusedConfig(inputs, options);
  if (misused !== undefined) {
    terminal.err(`error: ${misused}\n`);
    return EXIT_BAD_INPUT;
  }
  if (options.output !== undefined && !options.check) repair(options.output);
  const { problems, result, bundlesRead } = evaluated(inputs, options);
  for (const text of unreadNotes(bundlesRead)) note(text, terminal);
  printProblems(options.quiet ? problems.filter(isError) : problems, terminal);
  if (!result) return EXIT_BAD_INPUT;
  // A rendering that replaces an earlier one has to be complete.
  if (problems.some(({ code }) => code === 'KUSTOMIZATION_PART_NOT_READ')) {
    terminal.err('a part of the input was not read; nothing was written\n');
    return EXIT_BAD_INPUT;
  }
  const wants = wantsOf(options, result.profile);
  const judgedOnly = wants.install ? judgedOnlyProblems(result) : [];
  printProblems(judgedOnly, terminal);
  if (judgedOnly.length > 0) return EXIT_BAD_INPUT;

  const failures = failing(result.findings, options.failOn, options.allowFailed);
  printFindings(options.quiet ? failures : result.findings, terminal);
  const hindrance = unknownOperators(result, options) ?? refusedSubscriptions(problems, options) ?? failedFindings(failures, options);
  if (hindrance !== undefined) {
    terminal.err(hindrance);
    return EXIT_FINDINGS;
  }
  return writeRendered(result, options, terminal);
}

function evaluated(inputs: readonly Source[], options: RenderOptions): ReturnType<typeof evaluateInput> {
  const asked = wantsOf(options, options.profile);
  if (!isGivenToOlmV1(options)) return evaluateInput(inputs, { ...asked, ...placementOf(options, options.profile) });
  const { installNamespace = '', watchNamespace: watchNamespaces, config } = options;
  return evaluateRead(readExtension({ folder: namesOf(inputs), installNamespace, watchNamespaces, config }), asked);
}

/** Why nothing is written: operators that nothing describes. */
function unknownOperators(result: EvaluatedInput, { allowUnknownOperators, install }: RenderOptions): string | undefined {
  const unknown = allowUnknownOperators ? [] : unknownToInstall(result, install);
  if (unknown.length === 0) return undefined;
  const [are, them] = unknown.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return (
    `${counted(unknown.length, 'operator')} ${are} not known and cannot be installed: ${unknown.map(printable).join(', ')}; nothing was written; ` +
    `--catalog PATH makes ${them} known, --allow-unknown-operators continues without\n`
  );
}

/** An error of one Subscription, ClusterExtension or package only stops the rendering of that one. */
function refusedSubscriptions(problems: readonly Problem[], { failOn, allowFailed }: RenderOptions): string | undefined {
  const refused = problems.filter((problem) => isError(problem) && !stops(problem));
  if (refused.length === 0 || !failsOn({ severity: 'error' }, failOn) || allowFailed) return undefined;
  return `${counted(refused.length, 'problem')}; nothing was written; --allow-failed renders the rest\n`;
}

function failedFindings(failures: readonly Finding[], { failOn }: RenderOptions): string | undefined {
  if (failures.length === 0) return undefined;
  const hint = failures.every(({ verdict }) => verdict) ? '; --allow-failed renders the objects that OLM would leave in the cluster' : '';
  return `${countFindings(failures)} at or above --fail-on ${failOnText(failOn)}; nothing was written${hint}\n`;
}

/** Writes the objects, or compares a folder with them. */
function writeRendered(result: EvaluatedInput, options: RenderOptions, terminal: Terminal): number {
  const wants = wantsOf(options, result.profile);
  const { argocd, imageRegistry: imageRegistries, pullSecret: pullSecrets, status } = options;
  const wanted = finished(withPlanNotes(ofSets(result.rendered, wants), result), { argocd, imageRegistries, pullSecrets, status });
  const layout = layoutOf(wants);
  if (options.output === undefined) return writeStream(wanted, options.format, layout, terminal);
  const applier = options.applier ? applierObjects(wanted, options.applier) : [];
  const isPlainBundle = options.layout === 'plain-bundle';
  const installers = options.installers ? installerObjects(result) : [];
  const delivery: Delivery<Rendered> = { rendered: wanted, applier, installers, format: options.format, layout, isPlainBundle };
  return options.check ? checkFolder(delivery, options.output, terminal) : writeFolder(delivery, options.output, options, terminal);
}

/** The options of the rendering: with OLM v1, everything is installed. */
function wantsOf(options: RenderOptions, profile: ProfileName | undefined) {
  const install = options.install || profile === 'olm-v1' || options.only?.includes('install') === true;
  return { ...options, ...(profile === undefined ? {} : { profile }), ...installOptionsOf({ ...options, install }) };
}

/** Unknown operators that cannot be installed; without refused Subscriptions, which have their own problems. */
function unknownToInstall({ cluster, profile }: EvaluatedInput, install?: boolean): string[] {
  if (profile === 'olm-v1') return cluster.clusterExtensions.flatMap(({ isUnknown, name }) => (isUnknown ? [name] : []));
  if (!install) return [];
  return cluster.unknownOperators.filter(({ why }) => why !== 'refused').map(({ subscription }) => namespacedName(subscription));
}

function judgedOnlyProblems({ cluster, resolution, input }: EvaluatedInput): Problem[] {
  return judgedOnly(cluster, resolution).map((problem) => input.locator.locate(problem));
}

/** Repairs a half-written folder of a killed run, even if this run fails. An error here also stops the writing, which reports it. */
function repair(folder: string): void {
  try {
    repairFolder(folder);
  } catch {}
}

function checkFolder(delivery: Delivery, output: string, terminal: Terminal): number {
  const { folder, differences, failure } = differencesFrom(delivery, output);
  if (failure) return notDelivered(failure, terminal);
  if (differences === undefined) return EXIT_OK;
  terminal.out(printableLines(differences));
  terminal.err(`${formatPlace({ file: folder })} differs from the rendering of the input; render it again without --check\n`);
  return EXIT_FINDINGS;
}

/** Why `--config` cannot be used: it only applies to the bundle given to OLM v1, because other objects have their own settings. */
function misusedConfig(inputs: readonly Source[], { profile, installNamespace, config }: RenderOptions): string | undefined {
  if (config !== undefined && (profile !== 'olm-v1' || installNamespace === undefined))
    return '--config needs --install-namespace and --profile olm-v1';
  return isGivenToOlmV1({ profile, installNamespace }) && inputs.length !== 1
    ? '--install-namespace takes the folder of one bundle'
    : undefined;
}

/** Whether the bundle is read like OLM v1 reads it, which refuses some bundles that OLM v0 accepts. */
function isGivenToOlmV1({ profile, installNamespace }: Pick<RenderOptions, 'profile' | 'installNamespace'>): boolean {
  return profile === 'olm-v1' && installNamespace !== undefined;
}

/** The layout of the files: for an installation without OLM, in the order for an empty cluster. */
function layoutOf({ install }: { readonly install?: InstallOptions }): Layout {
  return install ? installLayout(compareInstallOrder) : OLM_LAYOUT;
}

function writeStream(rendered: readonly Rendered[], format: Format, layout: Layout, terminal: Terminal): number {
  const writer = FORMAT_WRITERS[format];
  const files = layOut(rendered, writer, layout);
  const documents = function* (): Generator<string> {
    for (const file of files) yield* file.documents();
  };
  for (const piece of writer.stream(documents())) terminal.out(piece);
  return EXIT_OK;
}

function writeFolder(delivery: Delivery<Rendered>, output: string, { quiet }: RenderOptions, terminal: Terminal): number {
  const { written, failure } = deliver(delivery, output);
  if (written && !quiet) {
    printFindings(deliveryNotes(delivery.rendered), terminal);
    const { folder, objects, files, removed } = written;
    const gone = removed.length > 0 ? `; removed ${printable(removed.join(', '))}` : '';
    terminal.err(`${objects} objects in ${files} ${files === 1 ? 'file' : 'files'} in ${formatPlace({ file: folder })}${gone}\n`);
  }
  return failure ? notDelivered(failure, terminal) : EXIT_OK;
}

function notDelivered({ problems, outcome }: NotDelivered, terminal: Terminal): number {
  for (const problem of problems) terminal.err(`${formatProblem(problem, paintFor(terminal.errIsTerminal, terminal.env))}\n${outcome}\n`);
  return EXIT_BAD_INPUT;
}
