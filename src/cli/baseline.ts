/** `cdk8s-olm baseline`: writes a baseline with all kinds and keys of a repository that reviews would report as unknown. */
import { Command } from 'commander';
import { printable } from '../base/manifest/printable.js';
import type { Problem } from '../base/manifest/problem.js';
import { DEFAULT_BASELINE } from '../olm/model/default-baseline.js';
import { FORMAT_NAMES } from '../report/index.js';
import { baselineOf, readBaseline, readState } from '../repository/index.js';
import { addKnown, type State, unknownIn } from '../review/index.js';
import { printProblems } from './evaluate-input.js';
import { addSettings, type ClusterFlags, type SettingFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, note, type Terminal } from './outcome.js';
import { writeReport } from './report-output.js';
import { everyState } from './review/each-unit.js';

interface BaselineOptions extends ClusterFlags, SettingFlags<'baseline' | 'profile' | 'lenient'> {
  readonly known: true;
  readonly output?: string;
}

const EXAMPLES = `
Examples:
  cdk8s-olm baseline --known .                                   print the baseline
  cdk8s-olm baseline --known . -o ${DEFAULT_BASELINE}              once for a repository; then write the reasons, and commit the file

Existing entries of the baseline are kept. A review reports an unknown kind or key until the baseline of BASE contains it:
commit the file in a change of its own.`;

/** The command. `finish` receives the exit code. */
export function baselineCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('baseline')
    .description(
      'Write a baseline with the kinds and keys of a repository that a review would report as unknown, so that somebody checks them once.',
    )
    .argument('<input>', 'a folder, a file, or git:REVISION[:PATH]')
    .requiredOption('--known', 'write the section known: kinds, and keys of annotations and Namespace labels')
    .option('-o, --output <file>', 'write the baseline to this file (default: standard output)');
  return addSettings(command)
    .addHelpText('after', EXAMPLES)
    .action((input: string, { output, ...options }: BaselineOptions, own: Command) => {
      // As in kubectl, -o yaml prints; a baseline has no other format.
      if (output !== undefined && output !== 'yaml' && FORMAT_NAMES.includes(output))
        own.error(`error: a baseline is written as yaml, not as ${output}; a file of this name is ./${output}`);
      finish(runBaseline(input, output === undefined || output === 'yaml' ? options : { ...options, output }, terminal));
    });
}

function runBaseline(input: string, { baseline, output, ...options }: BaselineOptions, terminal: Terminal): number {
  const { configuration, problems, written: before } = baseline === undefined ? baselineOf(input) : readBaseline(baseline);
  const empty = readState([], options);
  if (problems.length > 0 || !empty.state) {
    printProblems([...problems, ...empty.problems], terminal);
    return EXIT_BAD_INPUT;
  }
  let read = 0;
  const notRead: { readonly unit: string; readonly problems: readonly Problem[] }[] = [];
  function* states(): Generator<State> {
    for (const { unit, state, problems } of everyState(input, options)) {
      if (problems.length > 0) notRead.push({ unit, problems });
      if (state && (problems.length === 0 || state.documents.length > 0)) {
        read += 1;
        yield state;
      }
    }
  }
  const known = configuration.known ?? [];
  const found = unknownIn(states(), empty.state);
  if (read === 0) {
    printProblems(
      notRead.flatMap(({ problems }) => problems),
      terminal,
    );
    return EXIT_BAD_INPUT;
  }
  for (const { unit, problems } of notRead) terminal.err(`${printable(`not read: ${unit}: ${problems[0]?.message}`)}\n`);
  const written = addKnown(before.text, known, found);
  if (output === undefined) terminal.out(written);
  else if (!writeReport(output, written, terminal)) return EXIT_BAD_INPUT;
  note(`unknown kinds and keys: ${found.length}; already known: ${known.length}`, terminal);
  return EXIT_OK;
}
