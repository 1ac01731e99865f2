/** Locks → the operators that may be installed in each namespace. */
import type { LockFile } from './lock-file.js';

/** One locked operator of a namespace. */
export interface LockedOperator {
  readonly namespace: string;
  /** The Subscription; absent for a dependency, whose Subscription OLM writes. */
  readonly subscription?: string;
  readonly package: string;
  readonly catalog: string;
  /** The versions up to the locked one, which is the last entry. */
  readonly path: readonly string[];
}

/** The operators of one lock, those with a Subscription first. */
export function operatorsOf({ subscriptions = [], dependencies = [] }: LockFile): LockedOperator[] {
  return [
    ...subscriptions.map(({ namespace, name, package: of, catalog, csv, via = [] }) => ({
      namespace,
      subscription: name,
      package: of,
      catalog,
      path: [...via, csv],
    })),
    ...dependencies.map(({ namespace, package: of, catalog, csv }) => ({ namespace, package: of, catalog, path: [csv] })),
  ];
}
