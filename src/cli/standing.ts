/** Where a cluster is on the way to the lock, for the commands that compare the two. */
import { approvalState } from '../approvals/install-plan.js';
import { lockedBy } from '../approvals/locked.js';
import { type Standing, standings } from '../approvals/standing.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import type { LockFile } from '../lock/lock-file.js';
import { printable } from '../manifest/printable.js';

/** Absent where no Subscription was read, by which alone it is known. */
export function standingsIn(objects: readonly KubernetesObject[], lock: LockFile | undefined): Standing[] | undefined {
  const state = approvalState(objects);
  return lock && state.subscriptions.length > 0 ? standings(state, lockedBy([{ file: '', lock }]).locked) : undefined;
}

/** A line for each. */
export function standingText(all: readonly Standing[] = []): string {
  return all.map(({ subject, message }) => `${printable(`${subject} ${message}`)}\n`).join('');
}

/** Whether a cluster is where the lock is, whatever waits. */
export function isAtLock(all: readonly Standing[] = []): boolean {
  return all.every(({ kind }) => kind === 'waits');
}
