/** What `lock` says of the ServiceAccounts with whose permissions OLM installs what is locked: that one is not there, or what it lacks. */
import { evaluate } from '../evaluate/evaluate.js';
import { isError, judgeable } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import type { ProfileName } from '../render/index.js';
import type { LockBeside } from '../source/lock-beside.js';
import type { Source } from '../source/read-files.js';
import { type ReadOptions, readInput } from '../source/read-input.js';

/** The rules of `check` about the accounts of OperatorGroups and of ClusterExtensions. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['group-account-lacks-permissions', 'installer-lacks-permissions', 'installer-not-found']);

/**
 * Nothing where the input with this lock cannot be judged: `check` says why.
 *
 * @param without the cluster without what is locked: where nobody names an account, nothing is read again
 */
export function accountFindings(
  inputs: readonly Source[],
  options: Omit<ReadOptions, 'lock'>,
  lock: LockBeside,
  without: Pick<Cluster, 'operatorGroups' | 'clusterExtensions'>,
): Finding[] {
  const profiles: ProfileName[] = [
    ...(without.operatorGroups.some(({ serviceAccountName }) => serviceAccountName !== undefined) ? ['olm' as const] : []),
    ...(without.clusterExtensions.some(({ serviceAccount }) => serviceAccount !== undefined) ? ['olm-v1' as const] : []),
  ];
  if (profiles.length === 0) return [];
  const { cluster, problems } = readInput(inputs, { ...options, lock });
  if (judgeable(problems).some(isError)) return [];
  return profiles.flatMap((profile) => evaluate(cluster, { profile }).findings).filter(({ id }) => OF_ACCOUNTS.has(id));
}
