/** Options of the command line that a repository can always use, written into its configuration file. */

/** How an option is written: as text, as true or false, or as a list of texts. */
export type OptionShape = 'text' | 'flag' | 'list';

/**
 * Their names, without the dashes. Options about one run are not among them, such as the output; nor are those that decide
 * whether a run fails: what a change brings must not decide how it is judged.
 */
export const REPOSITORY_OPTIONS: Readonly<Record<string, OptionShape>> = {
  profile: 'text',
  platform: 'text',
  'olm-version': 'text',
  'kube-version': 'text',
  lenient: 'flag',
  'no-dependencies': 'flag',
  'assume-namespace': 'list',
  'global-catalog-namespace': 'text',
  catalog: 'list',
  only: 'text',
  'no-status': 'flag',
  applier: 'text',
  install: 'flag',
  certificates: 'text',
  issuer: 'text',
  descoped: 'flag',
  argocd: 'flag',
  'image-registry': 'list',
  'pull-secret': 'list',
};

/** Values by the name of the option. */
export type RepositoryOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
