/** Compares a cluster with its lock: operators ahead or behind, and waiting plans. */
import { compare, parse } from 'semver';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { printable } from '../../base/manifest/printable.js';
import type { LockFile } from '../../olm/lock/lock-file.js';
import type { Locked } from '../../olm/lock/locked-by.js';
import { lockedBy } from '../../olm/lock/locked-by.js';
import { decisions, isOutdated } from './approve.js';
import { isAllowed, movesText, reasonText } from './decide.js';
import { type ApprovalState, approvalState } from './install-plan.js';

/** One operator that differs from the lock, or a waiting plan. */
export interface Standing {
  readonly kind: 'ahead' | 'behind' | 'elsewhere' | 'absent' | 'waits';
  /** `Subscription NAMESPACE/NAME` or `InstallPlan NAMESPACE/NAME`. */
  readonly subject: string;
  readonly message: string;
}

/** The differences between a cluster and its lock, and the waiting plans. */
export function standings(state: ApprovalState, locked: Locked): Standing[] {
  const ofOperators = locked.operators.flatMap(({ namespace, subscription: name, catalog, path }): Standing[] => {
    const found = state.subscriptions.find((one) => one.namespace === namespace && one.name === name);
    const [subject, expected = '', at] = [`Subscription ${namespace}/${name}`, path.at(-1), found?.installedCSV];
    if (name === undefined || at === expected) return [];
    if (at === undefined)
      return [
        { kind: 'absent', subject, message: `${found ? 'has installed nothing' : 'is not on the cluster'}; the lock has ${expected}` },
      ];
    const csv = state.csvs.find((one) => one.namespace === namespace && one.name === at);
    const [here, there] = [parse(csv?.version), parse(String(locked.bundle(catalog, expected)?.spec.version ?? ''))];
    const order = path.includes(at) ? -1 : here && there ? compare(here, there) : 0;
    const kind = order < 0 ? 'behind' : order > 0 ? 'ahead' : 'elsewhere';
    const says = { behind: 'is behind the lock', ahead: 'is ahead of the lock', elsewhere: 'is not at the lock' }[kind];
    return [{ kind, subject, message: `${says}: ${at} is installed; the lock has ${expected}` }];
  });
  const ofPlans = decisions(state, locked).flatMap((decision): Standing[] => {
    const { plan } = decision;
    const isOurs = locked.operators.some(({ namespace }) => namespace === plan.namespace);
    if (!isOurs || isOutdated(decision)) return [];
    const verdict = isAllowed(decision) ? 'the lock allows it' : decision.reasons.map(reasonText).join('; ');
    return [
      {
        kind: 'waits',
        subject: `InstallPlan ${plan.namespace}/${plan.name}`,
        message: `waits for approval: ${movesText(decision)}; ${verdict}`,
      },
    ];
  });
  return [...ofOperators, ...ofPlans];
}

/** The differences in some objects; undefined if no Subscription was read, without which nothing is known. */
export function standingsIn(objects: readonly KubernetesObject[], lock: LockFile | undefined): Standing[] | undefined {
  const state = approvalState(objects);
  return lock && state.subscriptions.length > 0 ? standings(state, lockedBy([{ file: '', lock }]).locked) : undefined;
}

/** A line for each difference. */
export function standingText(all: readonly Standing[] = []): string {
  return all.map(({ subject, message }) => `${printable(`${subject} ${message}`)}\n`).join('');
}

/** Whether a cluster matches the lock, apart from waiting plans. */
export function isAtLock(all: readonly Standing[] = []): boolean {
  return all.every(({ kind }) => kind === 'waits');
}
