/** The type of a setting: its name, values and help for all places that can set it. */
import type { PathsIn } from '../model/repository-options.js';

/**
 * The effect of a setting, which determines who may set it: HEAD never decides about its own review, and no repository decides where
 * the machine writes.
 */
export const DECISIONS = {
  cluster: 'the cluster',
  input: 'reading the input',
  result: 'rendering',
  judgement: 'judging the result',
  run: 'the run',
} as const;

/** One setting. The constructs and the KRM function use its name; the command line writes it with dashes. */
export interface Setting<T = unknown> {
  /** The form of its value: text, true or false, or a list of texts. */
  readonly shape: 'text' | 'flag' | 'list';
  readonly decides: keyof typeof DECISIONS;
  readonly description: string;
  /** For a flag whose option switches it off: the meaning of the flag when it is on. */
  readonly meaning?: string;
  /** The placeholder of its value on the command line. Absent for a flag. */
  readonly placeholder?: string;
  /** All values, if there are few. */
  readonly choices?: readonly string[];
  /** Values for shell completion, if other values are valid, too. */
  readonly offered?: readonly string[];
  /** The value of a text; undefined if the text is invalid. */
  readonly read?: (text: string) => T | undefined;
  /** The valid values, as `expected` in messages. */
  readonly expected?: string;
  readonly default?: T;
  /** The files and folders in a value: a repository can only name its own. */
  readonly paths?: PathsIn;
  /** Other settings that it sets, by name. */
  readonly implies?: Readonly<Record<string, boolean>>;
  /** Whether few users need it: short help leaves it out. */
  readonly isRare?: boolean;
  /** The commands that have it as an option. */
  readonly commands: readonly string[];
  /** The description of `--head-…`, if a review can set it for HEAD. */
  readonly ofHead?: string;
  /** The environment variable that also sets it. */
  readonly variable?: string;
  /** Whether it is an input of the GitHub action; the other settings are in the configuration file. */
  readonly action?: boolean;
  /** Whether the KRM function has it, or the values that it accepts. */
  readonly krm?: boolean | readonly string[];
  /** The place in the constructs: the props of an OlmCluster, or a replacement. */
  readonly constructs?: string;
}

/** The value type of a setting. */
export type ValueOf<S> = S extends Setting<infer T> ? T : never;

type TextEntry<T> = Omit<Setting<T>, 'shape' | 'read' | 'expected' | 'choices'> & Required<Pick<Setting<T>, 'placeholder'>>;

/** A setting of text. */
export const text = <T = string>(entry: TextEntry<T> & Required<Pick<Setting<T>, 'read' | 'expected'>>): Setting<T> => ({
  shape: 'text',
  ...entry,
});

/** A setting with a few words as values. */
export const choice = <T extends string>(choices: readonly T[], entry: TextEntry<T>): Setting<T> => ({ shape: 'text', choices, ...entry });

/** A flag. A flag that is on by default is switched off with `no-…`. */
export const flag = (entry: Omit<Setting<boolean>, 'shape' | 'read'>): Setting<boolean> => ({ shape: 'flag', ...entry });

/** A list; the values of all texts are concatenated. */
export const list = <E>(
  entry: Omit<Setting<readonly E[]>, 'shape'> & Required<Pick<Setting<readonly E[]>, 'placeholder' | 'read' | 'expected'>>,
): Setting<readonly E[]> => ({ shape: 'list', ...entry });

/** The option of a setting, without leading dashes: for a flag that is on by default, the option switches it off. */
export function optionName(name: string, { shape, default: value }: Setting): string {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return shape === 'flag' && value === true ? `no-${dashed}` : dashed;
}
