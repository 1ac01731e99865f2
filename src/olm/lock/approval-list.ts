/**
 * The parts of a lock that approving needs: namespaces, versions and digests. A whole lock contains enough to judge each bundle, and
 * a ConfigMap is limited to 1 MiB.
 */
import { z } from 'zod';
import type { LockFile } from './lock-file.js';
import { operatorsOf } from './locked.js';

export const APPROVALS_FILE = 'olm-approvals.yaml';

const digest = z.string().regex(/^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/);
const list = z.strictObject({
  approvalsVersion: z.literal(1),
  operators: z.array(
    z.strictObject({
      namespace: z.string(),
      /** Absent for a dependency. */
      subscription: z.string().optional(),
      package: z.string(),
      catalog: z.string(),
      /** The versions up to the locked one. */
      path: z.array(z.strictObject({ csv: z.string(), digest })).min(1),
    }),
  ),
});

/** An approval list. */
export type ApprovalList = z.infer<typeof list>;

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
