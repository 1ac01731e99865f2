/** Lists the accounts of operators, and filters answers by these accounts. */

import { compareText, groupBy, namespacedName } from '../../base/kubernetes/object.js';
import type { GrantSubject } from '../../base/rbac/grant.js';
import { compareSubjects } from '../../base/rbac/groups-around.js';
import { subjectKey } from '../../base/rbac/subject.js';
import { accountNames } from '../rules/access/access.js';
import type { State } from '../state/state.js';
import { type AskedIdentity, accountIdentity, identityKeys } from './asked-identity.js';
import type { AllowedVerbs, WhoCanVerbs } from './verb-groups.js';
import type { Perhaps } from './who-can.js';

/** An account that an operator runs as or asks permissions for. */
export interface OperatorAccount extends AskedIdentity {
  /** The CSVs, as `namespace/name`. */
  readonly operators: readonly string[];
}

/** All accounts of operators, by namespace and name. */
export function operatorAccounts({ resolution }: Pick<State, 'resolution'>): OperatorAccount[] {
  const named = resolution.csvs.flatMap(({ csv }) =>
    accountNames(csv).map((name) => ({
      subject: { kind: 'ServiceAccount', namespace: csv.namespace, name } satisfies GrantSubject,
      operator: namespacedName(csv),
    })),
  );
  return [...groupBy(named, ({ subject }) => subjectKey(subject)).values()]
    .map((all) => ({ ...accountIdentity(all[0].subject), operators: [...new Set(all.map(({ operator }) => operator))].sort(compareText) }))
    .sort((a, b) => compareSubjects(a.subject, b.subject));
}

/** An answer with the operators that it is about. */
export type OfOperators<T> = T & Pick<OperatorAccount, 'operators'>;

/** The part of an answer about accounts of operators; a permission of a group that all accounts are in counts for each of them. */
export function ofOperators(
  { allowed, perhaps }: WhoCanVerbs,
  accounts: readonly OperatorAccount[],
): { readonly allowed: readonly OfOperators<AllowedVerbs>[]; readonly perhaps: readonly OfOperators<Perhaps>[] } {
  const own = accounts.map((account) => ({ account, keys: identityKeys(account) }));
  const matching = <T extends Pick<AllowedVerbs, 'subject'>>(found: readonly T[]): OfOperators<T>[] =>
    own.flatMap(({ account: { operators }, keys }) =>
      found.filter(({ subject }) => keys.has(subjectKey(subject))).map((one) => ({ ...one, operators })),
    );
  return { allowed: matching(allowed), perhaps: matching(perhaps) };
}
