/** Lists the operators with unknown accounts: neither their names nor their permissions are known. */
import type { GrantSubject } from '../../base/rbac/grant.js';
import type { State } from '../state/state.js';

/** One such operator. */
export interface UnknownAccounts {
  readonly namespace: string;
  readonly package: string;
}

/** All operators that are not known. */
export function unknownAccounts({ cluster }: Pick<State, 'cluster'>): UnknownAccounts[] {
  const installing = cluster.unknownOperators.filter(({ why }) => why !== 'refused');
  const extensions = cluster.clusterExtensions.filter(({ isUnknown }) => isUnknown);
  const all = [...installing, ...extensions].map(({ namespace, packageName }) => ({
    namespace: namespace || 'default',
    package: packageName,
  }));
  return [...new Map(all.map((one) => [`${one.namespace}/${one.package}`, one])).values()];
}

/** The unknown operators that may own an account: those of its namespace, unless the account itself is in the input. */
export function perhapsAccountOf({ kind, namespace, name }: GrantSubject, state: Pick<State, 'cluster'>): UnknownAccounts[] {
  if (kind !== 'ServiceAccount') return [];
  const isGiven = state.cluster.serviceAccounts.some((account) => account.namespace === namespace && account.name === name);
  return isGiven ? [] : unknownAccounts(state).filter((one) => one.namespace === namespace);
}
