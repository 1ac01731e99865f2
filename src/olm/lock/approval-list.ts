/**
 * The parts of a lock that approving needs: namespaces, versions and digests. A whole lock contains enough to judge each bundle, and
 * a ConfigMap is limited to 1 MiB.
 */
import type { LockFile } from './lock-file.js';
import { operatorsOf } from './locked.js';
import type { ApprovalList } from './read-approval-list.js';

export const APPROVALS_FILE = 'olm-approvals.yaml';

/** The approval list of a lock. Versions without a digest in the lock are left out: they could never be approved. */
export function approvalList(lock: LockFile): ApprovalList {
  const operators = operatorsOf(lock).flatMap(({ path: csvs, ...one }) => {
    const path = csvs.flatMap((csv) => {
      const found = lock.bundles.find(({ catalog, name }) => catalog === one.catalog && name === csv)?.digest;
      return found === undefined ? [] : [{ csv, digest: found }];
    });
    return path.at(-1)?.csv === csvs.at(-1) ? [{ ...one, path }] : [];
  });
  return { approvalsVersion: 1, operators };
}
