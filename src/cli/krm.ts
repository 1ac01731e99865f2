/** `cdk8s-olm krm`: runs as a function of kustomize and kpt, from standard input to standard output. */
import { Command } from 'commander';
import { STANDARD_INPUT } from '../base/manifest/input-name.js';
import { printableLines } from '../base/manifest/printable.js';
import { readFiles } from '../repository/index.js';
import { printProblems } from './evaluate-input.js';
import { runFunction } from './krm/run-function.js';
import { EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_OK, type Terminal } from './outcome.js';

const HELP = `
krm adds the objects that render creates from the items. docs/krm.md has a generator and a transformer for kustomize, and
a pipeline for kpt. docs/krm.schema.json is the schema of the functionConfig.

Examples:
  kpt fn eval operators --exec ./krm.sh -- profile=olm   where krm.sh runs exec cdk8s-olm krm
  kubectl kustomize --enable-alpha-plugins .             with the function as a container`;

/** The command. `finish` receives the exit code. */
export function krmCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('krm')
    .description('Run as a KRM function: a ResourceList on standard input becomes a ResourceList on standard output.')
    .addHelpText('after', HELP)
    .action(() => finish(runKrm(terminal)));
}

function runKrm(terminal: Terminal): number {
  const { texts, problems } = readFiles([STANDARD_INPUT]);
  const [input] = texts;
  if (!input) {
    printProblems(problems, terminal);
    return EXIT_BAD_INPUT;
  }
  const { text, report, failed } = runFunction(input.text);
  terminal.out(text);
  terminal.err(printableLines(report));
  return text === '' ? EXIT_BAD_INPUT : failed ? EXIT_FINDINGS : EXIT_OK;
}
