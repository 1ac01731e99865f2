/** All findings about a resolution, in order. */

import type { Cluster } from '../model/cluster.js';
import { type Finding, report, rulesOf } from '../model/finding.js';
import type { Resolution } from '../rules/resolution.js';
import { catalogRefused, deprecated } from './catalog-facts.js';
import { ambiguousOutcome, unstableOutcome } from './certainty.js';
import { COLOCATION_RULES } from './colocation.js';
import {
  bundleKindRefused,
  bundleObjectRefused,
  csvNameTooLong,
  groupNameTooLong,
  installPlanFails,
  lockMismatch,
  noNamespace,
  refusedRules,
  servingNames,
  sharedApiRoles,
  sharedCertificateBindings,
  unreadableVersion,
  unusedRights,
} from './csvs.js';
import { comesAlong, DEPENDENCY_RULES, dependencyFindings } from './dependencies.js';
import { accountLacks, crowdedNamespaces, emptiedAnnotation, missingTargets, selectorInvalid, selectorPassedOver } from './groups.js';
import { replacedCsvs, uncertainReplacement } from './replacement.js';
import { subscriptionNotPinned, subscriptionRedundant } from './subscriptions.js';
import { type ClusterRule, type CsvRule, type GroupRule, type ResolutionRule, surroundingsOf } from './surroundings.js';
import { unknownFields } from './unknown-fields.js';
import { groupMissing, lockStale, unknownOperators } from './unknown-operators.js';
import { VERDICT_RULES, verdictFindings } from './verdicts.js';

const ABOUT_A_CSV = [
  accountLacks,
  installPlanFails,
  unstableOutcome,
  ambiguousOutcome,
  csvNameTooLong,
  unreadableVersion,
  servingNames,
  refusedRules,
  unusedRights,
] satisfies readonly CsvRule[];

const ABOUT_SEVERAL = [
  replacedCsvs,
  uncertainReplacement,
  crowdedNamespaces,
  sharedApiRoles,
  sharedCertificateBindings,
] satisfies readonly ResolutionRule[];

const ABOUT_A_GROUP = [
  missingTargets,
  emptiedAnnotation,
  groupNameTooLong,
  selectorInvalid,
  selectorPassedOver,
] satisfies readonly GroupRule[];

const ABOUT_THE_INPUT = [
  unknownFields,
  noNamespace,
  unknownOperators,
  lockStale,
  lockMismatch,
  catalogRefused,
  deprecated,
  groupMissing,
  subscriptionNotPinned,
  subscriptionRedundant,
  comesAlong,
  bundleKindRefused,
  bundleObjectRefused,
  ...COLOCATION_RULES,
] satisfies readonly ClusterRule[];

/** All rules of this folder. */
export const RESOLUTION_RULES = rulesOf([
  ...VERDICT_RULES,
  ...ABOUT_A_CSV,
  ...ABOUT_SEVERAL,
  ...ABOUT_A_GROUP,
  ...ABOUT_THE_INPUT,
  ...DEPENDENCY_RULES,
]);

const ONLY_WITH_OLM: ReadonlySet<string> = new Set(RESOLUTION_RULES.filter(({ needsOlm }) => needsOlm).map(({ id }) => id));

/** Whether a finding also applies if all operators are installed without OLM. */
export function holdsWithoutOlm({ id }: Finding): boolean {
  return !ONLY_WITH_OLM.has(id);
}

/**
 * Findings about a resolved cluster, in the order of its CSVs and groups. They describe OLM's behaviour, the same for
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
