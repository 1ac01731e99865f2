/** Command-line options that a repository can set in its configuration file, and the clusters in that file. */

/** The files and folders that a text can name. `isPerhaps`: the text names a path only if that exists. */
export type PathsIn = (text: string) => readonly { readonly path: string; readonly isPerhaps?: boolean }[];

/**
 * One option: its value is text, true or false, or a list of texts. Options of a single run, such as the output, are excluded;
 * so are options that decide whether a run fails: a change must not decide about its own judgement.
 */
export interface RepositoryOption {
  readonly shape: 'text' | 'flag' | 'list';
  readonly description: string;
  /** All values, if there are few. */
  readonly choices?: readonly string[];
  /** The files and folders in a value; they must be in the repository. */
  readonly paths?: PathsIn;
  /** For a setting of one cluster: whether a text is valid, and the valid values, as `expected` in messages. */
  readonly ofCluster?: { isValid(text: string): boolean; readonly expected: string };
}

/** Values by option name. */
export type RepositoryOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A cluster in the configuration file: its paths and its settings. */
export interface ClusterEntry {
  readonly name: string;
  /** Folders and files of the repository, relative to its root. */
  readonly paths: readonly string[];
  /** Settings by the name of their option. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
}
