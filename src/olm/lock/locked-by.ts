/** The operators of several locks together, and where the locks contradict each other. */
import type { LockedBundle, LockFile } from './lock-file.js';
import { type LockedOperator, operatorsOf } from './locked.js';

/** A lock and its file name. */
export interface NamedLock {
  readonly file: string;
  readonly lock: LockFile;
}

/** The combined content of locks. */
export interface Locked {
  readonly operators: readonly LockedOperator[];
  bundle(catalog: string, csv: string): LockedBundle | undefined;
}

/** A contradiction between two locks: neither has priority. */
interface LockConflict {
  readonly what: string;
  readonly files: readonly [string, string];
}

/** The combined content of all locks, and their contradictions. */
export function lockedBy(locks: readonly NamedLock[]): { readonly locked: Locked; readonly conflicts: readonly LockConflict[] } {
  const operators = distinct(
    locks.flatMap(({ file, lock }) => operatorsOf(lock).map((value) => ({ file, value }))),
    ({ namespace, subscription, package: of }) =>
      subscription === undefined ? `the dependency ${of} of ${namespace}` : `Subscription ${namespace}/${subscription}`,
  );
  const bundles = distinct(
    locks.flatMap(({ file, lock }) => lock.bundles.map((value) => ({ file, value }))),
    ({ catalog, name }) => `the bundle ${name} of ${catalog}`,
  );
  return {
    locked: {
      operators: operators.values,
      bundle: (catalog, csv) => bundles.values.find((one) => one.catalog === catalog && one.name === csv),
    },
    conflicts: [...operators.conflicts, ...bundles.conflicts],
  };
}

function distinct<T>(
  all: readonly { readonly file: string; readonly value: T }[],
  nameOf: (value: T) => string,
): { readonly values: readonly T[]; readonly conflicts: readonly LockConflict[] } {
  const first = new Map<string, { readonly file: string; readonly value: T }>();
  const conflicts: LockConflict[] = [];
  for (const one of all) {
    const what = nameOf(one.value);
    const known = first.get(what);
    if (!known) first.set(what, one);
    else if (JSON.stringify(known.value) !== JSON.stringify(one.value)) conflicts.push({ what, files: [known.file, one.file] });
  }
  return { values: [...first.values()].map(({ value }) => value), conflicts };
}
