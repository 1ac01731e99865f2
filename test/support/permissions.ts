/** CSVs that ask for rights. */
import type { CsvFields } from './build.js';

/** One entry of `permissions` or `clusterPermissions`. */
export interface Permission {
  readonly serviceAccountName: string;
  readonly rules?: readonly unknown[];
}

/** Reads pods. */
export const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] };

/** The fields of a CSV that asks for these rights. */
export function asking(
  { permissions = [], clusterPermissions = [] }: { permissions?: readonly Permission[]; clusterPermissions?: readonly Permission[] },
  strategy = 'deployment',
): CsvFields {
  return { spec: { install: { strategy, spec: { deployments: [], permissions, clusterPermissions } } } };
}
