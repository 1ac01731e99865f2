/** A cluster as the configuration file names it: what reaches it, and its own settings. */
export interface ClusterEntry {
  readonly name: string;
  /** Folders and files of the repository, relative to its top. */
  readonly paths: readonly string[];
  /** Settings by the name of the option that they stand for. */
  readonly options: Readonly<Record<string, string | readonly string[]>>;
}
