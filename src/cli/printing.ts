/** How much a run prints, and in which colours: options that every command has. */
import { Option } from 'commander';
import { rare } from './help.js';

export const quietOption = (description = 'print only what makes the run fail'): Option =>
  new Option('-q, --quiet', description).default(false);

/** Of a command whose answer is all that it prints. */
export const quietBesideOption = (): Option => quietOption('print no warnings and notes beside the answer');

const COLORS = ['auto', 'always', 'never'] as const;

export const colorOption = (): Option =>
  rare(new Option('--color <when>', 'when to write in colours (default: auto, on a terminal)').choices(COLORS));

/** What the words before `--` say of how a run prints, before the command line is read as a whole. */
export function printingOf(argv: readonly string[]): {
  readonly isQuiet: boolean;
  /** Variables of the environment that it stands for. */
  readonly color?: Readonly<Record<string, string | undefined>> | undefined;
} {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const index = words.findLastIndex((word) => word === '--color' || word.startsWith('--color='));
  const when = words[index]?.split('=')[1] ?? words[index + 1];
  const colors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    always: { FORCE_COLOR: '1' },
    never: { FORCE_COLOR: undefined, NO_COLOR: '1' },
  };
  return {
    isQuiet: words.some((word) => word === '--quiet' || word === '-q'),
    color: index === -1 ? undefined : colors[when ?? ''],
  };
}
