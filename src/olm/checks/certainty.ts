/** Certainty: a finding for each verdict that depends on the order of events, or that OLM keeps changing. */

import { namespacedName } from '../../base/kubernetes/object.js';
import { listed } from '../../base/wording/phrases.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import { csvReference, type Discovery } from '../model/finding.js';
import { hasRefusedName } from '../rules/install-rules.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { Reason } from '../rules/verdict.js';
import { csvRule } from './surroundings.js';

/** An error about each CSV whose verdict OLM keeps changing. */
export const unstableOutcome = csvRule('unstable-outcome', 'error', 'OLM keeps changing the phase of a CSV', {
  isConsequence: true,
  meaning: 'OLM keeps changing the phase of a CSV.',
  fix: 'Keep one of the CSVs that replace each other, or fix the finding about the verdict.',
  find: (csv) => (csv.certainty === 'unstable' ? [unstable(csv)] : []),
});

/** An error about each CSV whose verdict depends on the order of events. */
export const ambiguousOutcome = csvRule('ambiguous-outcome', 'error', 'The verdict on a CSV depends on the order of events', {
  isConsequence: true,
  meaning: 'Whether a CSV runs depends on which CSV OLM processes first.',
  fix: 'Set `spec.staticProvidedAPIs: true` on the OperatorGroup that should win and list the APIs in its `olm.providedAPIs` annotation, or remove the other CSVs. If several CSVs own an APIService, keep one in the cluster.',
  find: (csv) => (csv.certainty === 'ambiguous' ? [ambiguous(csv)] : []),
});

function unstable(resolved: ResolvedCsv): Discovery {
  // CSVs displace each other over a resource that a namespace has once; a rival in another namespace only affects the order.
  const rivals = resolved.rivals.filter(({ namespace }) => namespace === resolved.csv.namespace);
  const turns = rivals.length === 0 ? '' : `: it and ${listed(rivals.map(namespacedName))} displace each other`;
  return {
    subject: csvReference(resolved.csv),
    message: `OLM keeps changing the phase of this CSV${turns}; ${assumed(resolved)}`,
    fix:
      rivals.length > 0
        ? 'keep one of them in this namespace'
        : `see the finding about its ${hasRefusedName(resolved.csv) ? 'name' : 'verdict'}`,
    related: rivals.map(csvReference),
    verdict: true,
  };
}

function ambiguous(resolved: ResolvedCsv): Discovery {
  const { csv, rivals } = resolved;
  const question = failsAnyway(resolved) ? 'why this CSV fails' : 'whether this CSV runs';
  const names = rivals.map(namespacedName);
  return {
    subject: csvReference(csv),
    message: `${question} depends on whether OLM processes it or ${listed(names, 'CSVs')} first; ${assumed(resolved)}`,
    fix: rivals.every((rival) => rival.namespace === csv.namespace && (rival.replaces === csv.name || rival.name === csv.replaces))
      ? 'add one version at a time, and the next one after OLM has installed it'
      : rivals.some((rival) => sharesApiService(csv, rival))
        ? 'keep one of them: an APIService can have only one owner in a cluster'
        : 'set spec.staticProvidedAPIs: true on the OperatorGroup that should win and list the APIs in its olm.providedAPIs annotation, or remove the other CSVs',
    related: rivals.map(csvReference),
    verdict: true,
  };
}

const CONFLICTS: ReadonlySet<Reason> = new Set<Reason>(['InterOperatorGroupOwnerConflict', 'CannotModifyStaticOperatorGroupProvidedAPIs']);

/** Whether a CSV fails in every order, if not for the same reason: OLM adds no APIs to a static group. */
function failsAnyway({ verdict, group }: ResolvedCsv): boolean {
  return group?.group.staticProvidedAPIs === true && CONFLICTS.has(verdict.reason);
}

function assumed({ verdict }: ResolvedCsv): string {
  return verdict.phase === 'Succeeded' ? 'this report assumes that it runs' : `this report assumes ${verdict.phase}/${verdict.reason}`;
}

function sharesApiService(a: ClusterServiceVersion, b: ClusterServiceVersion): boolean {
  return a.ownedAPIServices.some(({ group, version }) =>
    b.ownedAPIServices.some((other) => other.group === group && other.version === version),
  );
}
