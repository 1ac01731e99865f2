/** Reports CSVs of a dump that run in one namespace and own the same CRD. */
import { joined } from '../../../base/wording/phrases.js';
import type { Cluster } from '../../model/cluster.js';
import { csvReference, type Finding, toFinding } from '../../model/finding.js';
import { crdOwner } from '../../rules/pending-rules.js';
import type { Resolution } from '../../rules/resolution.js';
import { BY_REASON } from '../verdicts.js';

/** Finds them: OLM looks for other owners only in phase Pending (crdOwnerConflictErr in transitionCSVState), so both keep running. */
export function crdsShared({ isDump }: Cluster, { csvs }: Resolution): Finding[] {
  if (!isDump) return [];
  const running = csvs.filter(({ verdict }) => verdict.phase === 'Succeeded').map(({ csv }) => csv);
  const none = { apiServices: [], unsynced: new Set<string>(), failForward: new Set<string>() };
  const available = { crds: new Map(), apiServices: new Set<string>(), customKinds: new Set<string>(), kubeVersion: '' };
  return [...crdOwner(running, { csvs: running, available, ...none })].map(([csv, { rivals = [] }]) => {
    const owned = new Set(csv.ownedCRDs.map(({ name }) => name));
    const shared = [...new Set(rivals.flatMap(({ ownedCRDs }) => ownedCRDs.map(({ name }) => name)))].filter((name) => owned.has(name));
    return toFinding(BY_REASON.OwnerConflict, {
      severity: 'warning',
      subject: csvReference(csv),
      message: `${joined(rivals.map(({ name }) => name))} of the namespace ${rivals.length === 1 ? 'owns' : 'own'} ${joined(shared)}, too; both run until OLM installs one again, which then fails with OwnerConflict`,
      fix: 'keep one of the operators in this namespace',
      related: rivals.map(csvReference),
    });
  });
}
