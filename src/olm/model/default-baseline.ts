/** The file with the acceptances of a repository. */

/** The name of the configuration file, which also contains the baseline. */
export const DEFAULT_BASELINE = '.cdk8s-olm.yaml';
