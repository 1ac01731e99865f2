/**
 * Options of the command line that a repository can always use, written into its configuration file, and the clusters that the file
 * names.
 */

/** The name of that file, which also has the baseline. */
export const DEFAULT_BASELINE = '.cdk8s-olm.yaml';

/** The files and folders that a text can name. What it names only where that is there, is `isPerhaps`. */
export type PathsIn = (text: string) => readonly { readonly path: string; readonly isPerhaps?: boolean }[];

/**
 * What one is: written as text, as true or false, or as a list of texts. Options about one run are not among them, such as the output;
 * nor are those that decide whether a run fails: what a change brings must not decide how it is judged.
 */
export interface RepositoryOption {
  readonly shape: 'text' | 'flag' | 'list';
  readonly description: string;
  /** All values, where they are few. */
  readonly choices?: readonly string[];
  /** The files and folders that a text of it can name, which have to be in the repository. */
  readonly paths?: PathsIn;
  /** For a setting of one cluster: whether a text is a value, and the values, as `expected` in messages. */
  readonly ofCluster?: { isValid(text: string): boolean; readonly expected: string };
}

/** Values by the name of the option. */
export type RepositoryOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A cluster as the configuration file names it: what reaches it, and its own settings. */
export interface ClusterEntry {
  readonly name: string;
  /** Folders and files of the repository, relative to its top. */
  readonly paths: readonly string[];
  /** Settings by the name of the option that they stand for. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
}
