/** The update graphs of a catalog of bundle folders. */

/** The ways in which community catalog tools build the upgrade graph of a package, from `ci.yaml` in the operator's folder. */
export const UPDATE_GRAPHS = ['replaces-mode', 'semver-mode', 'semver-skippatch-mode'] as const;

/** One of these ways. */
export type UpdateGraph = (typeof UPDATE_GRAPHS)[number];
