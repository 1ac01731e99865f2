/** Lists the finders of changes that are no risks, in the order of the reports. */

import { type Finding, rulesOf } from '../../../olm/model/finding.js';
import type { Side } from '../rule.js';
import { apiServices } from './api-services.js';
import type { ChangeFinder } from './change.js';
import { crds } from './crds/crds.js';
import { documents } from './documents/documents.js';
import { upgradedOperators } from './documents/upgraded-operators.js';
import { changedFiles } from './files/changed-files.js';
import { MIGRATION_STEP, NO_LONGER_MADE } from './migration.js';
import { NOT_COMPARED } from './not-compared.js';
import { platformUpgrade } from './platform/upgrade.js';
import { commands, runtimeClass } from './pods/commands.js';
import { images } from './pods/images.js';
import { podSecurity } from './pods/pod-security.js';
import { workloads } from './pods/workloads.js';
import { copies } from './reach/copies.js';
import { groups } from './reach/groups.js';
import { leftBehind } from './reach/left-behind.js';
import { operators } from './reach/operators.js';
import { headMoved } from './sources/head-moved.js';
import { lockedEntries, lockedSteps } from './sources/locked.js';
import { otherProfile } from './sources/other-profile.js';
import { sources } from './sources/sources.js';
import { unitMoved } from './unit-moved.js';
import { webhooks } from './webhooks/webhooks.js';

interface ListedFinder extends ChangeFinder<Side> {}

/** Changes of reach: OperatorGroups and their targets, operators and their verdicts, copies, and objects that OLM leaves behind. */
export const REACH = [groups, operators, copies, leftBehind] satisfies readonly ListedFinder[];

/** Other changes with a meaning. */
export const CHANGES = [
  platformUpgrade,
  podSecurity,
  workloads,
  images,
  commands,
  runtimeClass,
  webhooks,
  apiServices,
  crds,
  sources,
  otherProfile,
  headMoved,
  lockedEntries,
  lockedSteps,
  changedFiles,
  unitMoved,
] satisfies readonly ListedFinder[];

/** Other differences. */
export const REST = [upgradedOperators, documents] satisfies readonly ListedFinder[];

/** The rules of all finders, in the order of docs/findings.md. */
export const CHANGE_RULES = rulesOf([
  ...new Set([...REACH, ...CHANGES, ...REST].flatMap((finder) => rulesOf(finder.rules))),
  NO_LONGER_MADE,
  MIGRATION_STEP,
  NOT_COMPARED,
]);

const CHANGE_IDS: ReadonlySet<string> = new Set(CHANGE_RULES.map(({ id }) => id));

/** Whether a finding is about a change, so that it disappears after the merge. */
export function isChange({ id }: Pick<Finding, 'id'>): boolean {
  return CHANGE_IDS.has(id);
}
