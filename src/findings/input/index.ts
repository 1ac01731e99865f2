/** What a resolution means for people: the list of all findings about it, in order. */
import type { Cluster } from '../../model/cluster.js';
import { type Finding, type FindingRule, report } from '../../model/finding.js';
import type { Resolution } from '../../rules/resolution.js';
import { bundleKindRefused } from './bundle-kind-refused.js';
import { ambiguousOutcome, unstableOutcome } from './certainty.js';
import { COLOCATION_RULES } from './colocation.js';
import { comesAlong } from './comes-along.js';
import { crowdedNamespaces } from './crowded-namespaces.js';
import { DEPENDENCY_RULES, dependencyFindings } from './dependencies.js';
import { emptiedAnnotation } from './emptied-annotation.js';
import { lockMismatch } from './lock-mismatch.js';
import { missingTargets } from './missing-targets.js';
import { csvNameTooLong, groupNameTooLong } from './names-too-long.js';
import { noNamespace } from './no-namespace.js';
import { refusedRules } from './refused-rules.js';
import { replacedCsvs } from './replaced-csvs.js';
import type { ClusterRule, CsvRule, GroupRule, ResolutionRule } from './rule.js';
import { selectorInvalid } from './selector-invalid.js';
import { selectorPassedOver } from './selector-passed-over.js';
import { servingNames } from './serving-names.js';
import { sharedApiRoles } from './shared-api-roles.js';
import { sharedCertificateBindings } from './shared-certificate-bindings.js';
import { subscriptionNotPinned, subscriptionRedundant } from './subscriptions.js';
import { surroundingsOf } from './surroundings.js';
import { uncertainReplacement } from './uncertain-replacement.js';
import { unknownFields } from './unknown-fields.js';
import { groupMissing, unknownOperators } from './unknown-operators.js';
import { unreadableVersion } from './unreadable-version.js';
import { unusedRights } from './unused-rights.js';
import { VERDICT_RULES, verdictFindings } from './verdicts.js';

const ABOUT_A_CSV: readonly CsvRule[] = [
  unstableOutcome,
  ambiguousOutcome,
  csvNameTooLong,
  unreadableVersion,
  servingNames,
  refusedRules,
  unusedRights,
];

const ABOUT_SEVERAL: readonly ResolutionRule[] = [
  replacedCsvs,
  uncertainReplacement,
  crowdedNamespaces,
  sharedApiRoles,
  sharedCertificateBindings,
];

const ABOUT_A_GROUP: readonly GroupRule[] = [missingTargets, emptiedAnnotation, groupNameTooLong, selectorInvalid, selectorPassedOver];

const ABOUT_THE_INPUT: readonly ClusterRule[] = [
  unknownFields,
  noNamespace,
  unknownOperators,
  lockMismatch,
  groupMissing,
  subscriptionNotPinned,
  subscriptionRedundant,
  comesAlong,
  bundleKindRefused,
  ...COLOCATION_RULES,
];

/** Every rule of this folder. */
export const RESOLUTION_RULES: readonly FindingRule[] = [
  ...VERDICT_RULES,
  ...ABOUT_A_CSV,
  ...ABOUT_SEVERAL,
  ...ABOUT_A_GROUP,
  ...ABOUT_THE_INPUT,
  ...DEPENDENCY_RULES,
];

/**
 * Findings about a resolved cluster, in the order of its CSVs and groups. They are about what OLM does, the same for
 * every profile.
 *
 * @example
 * resolutionFindings(cluster, resolve(cluster)).filter(({ severity }) => severity === 'error')
 */
export function resolutionFindings(cluster: Cluster, resolution: Resolution): Finding[] {
  const surroundings = surroundingsOf(cluster, resolution);
  return [
    ...resolution.csvs.flatMap((csv) => [
      ...verdictFindings(csv, surroundings),
      ...ABOUT_A_CSV.flatMap((rule) => report(rule, csv, surroundings)),
    ]),
    ...ABOUT_SEVERAL.flatMap((rule) => report(rule, resolution)),
    ...resolution.groups.flatMap((group) => ABOUT_A_GROUP.flatMap((rule) => report(rule, group, surroundings))),
    ...ABOUT_THE_INPUT.flatMap((rule) => report(rule, cluster)),
    ...dependencyFindings(cluster, resolution),
  ];
}
