/** The rules about files and dumps, which constructs do not load. */
import type { Cluster } from '../../model/cluster.js';
import { type Finding, report, rulesOf } from '../../model/finding.js';
import type { Rendered } from '../../render/rendered.js';
import type { Resolution } from '../../rules/resolution.js';
import { type ClusterRule, type CsvRule, surroundingsOf } from '../surroundings.js';
import { admissionDenied, deniedObjects } from './admission-policies.js';
import { approvalUnknown } from './approval-values.js';
import { catalogSourceInvalid, configMapsAbsent } from './catalog-source-invalid.js';
import { copiedCsvGiven, copiedCsvs } from './copied-csvs.js';
import { csvFailed } from './csv-failed.js';
import { installPlanFailed, plansFailed } from './failed-plans.js';
import { accountsAbsent, groupAccountAbsent } from './group-accounts.js';
import { catalogSourceElsewhere } from './misplaced-catalogs.js';
import { mutableSecrets, objectSetSecretMutable } from './mutable-secrets.js';
import { objectInTheWay, objectsInTheWay } from './objects-in-the-way.js';
import { ownCrdsAbsent } from './own-crds-absent.js';
import { podAccountAbsent } from './pod-account-absent.js';
import { crdsShared } from './shared-crds.js';
import { installPlanShared, plansShared } from './shared-plans.js';
import { otherNamespacesWatched, watchesOtherNamespaces } from './watched-namespaces.js';

const ABOUT_A_CSV = [csvFailed, podAccountAbsent] satisfies readonly CsvRule[];
const ABOUT_THE_INPUT = [approvalUnknown, catalogSourceElsewhere, catalogSourceInvalid] satisfies readonly ClusterRule[];

/** All rules of this folder. */
export const FILE_RULES = rulesOf([
  ...ABOUT_A_CSV,
  ...ABOUT_THE_INPUT,
  admissionDenied,
  copiedCsvGiven,
  groupAccountAbsent,
  objectInTheWay,
  objectSetSecretMutable,
  ownCrdsAbsent,
  watchesOtherNamespaces,
  installPlanFailed,
  installPlanShared,
]);

/** Findings about a cluster of files, in addition to those of resolutionFindings. */
export function fileFindings(cluster: Cluster, resolution: Resolution): Finding[] {
  const surroundings = surroundingsOf(cluster, resolution);
  return [
    ...resolution.csvs.flatMap((csv) => ABOUT_A_CSV.flatMap((rule) => report(rule, csv, surroundings))),
    ...ABOUT_THE_INPUT.flatMap((rule) => report(rule, cluster)),
    ...otherNamespacesWatched(cluster, resolution),
    ...plansFailed(cluster, resolution),
    ...plansShared(resolution),
    ...crdsShared(cluster, resolution),
    ...accountsAbsent(resolution),
  ];
}

/** Findings about the objects of the files themselves. @param given the objects as they are written */
export function objectFindings(rendered: readonly Rendered[], given: readonly unknown[]): Finding[] {
  return [
    ...objectsInTheWay(rendered, given),
    ...mutableSecrets(given),
    ...deniedObjects(given),
    ...copiedCsvs(given),
    ...configMapsAbsent(given),
  ];
}
