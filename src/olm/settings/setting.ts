/** What a setting is: one entry says its name, its values and its help for every place in which it can be set. */
import type { PathsIn } from '../model/repository-options.js';

/**
 * What a setting decides, and so who may set it: nothing in HEAD decides how a review judges HEAD, and no repository where a machine
 * writes.
 */
export const DECISIONS = {
  cluster: 'what the cluster is',
  input: 'how the input is read',
  result: 'what is rendered',
  judgement: 'how a result is judged',
  run: 'how the run works',
} as const;

/** One setting. Its name is the one of the constructs and the KRM function; the command line writes it with dashes. */
export interface Setting<T = unknown> {
  /** How it is written: as text, as true or false, or as a list of texts. */
  readonly shape: 'text' | 'flag' | 'list';
  readonly decides: keyof typeof DECISIONS;
  readonly description: string;
  /** What it means to be on, of a flag whose option switches it off. */
  readonly meaning?: string;
  /** Of its value on the command line. Absent for a flag. */
  readonly placeholder?: string;
  /** All values, where they are few. */
  readonly choices?: readonly string[];
  /** Values that shells offer, where there are more than these. */
  readonly offered?: readonly string[];
  /** What a text stands for; undefined where it is no value. */
  readonly read?: (text: string) => T | undefined;
  /** Which values it can have, as `expected` in messages. */
  readonly expected?: string;
  readonly default?: T;
  /** The files and folders that a text of it can name: what a repository sets is in the repository. */
  readonly paths?: PathsIn;
  /** What is set with it, by name. */
  readonly implies?: Readonly<Record<string, boolean>>;
  /** Whether few need it: short help leaves it out. */
  readonly isRare?: boolean;
  /** The commands that have it as an option. */
  readonly commands: readonly string[];
  /** The same for HEAD, where a review can set it: the description of `--head-…`. */
  readonly ofHead?: string;
  /** The variable of the environment that sets it, too. */
  readonly variable?: string;
  /** Whether it is an input of the GitHub action; the others stand in the configuration file. */
  readonly action?: boolean;
  /** Whether the KRM function has it, or which of its values. */
  readonly krm?: boolean | readonly string[];
  /** Where the constructs have it: in the props of an OlmCluster, or what they have in its place. */
  readonly constructs?: string;
}

/** What a setting comes to. */
export type ValueOf<S> = S extends Setting<infer T> ? T : never;

type TextEntry<T> = Omit<Setting<T>, 'shape' | 'read' | 'expected' | 'choices'> & Required<Pick<Setting<T>, 'placeholder'>>;

/** A setting of text. */
export const text = <T = string>(entry: TextEntry<T> & Required<Pick<Setting<T>, 'read' | 'expected'>>): Setting<T> => ({
  shape: 'text',
  ...entry,
});

/** One of a few words. */
export const choice = <T extends string>(choices: readonly T[], entry: TextEntry<T>): Setting<T> => ({ shape: 'text', choices, ...entry });

/** On or off. One that is on by default is switched off with `no-…`. */
export const flag = (entry: Omit<Setting<boolean>, 'shape' | 'read'>): Setting<boolean> => ({ shape: 'flag', ...entry });

/** Some of the same; the values of all texts come one after the other. */
export const list = <E>(
  entry: Omit<Setting<readonly E[]>, 'shape'> & Required<Pick<Setting<readonly E[]>, 'placeholder' | 'read' | 'expected'>>,
): Setting<readonly E[]> => ({ shape: 'list', ...entry });

/** The option of a setting, without the dashes in front: that of a flag which is on by default switches it off. */
export function optionName(name: string, { shape, default: value }: Setting): string {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return shape === 'flag' && value === true ? `no-${dashed}` : dashed;
}
