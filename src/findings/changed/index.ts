/** What a change does besides what accounts can do: every finder, in the order of the reports. */
import { type Finding, SEVERITIES } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import { apiServices } from './api-services.js';
import { type ChangeFinder, type ChangeRule, changeFinding, type FoundChange } from './change.js';
import { crds } from './crds/crds.js';
import { documents } from './documents/documents.js';
import { notToldElsewhere } from './documents/not-reviewed.js';
import { upgradedOperators } from './documents/upgraded-operators.js';
import { NO_LONGER_MADE } from './migration/no-longer-made.js';
import { MIGRATION_STEP } from './migration/steps.js';
import { platformUpgrade } from './platform/upgrade.js';
import { commands } from './pods/commands.js';
import { images } from './pods/images.js';
import { podSecurity } from './pods/pod-security.js';
import { runtimeClass } from './pods/runtime-class.js';
import { workloads } from './pods/workloads.js';
import { copies } from './reach/copies.js';
import { groups } from './reach/groups.js';
import { leftBehind } from './reach/left-behind.js';
import { operators } from './reach/operators.js';
import { headMoved } from './sources/head-moved.js';
import { lockedEntries } from './sources/locked-entries.js';
import { otherProfile } from './sources/other-profile.js';
import { sources } from './sources/sources.js';
import { webhooks } from './webhooks/webhooks.js';

/** What changes in reach: groups and their targets, operators and their verdicts, copies, and what is left behind. */
const REACH: readonly ChangeFinder[] = [groups, operators, copies, leftBehind];

/** What else changes. */
const CHANGES: readonly ChangeFinder[] = [
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
];

/** What differs in anything else. */
const REST: readonly ChangeFinder[] = [upgradedOperators, documents];

function rulesOf(finders: readonly ChangeFinder[]): ChangeRule[] {
  return [...new Set(finders.flatMap(({ rules }) => rules))];
}

/** Their rules, in the order of docs/findings.md. */
export const CHANGE_RULES: readonly ChangeRule[] = [...rulesOf([...REACH, ...CHANGES, ...REST]), NO_LONGER_MADE, MIGRATION_STEP];

const CHANGE_IDS: ReadonlySet<string> = new Set(CHANGE_RULES.map(({ id }) => id));

/** Whether a finding is about what a change does, and is gone once that is merged. */
export function isChange({ id }: Pick<Finding, 'id'>): boolean {
  return CHANGE_IDS.has(id);
}

/** Every change of reach, the widest first. */
export function reachChanges(base: State, head: State): Finding[] {
  return REACH.flatMap(({ find }) => find(base, head)).map(changeFinding);
}

/** All other changes, the worst first; of equal severity, what differs in anything else comes last. */
export function otherChanges(base: State, head: State): Finding[] {
  const [told, rest] = [CHANGES, REST].map((finders) => finders.flatMap(({ find }) => find(base, head))) as [FoundChange[], FoundChange[]];
  return [...told, ...notToldElsewhere(rest, told)]
    .map(changeFinding)
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
