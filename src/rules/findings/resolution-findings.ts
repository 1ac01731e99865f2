/** What a resolution means for people: the list of all findings about it, in order. */
import type { Cluster } from '../../model/cluster.js';
import type { Finding } from '../../model/finding.js';
import type { Resolution, ResolvedCsv, ResolvedGroup } from '../resolve.js';
import { certaintyFindings } from './certainty.js';
import { crowdedNamespaces } from './crowded-namespaces.js';
import { dependencyFindings } from './dependencies.js';
import { emptiedAnnotation } from './emptied-annotation.js';
import { missingTargets } from './missing-targets.js';
import { csvNameTooLong, groupNameTooLong } from './names-too-long.js';
import { refusedRules } from './refused-rules.js';
import { replacedCsvs } from './replaced-csvs.js';
import { servingNames } from './serving-names.js';
import { sharedApiRoles } from './shared-api-roles.js';
import { sharedCertificateBindings } from './shared-certificate-bindings.js';
import { subscriptionFindings } from './subscriptions.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';
import { unreadableVersion } from './unreadable-version.js';
import { unusedRights } from './unused-rights.js';
import { verdictFindings } from './verdicts.js';

/** What may be said about one CSV. */
const ABOUT_A_CSV: readonly ((csv: ResolvedCsv, surroundings: Surroundings) => Finding[])[] = [
  verdictFindings,
  certaintyFindings,
  csvNameTooLong,
  unreadableVersion,
  servingNames,
  refusedRules,
  unusedRights,
];

/** What may be said about what CSVs and groups do to each other. */
const ABOUT_SEVERAL: readonly ((resolution: Resolution) => Finding[])[] = [
  replacedCsvs,
  crowdedNamespaces,
  sharedApiRoles,
  sharedCertificateBindings,
];

/** What may be said about one OperatorGroup. */
const ABOUT_A_GROUP: readonly ((group: ResolvedGroup, surroundings: Surroundings) => Finding[])[] = [
  missingTargets,
  emptiedAnnotation,
  groupNameTooLong,
];

/**
 * Findings about a resolved cluster, in the order of its CSVs and groups. They are about what OLM does, whichever
 * profile is rendered.
 *
 * @example
 * resolutionFindings(cluster, resolve(cluster)).filter(({ severity }) => severity === 'error')
 */
export function resolutionFindings(cluster: Cluster, resolution: Resolution): Finding[] {
  const surroundings = surroundingsOf(cluster, resolution);
  return [
    ...resolution.csvs.flatMap((csv) => ABOUT_A_CSV.flatMap((about) => about(csv, surroundings))),
    ...ABOUT_SEVERAL.flatMap((about) => about(resolution)),
    ...resolution.groups.flatMap((group) => ABOUT_A_GROUP.flatMap((about) => about(group, surroundings))),
    ...subscriptionFindings(cluster),
    ...dependencyFindings(cluster),
  ];
}
