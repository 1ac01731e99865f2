/** The command line as a whole: its commands, its version, and how a run ends. */
import { Command, CommanderError } from 'commander';
import { checkCommand } from './check.js';
import { driftCommand } from './drift.js';
import { explainCommand } from './explain.js';
import { imagesCommand } from './images.js';
import { krmCommand } from './krm.js';
import { EXIT_BAD_INPUT, EXIT_INTERNAL, EXIT_OK, type Terminal } from './outcome.js';
import { renderCommand } from './render.js';
import { resolveCommand } from './resolve.js';
import { reviewCommand } from './review.js';
import { upgradesCommand } from './upgrades.js';
import { packageVersion } from './version.js';
import { whoCanCommand } from './who-can.js';

const EXIT_CODES = `
Exit codes:
  0   success
  1   findings at or above --fail-on, or differences found by render --check
  2   bad input or usage, or the output cannot be written
  70  internal error`;

/**
 * Runs one command line.
 *
 * @param argv the arguments, without node and the script
 * @returns the exit code
 */
export function run(argv: readonly string[], terminal: Terminal): number {
  let exitCode = EXIT_OK;
  const finish = (code: number): void => {
    exitCode = code;
  };
  const program = new Command('cdk8s-olm')
    .description(
      'Renders what the Operator Lifecycle Manager creates for OperatorGroups and ClusterServiceVersions as static manifests for Argo CD and Flux.',
    )
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(add --help for additional information)');
  const commands = [
    renderCommand,
    checkCommand,
    reviewCommand,
    resolveCommand,
    upgradesCommand,
    imagesCommand,
    whoCanCommand,
    explainCommand,
    driftCommand,
    krmCommand,
  ].map((command) => command(terminal, finish));
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  }
  try {
    program.parse([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_BAD_INPUT;
    terminal.err(`cdk8s-olm: internal error: ${(error as Error).stack ?? String(error)}\nPlease report this.\n`);
    return EXIT_INTERNAL;
  }
}
