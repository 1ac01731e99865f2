/** Rendering: the list of generators, in order, is the table of contents of what OLM makes. */
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import type { Resolution } from '../rules/resolve.js';
import { apiClusterRoles } from './api-cluster-roles.js';
import { certificateRoles } from './certificate-roles.js';
import { refuseClashes } from './clashes.js';
import { clusterServiceVersions } from './cluster-service-versions.js';
import { type Generator, renderContext } from './context.js';
import { copiedCsvs } from './copied-csvs.js';
import { copiedRoles } from './copied-roles.js';
import { groupClusterRoles } from './group-cluster-roles.js';
import { liftedClusterRoles } from './lifted-cluster-roles.js';
import { operatorClusterRoles } from './operator-cluster-roles.js';
import { operatorConditions } from './operator-conditions.js';
import { operatorGroups } from './operator-groups.js';
import { operatorRoles } from './operator-roles.js';
import { documented } from './profile/documented.js';
import { olm } from './profile/olm.js';
import type { Profile } from './profile/profile.js';
import type { Rendered } from './rendered.js';
import { serviceAccounts } from './service-accounts.js';

/** Everything that is made of a resolved cluster. */
export const GENERATORS: readonly Generator[] = [
  operatorGroups,
  groupClusterRoles,
  apiClusterRoles,
  serviceAccounts,
  operatorRoles,
  operatorClusterRoles,
  copiedRoles,
  liftedClusterRoles,
  certificateRoles,
  clusterServiceVersions,
  copiedCsvs,
  operatorConditions,
];

/** The profiles by name. */
export const PROFILES = { documented, olm } as const satisfies Readonly<Record<string, Profile>>;
export type ProfileName = keyof typeof PROFILES;

/**
 * Renders a resolved cluster.
 *
 * @returns the objects, and what could not be rendered without taking over something else's name
 */
export function render(
  cluster: Cluster,
  resolution: Resolution,
  profileName: ProfileName = 'documented',
): { rendered: Rendered[]; findings: Finding[] } {
  const profile: Profile = PROFILES[profileName];
  const context = renderContext({ cluster, resolution, profile });
  return refuseClashes(
    GENERATORS.flatMap((generate) => generate(context)),
    context,
  );
}
