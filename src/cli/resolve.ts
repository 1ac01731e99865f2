/** `cdk8s-olm resolve`: what OLM would install in each namespace, and why not. */

import { Command } from 'commander';
import { OLM_GROUPS } from '../kubernetes/kinds.js';
import { printable } from '../manifest/printable.js';
import { namespacesJson, upgradesJson } from '../resolver/resolution-json.js';
import { namespacesText } from '../resolver/resolution-text.js';
import { resolveAll, resolveUntilStable } from '../resolver/resolve.js';
import type { Source } from '../source/read-files.js';
import type { Answer } from './answer.js';
import { atEachUnit } from './each-unit.js';
import { addSettings, formatOption, INPUT_HELP } from './options.js';
import { EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';
import { type ResolverOptions, readForResolver } from './read-resolver.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

interface ResolveOptions extends ResolverOptions, UnitFlags {
  readonly untilStable: boolean;
  readonly format: 'text' | 'json';
}

const EXAMPLES = `
Examples:
  cdk8s-olm resolve clusters/prod                    the next InstallPlan of each namespace
  cdk8s-olm resolve clusters/prod --until-stable     and all that follow, each taken as approved and done`;

/** The command; `finish` is told the exit code. */
export function resolveCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('resolve')
    .description(
      'Show what OLM would install in each namespace, from which catalog and channel and what for; or which documents contradict each other.',
    )
    .argument('<input...>', INPUT_HELP)
    .option('--until-stable', 'take each InstallPlan as approved and done, and resolve again until nothing changes', false)
    .addOption(formatOption('of the result', ['text', 'json']));
  return addUnitOptions(addSettings(command))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: ResolveOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, runResolve, { words: OLM_GROUPS })),
    );
}

function runResolve(inputs: readonly Source[], options: ResolveOptions): Answer {
  const { said, cluster, placeOf } = readForResolver(inputs, options);
  if (!cluster) return said;
  const upgrades = options.untilStable ? resolveUntilStable(cluster) : undefined;
  const namespaces = upgrades?.rounds.at(-1)?.namespaces ?? resolveAll(cluster);
  const data = upgrades ? upgradesJson(upgrades, placeOf) : { namespaces: namespacesJson(namespaces, cluster, placeOf) };
  const text = (): string =>
    upgrades
      ? [
          ...upgrades.rounds.map(({ round, namespaces: inRound }) =>
            linesText([`round ${round}`, ...namespacesText(inRound, upgrades.final, placeOf), '']),
          ),
          linesText([
            upgrades.stable ? 'in the end there is' : 'this goes on; so far there is',
            ...upgrades.final.clusterServiceVersions.map(({ namespace, name }) => `  ${namespace}/${name}`).sort(),
          ]),
        ].join('')
      : linesText(namespacesText(namespaces, cluster, placeOf));
  return { ...said, result: { data, text }, exit: namespaces.some(({ failure }) => failure) ? EXIT_FINDINGS : EXIT_OK };
}

/** Lines that may hold anything that stood in the input. */
export function linesText(lines: readonly string[]): string {
  return `${lines.map(printable).join('\n')}\n`;
}
