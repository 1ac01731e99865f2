/** Certainty: a finding for each verdict that another order would change, or that OLM itself never settles. */
import type { ClusterServiceVersion } from '../../model/cluster-service-version.js';
import type { Finding } from '../../model/finding.js';
import { namespacedName } from '../../model/kubernetes-object.js';
import { enumeration } from '../../model/name-lists.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';
import type { Reason } from '../verdict.js';

/** The finding about how sure a CSV's verdict is. */
export function certaintyFindings(csv: ResolvedCsv): Finding[] {
  switch (csv.certainty) {
    case 'certain':
      return [];
    case 'unstable':
      return [unstable(csv)];
    default:
      return [ambiguous(csv)];
  }
}

function unstable(resolved: ResolvedCsv): Finding {
  // CSVs take turns over what a namespace has once; a rival elsewhere has to do with the order alone.
  const rivals = resolved.rivals.filter(({ namespace }) => namespace === resolved.csv.namespace);
  const turns = rivals.length === 0 ? '' : `: it takes turns with ${enumeration(rivals.map(namespacedName))}`;
  return {
    id: 'unstable-outcome',
    severity: 'error',
    subject: csvReference(resolved.csv),
    message: `OLM never comes to rest over this CSV${turns} (${takenHere(resolved)})`,
    fix: rivals.length === 0 ? 'see the finding about its verdict' : 'keep one of them in this namespace',
    related: rivals.map(csvReference),
    verdict: true,
  };
}

function ambiguous(resolved: ResolvedCsv): Finding {
  const { csv, rivals } = resolved;
  const question = failsAnyway(resolved) ? 'for which reason this CSV fails' : 'whether this CSV runs';
  const names = rivals.map(namespacedName);
  return {
    id: 'ambiguous-outcome',
    severity: 'error',
    subject: csvReference(csv),
    message: `${question} depends on the order in which OLM sees it${names.length === 1 ? ' and ' : ', '}${enumeration(names)} (${takenHere(resolved)})`,
    fix: rivals.some((rival) => sharesApiService(csv, rival))
      ? 'keep one of them: a cluster has one owner of an APIService'
      : 'to pin the outcome, make the OperatorGroup that is to win static and list the APIs in its olm.providedAPIs, or remove the others',
    related: rivals.map(csvReference),
    verdict: true,
  };
}

const CONFLICTS: ReadonlySet<Reason> = new Set<Reason>(['InterOperatorGroupOwnerConflict', 'CannotModifyStaticOperatorGroupProvidedAPIs']);

/** A static group can take on no APIs: a CSV that fails over them fails in every order, but not for the same reason. */
function failsAnyway({ verdict, group }: ResolvedCsv): boolean {
  return group?.group.staticProvidedAPIs === true && CONFLICTS.has(verdict.reason);
}

function takenHere({ verdict }: ResolvedCsv): string {
  return verdict.phase === 'Succeeded' ? 'taken here to run' : `taken here to be ${verdict.phase}/${verdict.reason}`;
}

function sharesApiService(a: ClusterServiceVersion, b: ClusterServiceVersion): boolean {
  return a.ownedAPIServices.some(({ group, version }) =>
    b.ownedAPIServices.some((other) => other.group === group && other.version === version),
  );
}
