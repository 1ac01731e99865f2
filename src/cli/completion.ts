/** `cdk8s-olm completion`: prints scripts with which a shell completes commands, options and their values. */
import { Argument, Command, type Option } from 'commander';
import { offeredBy } from './options.js';
import { EXIT_OK, type Terminal } from './outcome.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const EXAMPLES = `
Examples:
  source <(cdk8s-olm completion bash)                                           in ~/.bashrc
  source <(cdk8s-olm completion zsh)                                            in ~/.zshrc, after compinit
  cdk8s-olm completion fish > ~/.config/fish/completions/cdk8s-olm.fish`;

/** The command. `finish` receives the exit code. The script contains all commands of the parent program. */
export function completionCommand(terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('completion')
    .description('Print a script with which the shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: (typeof SHELLS)[number], _: object, command: Command) => {
      const commands = command.parent?.commands ?? [];
      terminal.out({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands));
      finish(EXIT_OK);
    });
}

function bashScript(commands: readonly Command[]): string {
  const values = commands.flatMap((command) => [
    ...command.options.flatMap((option) =>
      offeredBy(option).length > 0 ? [`      ${patterns(command, option)}) words="${offeredBy(option).join(' ')}" ;;`] : [],
    ),
    ...command.registeredArguments.flatMap(({ argChoices }) =>
      argChoices ? [`      "${command.name()} ${command.name()}") words="${argChoices.join(' ')}" ;;`] : [],
    ),
  ]);
  const options = commands.map((command) => `        ${command.name()}) words="${longNames(command).join(' ')}" ;;`);
  return `_cdk8s_olm() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  if ((COMP_CWORD == 1)); then
    words="${commands.map((command) => command.name()).join(' ')} help --help --version"
  else
    case "$command $previous" in
${values.join('\n')}
    esac
    if [[ -z $words && $current == -* ]]; then
      case "$command" in
${options.join('\n')}
      esac
    fi
  fi
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _cdk8s_olm cdk8s-olm
`;
}

/** The script for zsh, which runs bash's. */
function zshScript(commands: readonly Command[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
}

function fishScript(commands: readonly Command[]): string {
  const names = commands.map(
    (command) => `complete -c cdk8s-olm -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.summary())}`,
  );
  const options = commands.flatMap((command) =>
    shownOptions(command).map((option) => {
      const short = option.short ? ` -s ${option.short.slice(1)}` : '';
      const value = offeredBy(option).length > 0 ? ` -x -a ${quoted(offeredBy(option).join(' '))}` : option.required ? ' -r' : '';
      return `complete -c cdk8s-olm -n '__fish_seen_subcommand_from ${command.name()}' -l ${longName(option).slice(2)}${short}${value} -d ${quoted(option.description)}`;
    }),
  );
  return `${[...names, ...options].join('\n')}\n`;
}

function patterns(command: Command, { long, short }: Option): string {
  return [long, short].flatMap((name) => (name ? [`"${command.name()} ${name}"`] : [])).join('|');
}

function longNames(command: Command): string[] {
  return [...shownOptions(command).map(longName), '--help'];
}

function shownOptions(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function longName({ long, flags }: Option): string {
  return long ?? flags;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
