/** Chooses the units of a repository for a command, and the settings of each. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../base/wording/phrases.js';
import type { Watched } from '../olm/model/progress.js';
import type { ClusterEntry } from '../olm/model/repository-options.js';
import type { Given } from '../olm/settings/table.js';
import { baselineOf, type Choice, chosenUnits, isChoice, readShard, type Shard, type Units, unitsIn } from '../repository/index.js';
import { rare, several } from './help.js';

/** The option that names another configuration file than that of the input. */
export interface SettingsFlags {
  readonly settings?: string;
}

/** The options that choose units and read kustomizations. */
export interface UnitFlags extends Choice, Watched, SettingsFlags, Given<'remote' | 'cache' | 'exclude'> {}

/** Adds the option that takes the settings of another state: a change must not decide how it is judged. */
export function addSettingsSource(command: Command): Command {
  return command.addOption(
    rare(
      new Option('--settings <input>', 'use the configuration file of this input, such as git:origin/main (default: that of the input)'),
    ),
  );
}

/** Adds the options that choose units. */
export function addUnitOptions(command: Command): Command {
  return command
    .addOption(rare(new Option('--cluster <name>', 'only this cluster of the repository; repeatable').argParser(several)))
    .addOption(rare(new Option('--unit <path>', 'only this unit of the repository; repeatable').argParser(several)));
}

/** The option that chooses a shard. */
export interface ShardFlags {
  readonly shard?: Shard;
}

/** Adds the option that judges one shard of a repository. */
export function addShardOption(command: Command, description: string): Command {
  const read = (text: string): Shard => {
    const shard = readShard(text);
    if (shard) return shard;
    throw new InvalidArgumentError('Expected I/N, such as 2/4: the second of four parts.');
  };
  return command.addOption(rare(new Option('--shard <i/n>', description).argParser(read)));
}

/** The error for `--shard` with an input that has no units. */
export const NO_SHARD = '--shard needs a repository with several units';

/** The clusters in the configuration of an input. */
export function clustersOf(input: string): readonly ClusterEntry[] {
  return baselineOf(input).clusters;
}

/** The chosen units of the only input; an error text if a name has no unit; nothing if the input is a whole. */
export function unitsAsked(inputs: readonly string[], choice: UnitFlags): Units | string | undefined {
  const [input, ...more] = inputs;
  const found = input === undefined || more.length > 0 ? undefined : unitsIn(input, clustersOf(choice.settings ?? input), choice);
  if (!isChoice(choice)) return found?.reading === undefined ? undefined : found;
  if (!found) return '--cluster and --unit need one repository as input';
  const { units, unknown } = chosenUnits(found, choice);
  return unknown.length > 0 ? unknownText(unknown, found.units) : { ...found, units, reading: found.reading ?? 'alternatives' };
}

/** The units of an input that is read as a whole; nothing if it has no parts. */
export function partsAsked([input, ...more]: readonly string[], how: UnitFlags): Units | undefined {
  const found = input === undefined || more.length > 0 ? undefined : unitsIn(input, clustersOf(how.settings ?? input), how, 'apart');
  return found && found.units.length > 1 ? { ...found, reading: 'alternatives' } : undefined;
}

/** The Applications and the like that apply nothing of the input, if it is a whole repository. */
export function appliesElsewhere([input, ...more]: readonly string[], how: UnitFlags): readonly string[] {
  return (input === undefined || more.length > 0 ? undefined : unitsIn(input, [], how, true))?.appliesElsewhere ?? [];
}

/** The maximum number of names in a sentence. */
const SHOWN_NAMES = 20;

/** The error text for unknown names, with the existing units. */
function unknownText(unknown: readonly string[], units: readonly { readonly name: string }[]): string {
  return `there is no ${unknown.join(' and no ')} in the repository; its ${namesText(units)}`;
}

/** The text with the existing units. */
export function namesText(units: readonly { readonly name: string }[]): string {
  const names = units.slice(0, SHOWN_NAMES).map(({ name }) => name);
  const more = units.length - names.length;
  return `${counted(units.length, 'unit')}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Options with the settings of a cluster, which override the configuration's options, but not the command line. */
export function withSettings<T extends object>(options: T, entry: ClusterEntry | undefined, command: Command): T {
  const own = Object.entries(entry?.options ?? {}).flatMap(([name, value]) => {
    const option = command.options.find(({ long }) => long === `--${name}`);
    const key = option?.attributeName();
    return key === undefined || command.getOptionValueSource(key) === 'cli' ? [] : [[key, value] as const];
  });
  return { ...options, ...Object.fromEntries(own) };
}
