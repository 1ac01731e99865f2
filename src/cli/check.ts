/** `cdk8s-olm check`: reports verdicts, findings and the inventory of permissions; compares CRDs with `--previous`. */

import { Command, Option } from 'commander';
import { givenObjects } from '../base/kubernetes/given-objects.js';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import { isSecretOrCrd } from '../base/kubernetes/secret-or-crd.js';
import type { Paint } from '../base/manifest/format-problem.js';
import { once } from '../base/manifest/once.js';
import { printable } from '../base/manifest/printable.js';
import { isError, type Leniency, type Problem, stops } from '../base/manifest/problem.js';
import { isLeftOut, isOfWholeFile } from '../base/manifest/problem-reach.js';
import { elsewhereText } from '../base/wording/permissions.js';
import { withoutLeftOut } from '../olm/evaluate/evaluate-files.js';
import type { EvaluateOptions } from '../olm/evaluate/evaluation.js';
import { placesIn } from '../olm/evaluate/places-in.js';
import { catalogProblems } from '../olm/model/broken-catalog.js';
import type { Catalog } from '../olm/model/catalog.js';
import { failing, failsOn } from '../olm/model/finding.js';
import { versionsOf, versionsText } from '../olm/model/versions.js';
import { isWhole } from '../olm/model/whole-bundle.js';
import { type RefusedUpgrade, refusedUpgrades } from '../olm/rules/crd-upgrade/refused-upgrades.js';
import {
  type CheckedJson,
  type CheckReport,
  checkJson,
  checkText,
  comparedText,
  digestOf,
  formatFinding,
  type Inventory,
  type InventoryRow,
  inventoryOf,
  problemJson,
  SCHEMA_VERSION,
  sortedRows,
  upgradeText,
  worstPowers,
} from '../report/index.js';
import {
  baselineOf,
  type Input,
  isNotBuilt,
  judgedPlacement,
  type ReadOptions,
  readInput,
  readState,
  type Source,
  type Unit,
  type Units,
} from '../repository/index.js';
import { evaluatedState, type RiskConfiguration } from '../review/index.js';
import { keptBundles } from '../supply/index.js';
import { committedOf, foldUnits, type Judged, type JudgedRepository, judgeUnits, partOf } from './check-units.js';
import { asideText, type EvaluatedInput, evaluateInput, unreadNotes } from './evaluate-input.js';
import { quietOption } from './help.js';
import {
  addPlacementOptions,
  addSettings,
  type FailFlags,
  INPUT_HELP,
  type InputFlags,
  type InstallFlags,
  installOptionsOf,
  type PlacementFlags,
  placementOf,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, packageVersion, refuse, type Terminal } from './outcome.js';
import { addReportOptions, type ReportFlags, reportCheck } from './report-output.js';
import { statesOf, type UnitState } from './review/each-unit.js';
import {
  addSettingsSource,
  addShardOption,
  addUnitOptions,
  appliesElsewhere,
  NO_SHARD,
  partsAsked,
  type ShardFlags,
  type UnitFlags,
  unitsAsked,
  withSettings,
} from './units-asked.js';

interface CheckOptions extends InputFlags, FailFlags, InstallFlags, PlacementFlags, ReportFlags, UnitFlags, ShardFlags {
  readonly previous?: string;
  readonly quiet: boolean;
  readonly all: boolean;
}

const SHARD_HELP = 'judge one of n parts of the repository, such as 2/4; writes JSON for report merge';

const EXAMPLES = `
Examples:
  cdk8s-olm check clusters/prod                     the verdicts, and how to fix failed operators
  cdk8s-olm check clusters/prod --fail-on warning   fail on warnings too
  cdk8s-olm check clusters/prod -o check.json       the same as data, in a file
  cdk8s-olm check clusters/prod -o wide             nothing left out; -o name: one line for each operator
  cdk8s-olm check clusters/prod -o inventory.html   a page with the risks of operators; inventory.csv: a table
  cdk8s-olm check clusters/prod -o json | jq '.verdicts[] | select(.phase != "Succeeded")'`;

/** The command. `finish` receives the exit code. */
export function checkCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = addReportOptions(new Command('check'), 'check')
    .description(
      "Show OLM's verdict on every ClusterServiceVersion, and every finding with its fix. Writes only the files that -o and --output-file name.",
    )
    .argument('[input...]', INPUT_HELP, ['.'])
    .addOption(new Option('--all', 'leave nothing out in text').default(false))
    .addOption(quietOption())
    .option('--previous <input>', 'an older state: also show which of its CRDs OLM v1 would refuse to upgrade');
  return addSettingsSource(addShardOption(addUnitOptions(addPlacementOptions(addSettings(command))), SHARD_HELP))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: CheckOptions, own: Command) => finish(runCheck(inputs, options, terminal, own)));
}

function runCheck(inputs: readonly string[], options: CheckOptions, terminal: Terminal, command: Command): number {
  const isWhole = options.previous === undefined && options.installNamespace === undefined;
  const units = isWhole ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  const { shard, quiet } = options;
  const { configuration } = baselineOf(options.settings ?? inputs[0] ?? '');
  const judgeEach = (of: Units): JudgedRepository => {
    const isInstalled = installedByOther(of);
    const judgeUnit = (source: Source, unit: Unit): Judged =>
      judge([source], withSettings(options, unit.entry, command), configuration, terminal, isInstalled(unit) ? 'part' : 'unit');
    return judgeUnits(inputs.join(' '), of, judgeUnit, options);
  };
  const whole = units ? undefined : judge(inputs, options, configuration, terminal);
  // An input that cannot be read as a whole is judged unit by unit. If it only lacks broken files, it is one.
  const isOfUnits = whole?.exit === EXIT_BAD_INPUT && !whole.problems.filter(isLeftOut).some(isOfWholeFile);
  const apart = isOfUnits && isWhole ? partsAsked(inputs, options) : undefined;
  if (shard && !units && !apart) return refuse(NO_SHARD, terminal);
  const byPart = apart && judgeEach(apart);
  const isPartRead = byPart && (shard !== undefined || foldUnits(byPart, quiet).exit !== EXIT_BAD_INPUT);
  const repository = units ? judgeEach(units) : isPartRead ? byPart : undefined;
  const alone = whole && isWhole ? withElsewhere(whole, inputs, options) : whole;
  const judged = alone && !repository ? alone : foldUnits(repository as JudgedRepository, quiet, shard);
  const of = units ?? apart;
  const asked = (): string =>
    digestOf(
      questionOf(options),
      of?.units.map((unit) => [unit.name, unit.entry, of.identityOf(unit)]),
    );
  const optionsOf = (unit?: Unit): EvaluateOptions & ReadOptions => {
    const given = withSettings(options, unit?.entry, command);
    return { ...given, ...installOptionsOf(given), ...placementOf(given, given.profile) };
  };
  const report: CheckReport = {
    json: () =>
      shard && repository ? partOf(repository, { shard, quiet, asked: asked() }) : { schemaVersion: SCHEMA_VERSION, ...judged.json },
    text: judged.text,
    checked: () => judged.json as CheckedJson,
    committed: () => committedOf(judged.json),
    all: options.all,
    program: packageVersion(),
    input: inputs[0] ?? '.',
    exit: judged.exit,
    inventory: () => inventoryIn(inputs, units, configuration, optionsOf),
  };
  return reportCheck(report, judged, { ...options, isRepository: repository !== undefined }, terminal);
}

/** The options that have to be equal in all shards. */
function questionOf({
  shard: _,
  output: __,
  outputFile: ___,
  format: ____,
  printed: _____,
  cache: ______,
  all: _______,
  ...options
}: CheckOptions): object {
  return options;
}

/** The result of an input without operators, with the Applications that apply content from elsewhere. */
function withElsewhere(judged: Judged, inputs: readonly string[], options: CheckOptions): Judged {
  const { verdicts = [], unknownOperators = [], operators = [] } = judged.json;
  if (judged.exit === EXIT_BAD_INPUT || options.quiet || verdicts.length + unknownOperators.length + operators.length > 0) return judged;
  const elsewhere = appliesElsewhere(inputs, options);
  return elsewhere.length === 0
    ? judged
    : { ...judged, text: (paint, all) => `${printable(elsewhereText(elsewhere))}\n${judged.text(paint, all)}` };
}

/** Whether another unit of the repository can install a bundle of a unit. */
function installedByOther(units: Units): (unit: Unit) => boolean {
  const installing = once(() => units.mentioning(['Subscription', 'ClusterExtension'], units.units).map(({ name }) => name));
  return ({ name }) => installing().some((other) => other !== name);
}

/** @param reading `part`: one of several units, and others can install its bundle; units need not have operators */
function judge(
  inputs: readonly Source[],
  options: CheckOptions,
  configuration: RiskConfiguration,
  terminal: Terminal,
  reading: 'whole' | 'unit' | 'part' = 'whole',
): Judged {
  const isUnit = reading !== 'whole';
  // Two versions of a bundle can be compared without a cluster around them.
  const allowEmpty = isUnit || options.previous !== undefined;
  const {
    problems: found,
    result,
    bundlesRead,
  } = evaluateInput(inputs, {
    ...options,
    ...installOptionsOf(options),
    ...(reading === 'part' || options.previous !== undefined ? {} : judgedPlacement(options.profile)),
    ...placementOf(options, options.profile),
    allowEmpty,
    onlyJudges: true,
    keptBundles: keptBundles(terminal.env),
    everyBundle: options.previous !== undefined,
  });
  for (const text of unreadNotes(bundlesRead)) note(text, terminal);
  const own = allowEmpty ? found.filter((problem) => !installsNothing(problem)) : found;
  const upgrades = result && options.previous !== undefined ? upgradesFrom(options.previous, result.input, options) : undefined;
  const problems = [...own, ...(upgrades?.problems ?? [])];
  const refused = upgrades?.refused ?? [];
  const held = result ? heldIn(result, installOptionsOf(options), configuration) : [];
  const json = {
    ...checkJson(result, held, result?.input.locator),
    ...(upgrades ? { crdUpgrades: refused } : {}),
    problems: problems.map(problemJson),
  };
  const warned = problems.filter((problem) => !isError(problem) && !(problem.isAside && problem.tolerated)).length;
  const text = (paint: Paint, all?: boolean): string =>
    [
      result && !isEmptied(result, problems) ? resultText(result, held, { ...options, all: all ?? false, warned }, paint) : '',
      ...refused.map(upgradeText),
      ...(isUnit ? [] : asideLines(problems)),
      upgrades && !problems.some(stops) ? comparedText(upgrades.compared, refused.length) : '',
    ].join('');
  return { problems, json, text, exit: exitOf(result, problems, refused, options) };
}

/** Whether errors left no document of the input: then only they are reported. */
function isEmptied({ input }: EvaluatedInput, problems: readonly Problem[]): boolean {
  return input.documents.length === 0 && problems.some(isLeftOut);
}

/** The line about unread files, which comes last. */
function asideLines(problems: readonly Problem[]): string[] {
  const aside = problems.filter(({ isAside, tolerated }) => isAside && tolerated);
  return aside.length > 0 ? [`${printable(asideText(aside))}\n`] : [];
}

function resultText(
  result: EvaluatedInput,
  held: readonly InventoryRow[],
  { quiet, failOn, allowFailed, all, warned }: CheckOptions & { readonly warned: number },
  paint: Paint,
): string {
  if (!quiet) return checkText(result, worstPowers(held), paint, all, warned);
  return failing(result.findings, failOn, allowFailed)
    .map((finding) => `${formatFinding(finding, paint)}\n`)
    .join('');
}

function exitOf(
  result: EvaluatedInput | undefined,
  problems: readonly Problem[],
  refused: readonly RefusedUpgrade[],
  { failOn, allowFailed }: CheckOptions,
): number {
  if (!result || problems.some((problem) => stops(problem) || isLeftOut(problem)) || result.cluster.catalogs.some(isInvalid))
    return EXIT_BAD_INPUT;
  const isRefused = problems.some(isError) && failsOn({ severity: 'error' }, failOn) && !allowFailed;
  const breaks = refused.some(({ verdicts: [{ severity }] }) => failsOn({ severity }, failOn));
  return isRefused || breaks || failing(result.findings, failOn, allowFailed).length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

/** Whether a catalog cannot be built as it is: its part of the input is bad, and all else is judged. */
function isInvalid(catalog: Catalog): boolean {
  return catalogProblems(catalog).some(isError);
}

/**
 * Reads the older state and compares. Uninstalled bundles count in the older state, and also in the input if it installs no operator:
 * then two versions of a bundle, or CRDs alone, are compared.
 */
function upgradesFrom(
  previous: string,
  input: Input,
  leniency: Leniency,
): { readonly problems: readonly Problem[]; readonly refused: readonly RefusedUpgrade[]; readonly compared: number } {
  const older = readInput([previous], { ...leniency, everyBundle: true });
  const problems = older.problems.filter((problem) => !installsNothing(problem));
  if (problems.some(isError)) return { problems, refused: [], compared: 0 };
  const after = input.problems.some(installsNothing) ? [...bundledCrds(input), ...crdsOf(input)] : crdsOf(input);
  const before = [...bundledCrds(older), ...crdsOf(older)];
  const known = new Set(before.map(({ metadata }) => metadata.name));
  return { problems, refused: refusedUpgrades(before, after), compared: after.filter(({ metadata }) => known.has(metadata.name)).length };
}

/** Whether a problem reports an input that installs no operator. */
function installsNothing({ code }: Problem): boolean {
  return code === 'NO_MANIFESTS';
}

function bundledCrds({ cluster }: Input): KubernetesObject[] {
  return cluster.bundles.filter(isWhole).flatMap(({ customResourceDefinitions }) => customResourceDefinitions);
}

/** The CRDs of the input, and of the bundles of its CSVs. */
function crdsOf({ cluster, documents }: Input): KubernetesObject[] {
  const crds = [
    ...cluster.clusterServiceVersions.flatMap(({ bundle }) => bundle?.customResourceDefinitions ?? []),
    ...givenObjects(documents).filter((object) => object.kind === 'CustomResourceDefinition' && isSecretOrCrd(object)),
  ];
  return [...new Map(crds.map((crd) => [crd.metadata.name, crd])).values()];
}

/**
 * @param units the units of a repository in which each is judged apart
 * @param optionsOf the options for the input, or for one of its units
 */
function inventoryIn(
  inputs: readonly string[],
  units: Units | undefined,
  configuration: RiskConfiguration,
  optionsOf: (unit?: Unit) => EvaluateOptions & ReadOptions,
): Inventory {
  const read: readonly UnitState[] = units
    ? [...statesOf(units, optionsOf, optionsOf())]
    : [{ unit: inputs[0] ?? '', ...readState(inputs, optionsOf()) }];
  const rows = read.flatMap(({ unit, state }) => (state ? inventoryOf(state, configuration, units ? unit : undefined) : []));
  const [first] = read.flatMap(({ state }) => state ?? []);
  return {
    input: inputs.join(' '),
    rows: sortedRows(rows),
    notRead: read.flatMap(({ unit, state, problems }) => (state && !problems.some(({ code }) => isNotBuilt(code)) ? [] : [unit])),
    versions: units || !first ? undefined : versionsText(versionsOf(first.cluster.versions), optionsOf().profile === 'olm-v1'),
  };
}

/** The inventory of permissions in an evaluated input. */
function heldIn(result: EvaluatedInput, options: EvaluateOptions, configuration: RiskConfiguration): InventoryRow[] {
  const { input } = result;
  const placeOf = placesIn(input, input.locator.place);
  return inventoryOf(evaluatedState('', withoutLeftOut(result, options), placeOf, input.documents), configuration);
}
