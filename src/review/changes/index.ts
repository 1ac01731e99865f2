/** What changes besides permissions: every finder, in the order of the reports. */
import { SEVERITIES } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import { apiServiceChanges } from './api-service-changes.js';
import type { Change, FindChanges } from './change.js';
import { commandChanges } from './command-changes.js';
import { crdChanges } from './crd-changes.js';
import { documentChanges } from './document-changes.js';
import { headChanges } from './head-changes.js';
import { imageChanges } from './image-changes.js';
import { notToldElsewhere } from './not-reviewed.js';
import { otherProfileChanges } from './other-profile-changes.js';
import { podSecurityChanges } from './pod-security-changes.js';
import { sourceChanges } from './source-changes.js';
import { upgradedOperators } from './upgraded-operators.js';
import { webhookChanges } from './webhook-changes.js';
import { workloadChanges } from './workload-changes.js';

const CHANGE_FINDERS: readonly FindChanges[] = [
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
