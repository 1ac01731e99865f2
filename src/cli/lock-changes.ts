/** Reports the changes of a new lock, with the words of the review; and missing permissions of OLM's installing accounts. */

import { compareText } from '../base/kubernetes/object.js';
import { paired } from '../base/kubernetes/paired.js';
import { printable } from '../base/manifest/printable.js';
import { isError } from '../base/manifest/problem.js';
import { judgeable } from '../base/manifest/problem-reach.js';
import type { Grant } from '../base/rbac/grant.js';
import { counted } from '../base/wording/phrases.js';
import { accountLacks } from '../olm/checks/groups.js';
import { evaluateFiles } from '../olm/evaluate/evaluate-files.js';
import type { LockFile } from '../olm/lock/lock-file.js';
import type { Cluster } from '../olm/model/cluster.js';
import type { Finding } from '../olm/model/finding.js';
import type { ProfileName } from '../olm/render/index.js';
import { installerLacksPermissions, installerNotFound } from '../olm/render/v1/installer.js';
import { columns, summarise } from '../report/index.js';
import { type LockBeside, type ReadOptions, readInput, readState, type Source } from '../repository/index.js';
import { LOCK_NOT_VERIFIED, LOCKED_CHANNEL, type Review, review } from '../review/index.js';

interface Row {
  readonly namespace: string;
  readonly name: string;
  readonly packageName: string;
  readonly bundle: string;
}

/** The table of changes, and below it the review's headline; empty if no operator is added, removed or moved. */
export function lockChanges(
  inputs: readonly Source[],
  options: Omit<ReadOptions, 'lock'>,
  before: LockBeside | undefined,
  after: LockBeside,
  movesPins = false,
): string {
  const changed = paired(rowsOf(before?.lock), rowsOf(after.lock))
    .filter(({ before: was, after: is }) => was?.bundle !== is?.bundle)
    .sort((a, b) => compareText(a.key, b.key));
  if (changed.length === 0) return '';
  // Sources with old pins do not fit the new lock.
  const found = before?.lock && !movesPins ? reviewed(inputs, options, before, after) : undefined;
  const rows = changed.map(({ before: was, after: is }) => {
    const { namespace, name, packageName } = (is ?? was) as Row;
    return [namespace, name, packageName, was?.bundle ?? '-', is?.bundle ?? '-', ...(found ? [grantsText(found, was, is)] : [])];
  });
  const table = columns(['NAMESPACE', 'NAME', 'PACKAGE', 'OLD', 'NEW', ...(found ? ['GRANTS'] : [])], rows);
  const { headline = '', points = [] } = found ? summarise(found) : {};
  const said = [headline, ...points.map(({ text }) => text)].filter((text) => text !== '').map((text) => printable(text));
  if (movesPins) said.push('The pins change too; cdk8s-olm review shows what the change grants');
  return `${[...table, '', ...(said.length > 0 ? [...said, ''] : [])].join('\n')}\n`;
}

/** The operators of a lock, by Subscription or ClusterExtension; dependencies by their namespace and package. */
function rowsOf(lock: LockFile | undefined): ReadonlyMap<string, Row> {
  const rows = [
    ...(lock?.subscriptions ?? []).map(({ namespace, name, package: packageName, csv }) => ({ namespace, name, packageName, bundle: csv })),
    ...(lock?.dependencies ?? []).map(({ namespace, package: packageName, csv }) => ({
      namespace,
      name: '(dependency)',
      packageName,
      bundle: csv,
    })),
    ...(lock?.clusterExtensions ?? []).map(({ name, package: packageName, bundle }) => ({ namespace: '-', name, packageName, bundle })),
  ];
  return new Map(rows.map((row) => [`${row.namespace} ${row.name} ${row.packageName}`, row]));
}

/**
 * The review of the change; nothing if one of the states cannot be judged. The new lock was just read from the bundles, so it is
 * verified.
 */
function reviewed(
  inputs: readonly Source[],
  options: Omit<ReadOptions, 'lock'>,
  before: LockBeside,
  after: LockBeside,
): Review | undefined {
  const [base, head] = [before, after].map((lock) => readState(inputs, { ...options, lock }).state);
  if (!base || !head) return undefined;
  const found = review(base, head);
  const unverified: readonly string[] = [LOCK_NOT_VERIFIED.id, LOCKED_CHANNEL.id];
  return { ...found, findings: found.findings.filter(({ finding }) => !unverified.includes(finding.id)) };
}

function grantsText({ gained, lost }: Review, was: Row | undefined, is: Row | undefined): string {
  const [more, less] = [
    [gained, is],
    [lost, was],
  ].map(([grants, row]) => (grants as readonly Grant[]).filter((grant) => row && isBy(grant, row as Row)).length) as [number, number];
  const parts = [
    ...(more > 0 ? [`grants more: ${counted(more, 'permission')}`] : []),
    ...(less > 0 ? [`grants less: ${counted(less, 'permission')}`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'grants the same';
}

function isBy({ paths }: Grant, { namespace, bundle }: Row): boolean {
  return paths.some(({ owner }) => owner?.kind === 'ClusterServiceVersion' && owner.name === bundle && owner.namespace === namespace);
}

/** The rules of `check` about the service accounts of OperatorGroups and ClusterExtensions. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([accountLacks.id, installerLacksPermissions.id, installerNotFound.id]);

/**
 * The findings about installing accounts; empty if the input with this lock cannot be judged: `check` reports why.
 *
 * @param without the cluster without the locked operators: if it names no account, nothing is read again
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
  return profiles.flatMap((profile) => evaluateFiles(cluster, { profile }).findings).filter(({ id }) => OF_ACCOUNTS.has(id));
}
