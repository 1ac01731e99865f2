/** `cdk8s-olm upgrades`: the way of each Subscription to the head of its channel. */

import { Command } from 'commander';
import { OLM_GROUPS } from '../kubernetes/kinds.js';
import type { Screen } from '../report/formats.js';
import { pathsJson } from '../resolver/resolution-json.js';
import { pathsGraph, pathsMarkdown, pathsText } from '../resolver/resolution-text.js';
import { upgradePaths } from '../resolver/upgrade-path.js';
import type { Source } from '../source/read-files.js';
import type { Answer } from './answer.js';
import { atEachUnit } from './each-unit.js';
import { addSettings, formatOption, INPUT_HELP } from './options.js';
import { EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { type ResolverOptions, readForResolver } from './read-resolver.js';
import { linesText } from './resolve.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

interface UpgradesOptions extends ResolverOptions, UnitFlags {
  readonly format: 'text' | 'json' | 'md' | 'mermaid';
}

const EXAMPLES = `
Examples:
  cdk8s-olm upgrades clusters/prod                       every step, what it waits for, and where it ends
  cdk8s-olm upgrades clusters/prod --format mermaid      as a graph`;

/** The command; `finish` is told the exit code. */
export function upgradesCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('upgrades')
    .description('Show for each Subscription every version on the way to the head of its channel, why it follows, and what it waits for.')
    .argument('<input...>', INPUT_HELP)
    .addOption(formatOption('of the result', ['text', 'json', 'md', 'mermaid']));
  return addUnitOptions(addSettings(command))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: UpgradesOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, runUpgrades, { words: OLM_GROUPS })),
    );
}

function runUpgrades(inputs: readonly Source[], options: UpgradesOptions): Answer {
  const { said, cluster, placeOf } = readForResolver(inputs, options);
  if (!cluster) return said;
  const paths = upgradePaths(cluster);
  const text = (_: Screen, format: string): string =>
    linesText(format === 'md' ? pathsMarkdown(paths) : format === 'mermaid' ? pathsGraph(paths) : pathsText(paths, placeOf));
  const exit = paths.some(({ failure }) => failure) ? EXIT_FINDINGS : EXIT_OK;
  return { ...said, result: { data: { paths: pathsJson(paths, placeOf) }, text }, exit };
}
