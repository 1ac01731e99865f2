/** Sets options that the command line omits from the configuration file of the input's repository. */
import { type Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { printable } from '../base/manifest/printable.js';
import type { Problem } from '../base/manifest/problem.js';
import type { RepositoryOptions } from '../olm/model/repository-options.js';
import type { Given } from '../olm/settings/table.js';
import { cacheFaultText, repositoryOptionsOf } from '../repository/index.js';
import { printProblems } from './evaluate-input.js';
import { EXIT_BAD_INPUT, note, type Terminal } from './outcome.js';
import type { SettingsFlags } from './units-asked.js';

/** The argument whose folder has the file. A change must not decide how it is judged, so a review uses its BASE. */
const ARGUMENTS: readonly string[] = ['base', 'input'];
/** All arguments that name inputs. */
const READ: readonly string[] = [...ARGUMENTS, 'head'];

/** Creates a command. `finish` receives the exit code. */
export type CommandMaker = (terminal: Terminal, finish: (code: number | Promise<number>) => void) => Command;

/** A command that sets the options that its command line omits, and prints the problems with them. */
export function configured(make: CommandMaker): CommandMaker {
  return (terminal, finish) =>
    make(terminal, finish).hook('preAction', (_, command) => {
      configure(command, terminal);
      tellUnverified(command, terminal);
      refuseCache(command, terminal);
      // The listener belongs to the run, not to the command line.
      command.setOptionValueWithSource('progress', terminal.progress, 'implied');
    });
}

/**
 * Sets the options that the command line omits.
 *
 * @throws CommanderError after printing the problems of the file
 */
export function configure(command: Command, terminal: Terminal): void {
  const input = inputOf(command);
  if (input === undefined) return;
  const { options, problems, locate } = repositoryOptionsOf(input);
  // The review itself checks whether HEAD repairs the file.
  if (problems.length > 0 && command.name() === 'review') return;
  const wrong = problems.length > 0 ? problems : set(command, options, locate);
  // Invalid options of BASE fall back to the default: a change can only repair HEAD.
  const isOfBase = command.name() === 'review' || command.opts<SettingsFlags>().settings !== undefined;
  if (isOfBase) {
    printProblems(
      wrong.map((problem) => ({ ...problem, tolerated: true as const })),
      terminal,
    );
    refuse(wrongInHead(command), terminal);
  } else refuse(wrong, terminal);
}

function refuse(wrong: readonly Problem[], terminal: Terminal): void {
  if (wrong.length === 0) return;
  printProblems(wrong, terminal);
  throw new CommanderError(EXIT_BAD_INPUT, 'cdk8s-olm.configuration', 'the configuration file has problems');
}

/** Prints once why the cache folder is not used, and takes it from the whole run. */
function refuseCache(command: Command, terminal: Terminal): void {
  const { cache } = command.opts<Given<'cache'>>();
  if (!cache) return;
  const fault = cacheFaultText(cache, inputsOf(command), terminal.env);
  if (fault === undefined) return;
  // Each input is read alone: a cache in one of them must not serve another.
  command.setOptionValueWithSource('cache', '', 'implied');
  note(printable(`${cache} is not used as a cache: ${fault}`), terminal);
}

/** Prints once that the revisions of remote folders are not verified. */
function tellUnverified(command: Command, terminal: Terminal): void {
  const { remote = [] } = command.opts<Given<'remote'>>();
  if (remote.length === 0) return;
  const read = remote.map(({ url, folder }) => `${url} from ${folder}`).join(', ');
  note(printable(`remote bases are read from folders: ${read}; which revision these have is not verified`), terminal);
}

/** The inputs of a command. */
function inputsOf(command: Command): string[] {
  const given: readonly unknown[] = command.processedArgs;
  return command.registeredArguments.flatMap((argument, index) =>
    READ.includes(argument.name()) ? [given[index]].flat().filter((input) => typeof input === 'string') : [],
  );
}

function inputOf(command: Command): string | undefined {
  const { settings } = command.opts<SettingsFlags>();
  if (settings !== undefined) return settings;
  const index = command.registeredArguments.findIndex((argument) => ARGUMENTS.includes(argument.name()));
  // With `--list`, the input is the first argument.
  if (index === -1) return undefined;
  const given = command.args[command.getOptionValue('list') === true ? 0 : index];
  const [byDefault]: unknown[] = [command.processedArgs[index]].flat();
  return given ?? (typeof byDefault === 'string' ? byDefault : undefined);
}

/** The invalid options of HEAD; the review itself reports other problems of the file. */
function wrongInHead(command: Command): Problem[] {
  const head = command.args[command.registeredArguments.findIndex((argument) => argument.name() === 'head')];
  if (head === undefined) return [];
  const { options, problems, locate } = repositoryOptionsOf(head);
  return problems.length > 0 ? [] : valuesOf(command, options, locate).flatMap(({ problem }) => problem ?? []);
}

interface OptionValue {
  readonly option: Option;
  readonly parsed?: unknown;
  readonly problem?: Problem;
}

/** Sets options that are not on the command line. @returns the problems of invalid options */
function set(command: Command, options: RepositoryOptions, locate: ReturnType<typeof repositoryOptionsOf>['locate']): Problem[] {
  return valuesOf(command, options, locate).flatMap(({ option, parsed, problem }) => {
    if (problem) return [problem];
    if (parsed === undefined) return [];
    command.setOptionValueWithSource(option.attributeName(), parsed, 'config');
    for (const [key, implied] of Object.entries(impliedBy(option)))
      if ([undefined, 'default'].includes(command.getOptionValueSource(key))) command.setOptionValueWithSource(key, implied, 'implied');
    return [];
  });
}

/** The parsed values of options; skips options of other commands. */
function valuesOf(command: Command, options: RepositoryOptions, locate: ReturnType<typeof repositoryOptionsOf>['locate']): OptionValue[] {
  return Object.entries(options).flatMap(([name, value]): OptionValue[] => {
    const option = command.options.find(({ long }) => long === `--${name}`);
    if (value === undefined || !option || command.getOptionValueSource(option.attributeName()) === 'cli') return [];
    try {
      return [{ option, parsed: parsedBy(option, value) }];
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const problem = locate(name, {
        code: 'INVALID_VALUE',
        message: `the option ${name} cannot have this value`,
        found: JSON.stringify(value),
        expected: error.message,
        fix: `cdk8s-olm help ${command.name()} explains the option`,
      });
      return [{ option, problem }];
    }
  });
}

/** The parsed value; undefined for a flag that is off. */
function parsedBy(option: Option, value: NonNullable<RepositoryOptions[string]>): unknown {
  if (typeof value === 'boolean') return value ? !option.negate : undefined;
  const { parseArg, argChoices } = option;
  return [value].flat().reduce<unknown>((previous, text) => {
    if (argChoices && !argChoices.includes(text)) throw new InvalidArgumentError(`Allowed values: ${argChoices.join(', ')}.`);
    return parseArg ? parseArg(text, previous) : text;
  }, undefined);
}

/** The values that an option implies; commander's types lack the field. */
function impliedBy(option: Option): Readonly<Record<string, unknown>> {
  return (option as unknown as { implied?: Readonly<Record<string, unknown>> }).implied ?? {};
}
