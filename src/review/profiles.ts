/** Operators that a change installs for the first time: what each holds, the most dangerous first. */

import { accountsOf } from '../findings/access/access.js';
import { asInstalled } from '../findings/index.js';
import { formatReference, type ObjectReference } from '../kubernetes/object.js';
import { bySeverity, csvReference, type Finding } from '../model/finding.js';
import { subjectKey } from '../rbac/subject.js';
import { csvPairs } from '../state/csv-pairs.js';
import type { State } from '../state/state.js';
import type { ComparedRisks } from './compare-risks.js';
import type { Rename } from './renames.js';
import type { OperatorProfile } from './review.js';

/** The new risks, those of new operators milder, and the profiles. An account that has anything in BASE is not new. */
export function profiled(
  risks: ComparedRisks,
  renames: readonly Rename[],
  base: State,
  head: State,
  hadAnything: (account: string) => boolean,
): { risks: ComparedRisks; profiles: OperatorProfile[] } {
  const renamed = new Set(renames.map(({ to: { namespace, name } }) => accountKey(namespace, name)));
  const fresh = csvPairs(base, head).flatMap(({ before, after }) => {
    const accounts = after && !before ? accountsOf(after).filter((account) => !hadAnything(account) && !renamed.has(account)) : [];
    return after && accounts.length > 0 ? [{ csv: after.csv, accounts: new Set(accounts) }] : [];
  });
  const isFresh = ({ subject }: Finding): boolean => fresh.some(({ accounts }) => accounts.has(referencedAccount(subject)));
  const brought = risks.new.map((risk) => (isFresh(risk) ? asInstalled(risk) : risk));
  const profiles = fresh.map(({ csv, accounts }): OperatorProfile => {
    const own = brought.filter(
      ({ subject }) => accounts.has(referencedAccount(subject)) || formatReference(subject) === formatReference(csvReference(csv)),
    );
    return { operator: csvReference(csv), risks: own.sort(bySeverity) };
  });
  return { risks: { ...risks, new: brought }, profiles };
}

function referencedAccount({ kind, namespace, name }: ObjectReference): string {
  return kind === 'ServiceAccount' ? accountKey(namespace, name) : '';
}

function accountKey(namespace: string | undefined, name: string): string {
  return subjectKey({ kind: 'ServiceAccount', namespace: namespace ?? '', name });
}
