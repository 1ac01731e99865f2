/** Lists the commands in the order of the program's help. A run loads only the commands that its command line names. */
import type { CommandMaker } from './configuration.js';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The arguments, as the program's help lists them; the help of the command describes them. */
  readonly takes: string;
  load(): Promise<CommandMaker>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'look at a repository, and write its configuration and its gate',
    takes: '[folder]',
    load: async () => (await import('./init.js')).initCommand,
  },
  {
    name: 'check',
    summary: "show the operators, OLM's verdicts on them, and the findings",
    takes: '[input...]',
    load: async () => (await import('./check.js')).checkCommand,
  },
  {
    name: 'review',
    summary: 'show which permissions a change grants, and its risks',
    takes: '<base> <head>',
    load: async () => (await import('./review.js')).reviewCommand,
  },
  {
    name: 'gate',
    summary: 'judge a change with check, review and lock --check, in one report',
    takes: '<base> <head>',
    load: async () => (await import('./gate.js')).gateCommand,
  },
  {
    name: 'render',
    summary: 'render manifests from OperatorGroups and CSVs',
    takes: '<input...>',
    load: async () => (await import('./render.js')).renderCommand,
  },
  {
    name: 'report',
    summary: 'merge the parts of check --shard or review --shard',
    takes: '<action> <part...>',
    load: async () => (await import('./report.js')).reportCommand,
  },
  {
    name: 'baseline',
    summary: 'write a baseline with the kinds and keys that this tool does not know',
    takes: '<input>',
    load: async () => (await import('./baseline.js')).baselineCommand,
  },
  {
    name: 'lock',
    summary: 'lock the bundle of each Subscription, with its permissions',
    takes: '[input...]',
    load: async () => (await import('./lock.js')).lockCommand,
  },
  {
    name: 'resolve',
    summary: 'show the bundles that OLM would install',
    takes: '<input...>',
    load: async () => (await import('./resolve.js')).resolveCommand,
  },
  {
    name: 'upgrades',
    summary: 'show the upgrade path of each Subscription',
    takes: '<input...>',
    load: async () => (await import('./resolve.js')).upgradesCommand,
  },
  {
    name: 'images',
    summary: 'list the images of operators',
    takes: '<input...>',
    load: async () => (await import('./images.js')).imagesCommand,
  },
  {
    name: 'who-can',
    summary: 'show who can do something',
    takes: '<verb> <resource> <input...>',
    load: async () => (await import('./who-can.js')).whoCanCommand,
  },
  {
    name: 'can-i',
    summary: 'show the permissions of an account',
    takes: '(<verb> <resource> | --list) <input...>',
    load: async () => (await import('./can-i.js')).canICommand,
  },
  {
    name: 'explain',
    summary: 'show why a CSV fails, a role exists or an account has permissions',
    takes: '<object> [input...]',
    load: async () => (await import('./explain.js')).explainCommand,
  },
  {
    name: 'drift',
    summary: 'show the differences between a cluster and the sources',
    takes: '<input...>',
    load: async () => (await import('./drift.js')).driftCommand,
  },
  {
    name: 'plans',
    summary: 'show the InstallPlans that wait, and whether the lock allows them',
    takes: '[input...]',
    load: async () => (await import('./plans.js')).plansCommand,
  },
  {
    name: 'approve',
    summary: 'approve the InstallPlans that the lock allows',
    takes: '[lock...]',
    load: async () => (await import('./approve.js')).approveCommand,
  },
  {
    name: 'krm',
    summary: 'run as a KRM function of kustomize or kpt',
    takes: '',
    load: async () => (await import('./krm.js')).krmCommand,
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    takes: '<shell>',
    load: async () => (await import('./completion.js')).completionCommand,
  },
];

/**
 * Loads the commands whose names are among these words. If a command line lacks an option, the command reads the option from the
 * configuration file. The gate does not: it runs other commands, which do.
 */
export async function loadCommands(words: readonly string[]): Promise<ReadonlyMap<string, CommandMaker>> {
  const named = COMMANDS.filter(({ name }) => isNeeded(name, words));
  if (named.length === 0) return new Map();
  const { configured } = await import('./configuration.js');
  const makers = named.map(async ({ name, load }) => [name, name === 'gate' ? await load() : configured(await load())] as const);
  return new Map(await Promise.all(makers));
}

/** Whether a command line with these words needs a command. A completion script needs the options of all commands. */
export function isNeeded(name: string, words: readonly string[]): boolean {
  return words.includes(name) || words.includes('completion');
}
