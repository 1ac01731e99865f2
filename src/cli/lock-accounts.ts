/** What `lock` says of the ServiceAccounts with whose permissions OLM installs what is locked: that one is not there, or what it lacks. */
import { evaluate } from '../evaluate/evaluate.js';
import { isError, judgeable } from '../manifest/problem.js';
import type { Finding } from '../model/finding.js';
import type { ProfileName } from '../render/index.js';
import type { LockBeside } from '../source/lock-beside.js';
import type { Source } from '../source/read-files.js';
import { type ReadOptions, readInput } from '../source/read-input.js';

/** The rules of `check` about the accounts of OperatorGroups and of ClusterExtensions. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['group-account-lacks-permissions', 'installer-lacks-permissions', 'installer-not-found']);

/** Nothing where the input with this lock cannot be judged: `check` says why. */
export function accountFindings(inputs: readonly Source[], options: Omit<ReadOptions, 'lock'>, lock: LockBeside): Finding[] {
  const { cluster, problems } = readInput(inputs, { ...options, lock });
  if (judgeable(problems).some(isError)) return [];
  const profiles: ProfileName[] = [
    ...(cluster.operatorGroups.some(({ serviceAccountName }) => serviceAccountName !== undefined) ? ['olm' as const] : []),
    ...(cluster.clusterExtensions.length > 0 ? ['olm-v1' as const] : []),
  ];
  return profiles.flatMap((profile) => evaluate(cluster, { profile }).findings).filter(({ id }) => OF_ACCOUNTS.has(id));
}
