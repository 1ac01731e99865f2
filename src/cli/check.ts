/** `cdk8s-olm check`: verdicts and findings, without output. */
import { Command } from 'commander';
import { baselineOf } from '../evaluate/read-baseline.js';
import { judgedPlacement } from '../evaluate/read-state.js';
import type { RiskConfiguration } from '../findings/baseline/configuration.js';
import { keptBundles } from '../locking/judged-bundle.js';
import type { Paint } from '../manifest/format-problem.js';
import { printable } from '../manifest/printable.js';
import { isError, type Problem, stops } from '../manifest/problem.js';
import { type FailOn, type FailOnRules, failing, failsOn } from '../model/finding.js';
import type { ProfileName } from '../render/index.js';
import { checkJson, problemJson } from '../report/check-json.js';
import { type CheckReport, checkIn } from '../report/formats.js';
import { type InventoryRow, worstPowers } from '../report/inventory.js';
import { digestOf } from '../report/part.js';

import { SCHEMA_VERSION } from '../report/schema.js';
import { checkText, comparedText, upgradeText } from '../report/text/check.js';
import { formatFinding } from '../report/text/finding.js';
import type { RefusedUpgrade } from '../rules/crd-upgrade/crd-upgrade.js';

import type { Source } from '../source/read-files.js';
import type { Unit } from '../source/unit.js';
import type { Units } from '../source/units.js';
import { unreadNotes } from './bundles-read.js';
import { foldUnits, type Judged, type JudgedRepository, judgeUnits, partOf } from './check-units.js';
import { asideText, type EvaluatedInput, evaluateInput, printProblems } from './evaluate-input.js';
import { type InstallFlags, installOptionsOf } from './install-options.js';
import { heldIn, inventoryText } from './inventory.js';
import { addSettings, type ClusterFlags, INPUT_HELP } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, note, refuse, type Terminal } from './outcome.js';
import { addPlacementOptions, type PlacementFlags, placementOf } from './placement-options.js';
import { installsNothing, upgradesFrom } from './previous.js';
import { quietOption } from './printing.js';
import { addReportOptions, DEFAULT_FORMAT, type ReportFlags, reportFiles, screenOf, writeReport } from './report-output.js';
import {
  addShardOption,
  addUnitOptions,
  NO_SHARD,
  partsAsked,
  type ShardFlags,
  type UnitFlags,
  unitsAsked,
  withSettings,
} from './units-asked.js';

interface CheckOptions extends ClusterFlags, InstallFlags, PlacementFlags, ReportFlags, UnitFlags, ShardFlags {
  readonly profile?: ProfileName;
  readonly lenient: boolean;
  readonly dependencies: boolean;
  readonly failOn: FailOn | FailOnRules;
  readonly allowFailed: boolean;
  readonly previous?: string;
  readonly quiet: boolean;
}

const SHARD_HELP = 'judge one of n parts of the repository, such as 2/4; as JSON, for report merge';

const EXAMPLES = `
Examples:
  cdk8s-olm check clusters/prod                     a table of verdicts, and how to fix the failed ones
  cdk8s-olm check clusters/prod --fail-on warning   fail on warnings too
  cdk8s-olm check clusters/prod -o check.json       the same as data, in a file
  cdk8s-olm check clusters/prod -o inventory.html   a page: operators by what is dangerous; inventory.csv: a table
  cdk8s-olm check clusters/prod --format json | jq '.verdicts[] | select(.phase != "Succeeded")'`;

/** The command. `finish` receives the exit code. */
export function checkCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = addReportOptions(new Command('check'), 'check')
    .description('Show what OLM decides for every ClusterServiceVersion, and every finding with its fix. Writes nothing.')
    .argument('[input...]', INPUT_HELP, ['.'])
    .addOption(quietOption())
    .option('--previous <input>', 'an older state: also show what OLM v1 has against the new versions of its CRDs');
  return addShardOption(addUnitOptions(addPlacementOptions(addSettings(command))), SHARD_HELP)
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: CheckOptions, own: Command) => finish(runCheck(inputs, options, terminal, own)));
}

function runCheck(inputs: readonly string[], options: CheckOptions, terminal: Terminal, command: Command): number {
  const isWhole = options.previous === undefined && options.installNamespace === undefined;
  const units = isWhole ? unitsAsked(inputs, options) : undefined;
  if (typeof units === 'string') return refuse(units, terminal);
  const { shard, quiet } = options;
  if (shard && !units) return refuse(NO_SHARD, terminal);
  const { configuration } = baselineOf(inputs[0] ?? '');
  const judgeUnit = (source: Source, { entry }: Unit): Judged =>
    judge([source], withSettings(options, entry, command), configuration, terminal, true);
  const judgeEach = (of: Units): JudgedRepository => judgeUnits(inputs.join(' '), of, judgeUnit, shard);
  const whole = units ? undefined : judge(inputs, options, configuration, terminal);
  // What cannot be read as one whole is judged unit by unit.
  const apart = whole?.exit === EXIT_BAD_INPUT && isWhole ? partsAsked(inputs, options) : undefined;
  const byPart = apart && judgeEach(apart);
  const isPartRead = byPart && foldUnits(byPart, quiet).exit !== EXIT_BAD_INPUT;
  const repository = units ? judgeEach(units) : isPartRead ? byPart : undefined;
  const judged = whole && !repository ? whole : foldUnits(repository as JudgedRepository, quiet, shard);
  const { problems } = judged;
  const files = reportFiles(options);
  const isPrintedJson = files.length === 0 && options.format === 'json';
  // Of a repository, they are in the text.
  if (!isPrintedJson && (!repository || quiet))
    printProblems(
      problems.filter((problem) => !problem.isAside && (!quiet || isError(problem))),
      terminal,
    );
  const asked = (): string =>
    digestOf(
      questionOf(options),
      units?.units.map((unit) => [unit.name, unit.entry, units.identityOf(unit)]),
    );
  const inventory = (format: 'html' | 'csv'): string =>
    inventoryText(format, inputs, units, (unit) => {
      const given = withSettings(options, unit?.entry, command);
      return { ...given, ...installOptionsOf(given), ...placementOf(given, given.profile) };
    });
  const report: CheckReport = {
    json: () =>
      shard && repository ? partOf(repository, { shard, quiet, asked: asked() }) : { schemaVersion: SCHEMA_VERSION, ...judged.json },
    text: judged.text,
    page: () => inventory('html'),
    csv: () => inventory('csv'),
  };
  if (files.length === 0) terminal.out(checkIn(options.format ?? DEFAULT_FORMAT, report, screenOf(terminal)) ?? '');
  for (const { file, format } of files) if (!writeReport(file, checkIn(format, report) ?? '', terminal)) return EXIT_BAD_INPUT;
  return judged.exit;
}

/** What has to be the same in all shards. */
function questionOf({ shard: _, output: __, format: ___, cache: ____, ...options }: CheckOptions): object {
  return options;
}

/** @param isUnit one of several: it need not have operators */
function judge(
  inputs: readonly Source[],
  options: CheckOptions,
  configuration: RiskConfiguration,
  terminal: Terminal,
  isUnit = false,
): Judged {
  // Two versions of a bundle can be compared without a cluster around them.
  const allowEmpty = isUnit || options.previous !== undefined;
  const {
    problems: found,
    result,
    bundlesRead,
  } = evaluateInput(inputs, {
    ...options,
    ...installOptionsOf(options),
    ...(allowEmpty ? {} : judgedPlacement(options.profile)),
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
  const text = (paint: Paint): string =>
    [
      result ? resultText(result, held, options, paint) : '',
      ...refused.map(upgradeText),
      ...(isUnit ? [] : asideLines(problems)),
      upgrades && !problems.some(stops) ? comparedText(upgrades.compared, refused.length) : '',
    ].join('');
  return { problems, json, text, exit: exitOf(result, problems, refused, options) };
}

/** What was not read comes last. */
function asideLines(problems: readonly Problem[]): string[] {
  const aside = problems.filter(({ isAside }) => isAside);
  return aside.length > 0 ? [`${printable(asideText(aside))}\n`] : [];
}

function resultText(
  result: EvaluatedInput,
  held: readonly InventoryRow[],
  { quiet, failOn, allowFailed }: CheckOptions,
  paint: Paint,
): string {
  if (!quiet) return checkText(result, worstPowers(held), paint);
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
  if (!result || problems.some(stops)) return EXIT_BAD_INPUT;
  const isRefused = problems.some(isError) && failsOn({ severity: 'error' }, failOn) && !allowFailed;
  const breaks = refused.some(({ verdicts: [{ severity }] }) => failsOn({ severity }, failOn));
  return isRefused || breaks || failing(result.findings, failOn, allowFailed).length > 0 ? EXIT_FINDINGS : EXIT_OK;
}
