/** Defines the options of every command, reads words before the whole is parsed, and keeps help short: `--help-all` prints all. */
import { type Command, CommanderError, Help, Option } from 'commander';

const MORE = 'More options:';

/** Collects the values of a repeatable option. */
export function several(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

/** The value of an option, before the whole is parsed: the last value counts, and words after `--` do not. */
export function valueIn(argv: readonly string[], option: string): string | undefined {
  const words = wordsIn(argv);
  const index = words.findLastIndex((word) => word === option || word.startsWith(`${option}=`));
  if (index === -1) return undefined;
  return words[index] === option ? words[index + 1] : words[index]?.slice(option.length + 1);
}

function wordsIn(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** Marks a rarely needed option. */
export function rare(option: Option): Option {
  return option.helpGroup(MORE);
}

/** Hides the rare options of a command unless `--help-all` is given. */
export function keepHelpShort(command: Command): void {
  let showsAll = false;
  command
    .addOption(new Option('--help-all', 'print help with all options').hideHelp(!command.options.some(isRare)))
    .on('option:help-all', () => {
      showsAll = true;
      command.outputHelp();
      throw new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)');
    })
    .configureHelp({
      ...command.configureHelp(),
      visibleOptions(this: Help, shown) {
        const visible = Help.prototype.visibleOptions.call(this, shown);
        const usual = visible.filter((option) => !isRare(option));
        return showsAll ? [...usual, ...visible.filter(isRare)] : usual;
      },
    });
}

function isRare({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === MORE;
}

export const quietOption = (description = 'print only findings that make the run fail'): Option =>
  new Option('-q, --quiet', description).default(false);

/** `--quiet` of a command that only prints its answer. */
export const quietBesideOption = (): Option => quietOption('print only the answer');

const COLORS = ['auto', 'always', 'never'] as const;

export const colorOption = (): Option =>
  rare(new Option('--color <when>', 'when to use colours (default: auto, on a terminal)').choices(COLORS));

/** The options for printing, read from the words before `--`, before the whole is parsed. */
export function printingOf(argv: readonly string[]): {
  readonly isQuiet: boolean;
  /** The environment variables that `--color` sets. */
  readonly color?: Readonly<Record<string, string | undefined>> | undefined;
} {
  const colors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    always: { FORCE_COLOR: '1' },
    never: { FORCE_COLOR: undefined, NO_COLOR: '1' },
  };
  return {
    isQuiet: wordsIn(argv).some((word) => word === '--quiet' || word === '-q'),
    color: colors[valueIn(argv, '--color') ?? ''],
  };
}
