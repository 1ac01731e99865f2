/** `cdk8s-olm resolve` and `upgrades`: show what OLM would install per namespace, and each Subscription's path to its channel's head. */

import { Command } from 'commander';
import { OLM_GROUPS } from '../base/kubernetes/kinds.js';
import type { SourcePlace } from '../base/manifest/place.js';
import { printable } from '../base/manifest/printable.js';
import { isError, type Leniency, type Problem, type SourceReference, stops } from '../base/manifest/problem.js';
import { namespacesJson, pathsJson, upgradesJson } from '../olm/resolver/resolution-json.js';
import { namespacesText, pathsGraph, pathsMarkdown, pathsText } from '../olm/resolver/resolution-text.js';
import { resolveAll, resolveUntilStable } from '../olm/resolver/resolve.js';
import type { ResolverCluster } from '../olm/resolver/resolver-input.js';
import { upgradePaths } from '../olm/resolver/upgrade-path.js';
import { withPlanFailures } from '../olm/subscriptions/mark-unknown.js';
import { nameLines, placeJson, type Screen } from '../report/index.js';
import { namesOf, readInput, type Source } from '../repository/index.js';
import { type Answer, atEachUnit } from './each-unit.js';
import { unreadNotes } from './evaluate-input.js';
import { ANSWER_FORMATS, addFormatOptions, addSettings, type ClusterFlags, INPUT_HELP } from './options.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { deprecationNotes, type Extensions, extensionsOf, failedCsvNotes, failedPlanNotes } from './resolve-remarks.js';
import { concernsResolving } from './resolver-problems.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

interface ResolveOptions extends ResolverOptions, UnitFlags {
  readonly untilStable: boolean;
  readonly format: (typeof ANSWER_FORMATS)[number];
}

const EXAMPLES = `
Examples:
  cdk8s-olm resolve clusters/prod                    the next InstallPlan of each namespace
  cdk8s-olm resolve clusters/prod --until-stable     also the plans after it, if each is approved and complete`;

/** The command. `finish` receives the exit code. */
export function resolveCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('resolve')
    .description(
      'Show the bundles that OLM would install in each namespace, with their catalogs, channels and reasons, or the documents that contradict each other.',
    )
    .argument('<input...>', INPUT_HELP)
    .option('--until-stable', 'treat each InstallPlan as complete, and resolve until nothing changes', false);
  return addUnitOptions(addSettings(addFormatOptions(command, 'format of the result', ANSWER_FORMATS)))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: ResolveOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, runResolve, { words: OLM_GROUPS })),
    );
}

function runResolve(inputs: readonly Source[], options: ResolveOptions): Answer {
  const { said, cluster, extensions, placeOf } = readForResolver(inputs, options);
  if (!cluster) return said;
  const upgrades = options.untilStable ? resolveUntilStable(cluster) : undefined;
  const namespaces = upgrades?.rounds.at(-1)?.namespaces ?? resolveAll(cluster);
  const data = {
    ...(upgrades ? upgradesJson(upgrades, placeOf) : { namespaces: namespacesJson(namespaces, cluster, placeOf) }),
    ...extensionsJson(extensions),
  };
  const text = (): string =>
    upgrades
      ? [
          ...upgrades.rounds.map(({ round, namespaces: inRound }) =>
            linesText([`round ${round}`, ...namespacesText(inRound, upgrades.final, placeOf), '']),
          ),
          linesText([
            upgrades.stable ? 'stable; installed:' : 'not stable yet; installed so far:',
            ...upgrades.final.clusterServiceVersions.map(({ namespace, name }) => `  ${namespace}/${name}`).sort(),
            ...extensions.lines,
          ]),
        ].join('')
      : linesText([...namespacesText(namespaces, cluster, placeOf), ...extensions.lines]);
  const names = (): string =>
    nameLines([
      ...namespaces.flatMap(({ installs }) => installs.map(({ name }) => ({ kind: 'ClusterServiceVersion', name }))),
      ...extensions.answers.map(({ name }) => ({ kind: 'ClusterExtension', name })),
    ]);
  return { ...said, result: { data, text, names }, exit: exitOf(namespaces, extensions) };
}

function exitOf(answers: readonly { readonly failure?: unknown }[], { problems, isRefused }: Extensions): number {
  return answers.some(({ failure }) => failure) || isRefused || problems.some(isError) ? EXIT_FINDINGS : EXIT_OK;
}

function extensionsJson({ answers }: Extensions): { readonly clusterExtensions?: Extensions['answers'] } {
  return answers.length > 0 ? { clusterExtensions: answers } : {};
}

/** Joins lines, and escapes text of the input. */
function linesText(lines: readonly string[]): string {
  return `${lines.map(printable).join('\n')}\n`;
}

/** The options of both commands. */
type ResolverOptions = Leniency & ClusterFlags;

/** Reads the input, with the places of its documents; the answer contains the problems of bad input. */
function readForResolver(
  inputs: readonly Source[],
  options: ResolverOptions,
): {
  readonly said: Answer;
  readonly cluster?: ResolverCluster;
  readonly extensions: Extensions;
  placeOf(source: SourceReference): SourcePlace;
} {
  const input = readInput(inputs, { ...options, installs: false });
  const { cluster, locator, bundlesRead } = input;
  const extensions = extensionsOf(inputs, options, cluster);
  const found = [...input.problems.filter(concernsResolving), ...extensions.problems];
  const all = found.length > 0 || cluster.subscriptions.length + extensions.answers.length > 0 ? found : [nothingToResolve(inputs)];
  const placeOf = (source: SourceReference): SourcePlace => placeJson(source, locator);
  const notes = [
    ...unreadNotes(bundlesRead),
    ...failedPlanNotes(input),
    ...failedCsvNotes(cluster),
    ...deprecationNotes(cluster),
    ...extensions.notes,
  ];
  const said = { notes, problems: all };
  if (all.some(stops)) return { said: { ...said, exit: EXIT_BAD_INPUT }, extensions, placeOf };
  return { said: { ...said, exit: EXIT_OK }, cluster: withPlanFailures(cluster, input.manifestsOf), extensions, placeOf };
}

function nothingToResolve(inputs: readonly Source[]): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'there is nothing to resolve',
    file: namesOf(inputs),
    found: 'no Subscription and no ClusterExtension',
    expected: 'Subscriptions or ClusterExtensions, and the content of the catalogs',
    fix: 'name the files or folders that contain them',
  };
}

interface UpgradesOptions extends ResolverOptions, UnitFlags {
  readonly format: (typeof UPGRADES_FORMATS)[number];
}

const UPGRADES_FORMATS = [...ANSWER_FORMATS, 'md', 'mermaid'] as const;

const UPGRADES_EXAMPLES = `
Examples:
  cdk8s-olm upgrades clusters/prod                       every step, and what it waits for
  cdk8s-olm upgrades clusters/prod --format mermaid      as a graph`;

/** The command. `finish` receives the exit code. */
export function upgradesCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('upgrades')
    .description('Show for each Subscription the versions up to the head of its channel, why each follows, and what it waits for.')
    .argument('<input...>', INPUT_HELP);
  return addUnitOptions(addSettings(addFormatOptions(command, 'format of the result', UPGRADES_FORMATS)))
    .addHelpText('after', UPGRADES_EXAMPLES)
    .action((inputs: string[], options: UpgradesOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, runUpgrades, { words: OLM_GROUPS })),
    );
}

function runUpgrades(inputs: readonly Source[], options: UpgradesOptions): Answer {
  const { said, cluster, extensions, placeOf } = readForResolver(inputs, options);
  if (!cluster) return said;
  const paths = upgradePaths(cluster);
  const lines = (format: string): readonly string[] => {
    if (format === 'mermaid') return pathsGraph(paths);
    return format === 'md'
      ? [...pathsMarkdown(paths), ...extensions.lines.map((line) => `\n${line}`)]
      : [...pathsText(paths, placeOf), ...extensions.lines];
  };
  const text = (_: Screen, format: string): string => linesText(lines(format));
  const data = { paths: pathsJson(paths, placeOf), ...extensionsJson(extensions) };
  const names = (): string =>
    nameLines([
      ...paths.map(({ subscription }) => ({ kind: 'Subscription', name: subscription })),
      ...extensions.answers.map(({ name }) => ({ kind: 'ClusterExtension', name })),
    ]);
  return { ...said, result: { data, text, names }, exit: exitOf(paths, extensions) };
}
