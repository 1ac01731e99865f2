/** Reports CSVs that are applied by hand and own CRDs that the input lacks: no InstallPlan brings them. Only `check` asks. */
import { counted, listed } from '../../../base/wording/phrases.js';
import type { Cluster } from '../../model/cluster.js';
import { csvReference, type Finding, rule, toFinding } from '../../model/finding.js';
import { hasDumpedCrds } from '../../rules/dumped.js';
import type { Resolution } from '../../rules/resolution.js';

export const ownCrdsAbsent = rule('own-crds-absent', 'info', 'A CSV needs its own CRDs from the cluster', {
  needsOlm: true,
  meaning:
    'A CSV without a bundle owns CRDs that the input lacks. An InstallPlan creates the CRDs of a bundle; a CSV that is applied by hand waits in phase Pending with the reason RequirementsNotMet until the cluster has them. The verdict assumes that it does.',
  fix: 'Add the CRDs to the input, or the bundle of the operator in place of its CSV.',
});

/** Finds them (OLM's requirementStatus in olm/requirements.go asks the cluster for owned and required CRDs alike). */
export function crdsAbsent(cluster: Cluster, { csvs }: Resolution): Finding[] {
  if (cluster.isReviewed || cluster.isPartlyRead || hasDumpedCrds(cluster)) return [];
  const given = new Set(cluster.customResourceDefinitions.map(({ name }) => name));
  const waiting = csvs.flatMap(({ csv, verdict }) => {
    // A dump of CSVs alone: what OLM has installed had its CRDs.
    const isAsked = !csv.bundle && !csv.isResolved && verdict.phase === 'Succeeded' && !(cluster.isDump && csv.phase === 'Succeeded');
    const absent = isAsked ? csv.ownedCRDs.filter(({ name }) => !given.has(name)) : [];
    return absent.length > 0 ? [{ csv, absent: absent.map(({ name, version }) => `${name} in version ${version}`) }] : [];
  });
  const [first, ...others] = waiting;
  if (!first) return [];
  const names = [...new Set(waiting.flatMap(({ absent }) => absent))];
  const [crds, them] = names.length === 1 ? ['the CRD', 'it'] : ['the CRDs', 'them'];
  const text =
    others.length === 0
      ? `the CSV owns ${crds} ${listed(names)}, which the input lacks; without ${them} the CSV stays`
      : `${counted(waiting.length, 'CSV')} own CRDs that the input lacks: ${listed(names)}; a CSV without its CRDs stays`;
  return [
    toFinding(ownCrdsAbsent, {
      subject: csvReference(first.csv),
      message: `${text} Pending (RequirementsNotMet)`,
      fix: 'nothing, if the cluster has them; if not, add them to the input, or the bundle in place of the CSV',
      related: others.map(({ csv }) => csvReference(csv)),
    }),
  ];
}
