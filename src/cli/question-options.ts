/** What the commands that ask about one state have in common: explain, who-can and can-i. */
import { type Command, Option } from 'commander';
import { readState } from '../evaluate/read-state.js';
import { withoutAppliedCsv } from '../manifest/problem.js';
import type { ProfileName } from '../render/index.js';
import type { Source } from '../source/read-files.js';
import type { State } from '../state/state.js';
import { type Answer, refusal } from './answer.js';
import { addSettings, type ClusterFlags, formatOption } from './options.js';
import { EXIT_BAD_INPUT } from './outcome.js';
import { addPlacementOptions, type PlacementFlags, placementOf } from './placement-options.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

/** As they are given on a command line. */
export interface QuestionFlags extends ClusterFlags, PlacementFlags, UnitFlags {
  readonly format: 'text' | 'json';
  readonly profile?: ProfileName;
  readonly lenient: boolean;
}

/** Adds the options that say what the state is, and how the answer is printed. */
export function addQuestionOptions(command: Command): Command {
  command.addOption(formatOption('format of the result', ['text', 'json']));
  return addUnitOptions(addPlacementOptions(addSettings(command)));
}

/** Where something is asked about, as it is given on a command line. */
export interface PlaceFlags {
  readonly namespace?: string;
  readonly allNamespaces: boolean;
  readonly name?: string;
}

/** Adds the options that say where, and on which object. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option('-n, --namespace <namespace>', 'only in this namespace (default: anywhere)')
    .addOption(new Option('-A, --all-namespaces', 'only in all namespaces at once').default(false).conflicts('namespace'))
    .option('--name <name>', 'on the object with this name (default: on all objects)');
}

/** What a question about a state comes to: with bad input or an unknown word, to no answer. */
export function answerAbout(
  inputs: readonly Source[],
  options: QuestionFlags,
  answer: (state: State) => Omit<Answer, 'problems'> | string,
): Answer {
  const { problems: found, state } = readState(inputs, { ...options, ...placementOf(options, options.profile) });
  const problems = withoutAppliedCsv(found);
  if (!state) return { problems, exit: EXIT_BAD_INPUT };
  const given = answer(state);
  return typeof given === 'string' ? refusal(given, problems) : { ...given, problems };
}
