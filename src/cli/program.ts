/** Runs a command line: its commands, its version, and the end of a run. */
import { Command, CommanderError, Help, type Option } from 'commander';
import { printed } from '../base/manifest/printed.js';
import { askOnce } from '../repository/index.js';
import { COMMANDS } from './commands.js';
import type { CommandMaker } from './configuration.js';
import { timeoutOption } from './deadline.js';
import { colorOption, keepHelpShort, printingOf, quietBesideOption } from './help.js';
import { EXIT_BAD_INPUT, EXIT_INTERNAL, EXIT_OK, isForced, OutputError, packageVersion, type Terminal } from './outcome.js';

const EXIT_CODES = `
Exit codes:
  0   success
  1   findings at or above --fail-on, differences that --check finds, or operators that lock leaves out; for can-i: no
  2   bad input or usage, or the output cannot be written
  3   for can-i: perhaps
  70  internal error`;

/** Receives the exit code of a command, or the promise of an asynchronous one. */
type Finish = (code: number | Promise<number>) => void;

/**
 * Runs the command line of a synchronous command.
 *
 * @param argv the arguments, without node and the script
 * @param makers the commands that `argv` names, from `loadCommands`; the others only appear in the help
 * @returns the exit code
 */
export function run(argv: readonly string[], plain: Terminal, makers: ReadonlyMap<string, CommandMaker>): number {
  const terminal = guarded(plain, argv);
  let exitCode = EXIT_OK;
  const program = programOf(terminal, makers, (code) => {
    if (typeof code === 'number') exitCode = code;
  });
  const end = askOnce();
  try {
    program.parse([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return failed(error, terminal);
  } finally {
    end();
  }
}

/** Runs any command line to its end. */
export async function runToEnd(argv: readonly string[], plain: Terminal, makers: ReadonlyMap<string, CommandMaker>): Promise<number> {
  const terminal = guarded(plain, argv);
  let ending: number | Promise<number> = EXIT_OK;
  const program = programOf(terminal, makers, (code) => {
    ending = code;
  });
  const end = askOnce();
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return await ending;
  } catch (error) {
    return failed(error, terminal);
  } finally {
    end();
  }
}

/** The terminal with escaped output: text of the input cannot control a terminal or the log of a runner. */
function guarded(terminal: Terminal, argv: readonly string[]): Terminal {
  const { isQuiet, color } = printingOf(argv);
  const env = color ? { ...terminal.env, ...color } : terminal.env;
  const hasColours = isForced(env);
  return {
    ...terminal,
    isQuiet,
    env,
    command: (text) => terminal.out(text),
    out: (text) => terminal.out(printed(text, terminal.outIsTerminal || hasColours)),
    err: (text) => terminal.err(printed(text, terminal.errIsTerminal || hasColours)),
  };
}

function programOf(terminal: Terminal, makers: ReadonlyMap<string, CommandMaker>, finish: Finish): Command {
  const program = new Command('cdk8s-olm')
    .description(
      'Shows before the merge what the Operator Lifecycle Manager will do with your manifests, and which permissions a change grants. Start with check and review. render writes the result as static manifests for Argo CD and Flux.',
    )
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    // Also for a command that is not loaded, whose options are unknown.
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`, optionDescription: withoutFalse })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(add --help for additional information)');
  for (const { name, summary, takes } of COMMANDS) {
    const command = makers.get(name)?.(terminal, finish) ?? withUsage(new Command(name), takes);
    // Commands with downloads have their own option.
    if (!command.options.some(({ long }) => long === '--quiet')) command.addOption(quietBesideOption());
    if (!command.options.some(({ long }) => long === '--timeout')) command.addOption(timeoutOption());
    command.addOption(colorOption());
    program.addCommand(command.summary(summary).copyInheritedSettings(program));
  }
  for (const command of program.commands) keepHelpShort(command);
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  }
  return program;
}

function failed(error: unknown, terminal: Terminal): number {
  if (error instanceof OutputError) return outputFailed(error, terminal);
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_BAD_INPUT;
  terminal.err(`cdk8s-olm: internal error: ${(error as Error).stack ?? String(error)}\nPlease report this.\n`);
  return EXIT_INTERNAL;
}

/** Hides the default of a flag that is off. */
function withoutFalse(this: Help, option: Option): string {
  return option.defaultValue === false ? option.description : Help.prototype.optionDescription.call(this, option);
}

function outputFailed({ message }: OutputError, terminal: Terminal): number {
  try {
    terminal.err(`error[OUTPUT_NOT_WRITTEN] standard output: ${message}\n  fix       check the free space, or write to another place\n`);
  } catch {
    // No output is left for the message.
  }
  return EXIT_BAD_INPUT;
}

function withUsage(command: Command, takes: string): Command {
  return command.usage(`[options] ${takes}`.trimEnd());
}
