/** Help that fits a screen: options that few need are printed by `--help-all`. */
import { type Command, CommanderError, Help, Option } from 'commander';

const MORE = 'More options:';

/** Marks an option that few need. */
export function rare(option: Option): Option {
  return option.helpGroup(MORE);
}

/** Leaves the rare options of a command to `--help-all`, which every command takes. */
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
