/** What changes besides permissions: every finder, in the order of the reports. */
import { SEVERITIES } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import { apiServiceChanges } from './api-services.js';
import type { Change, FindChanges } from './change.js';
import { crdChanges } from './crds/crds.js';
import { documentChanges } from './documents/documents.js';
import { notToldElsewhere } from './documents/not-reviewed.js';
import { upgradedOperators } from './documents/upgraded-operators.js';
import { platformUpgrade } from './platform/upgrade.js';
import { commandChanges } from './pods/commands.js';
import { imageChanges } from './pods/images.js';
import { podSecurityChanges } from './pods/pod-security.js';
import { workloadChanges } from './pods/workloads.js';
import { headChanges } from './sources/head-moved.js';
import { otherProfileChanges } from './sources/other-profile.js';
import { sourceChanges } from './sources/sources.js';
import { webhookChanges } from './webhooks/webhooks.js';

const CHANGE_FINDERS: readonly FindChanges[] = [
  platformUpgrade,
  podSecurityChanges,
  workloadChanges,
  imageChanges,
  commandChanges,
  webhookChanges,
  apiServiceChanges,
  crdChanges,
  sourceChanges,
  otherProfileChanges,
  headChanges,
];

/** All changes, the worst first; of equal severity, what differs in anything else comes last. */
export function otherChanges(base: State, head: State): Change[] {
  const told = CHANGE_FINDERS.flatMap((find) => find(base, head));
  const rest = [...upgradedOperators(base, head), ...documentChanges(base, head)];
  return [...told, ...notToldElsewhere(rest, told)]
    .map(({ covers: _, differs: __, isAmbiguous: ___, ...change }) => change)
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
