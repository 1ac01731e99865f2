/** Why a bundle cannot be installed: what its reader makes a problem of, with its place in the text. */
import type { KubernetesObject } from '../../kubernetes/object.js';
import type { FieldPath } from '../../manifest/field-path.js';
import type { RegistryV1 } from '../../model/registry-v1.js';

export interface Refusal {
  readonly code: 'INVALID_BUNDLE' | 'UNKNOWN_KIND' | 'UNSUPPORTED_VERSION' | 'WRONG_TYPE' | 'INVALID_VALUE' | 'UNKNOWN_FIELD';
  readonly message: string;
  readonly found: string;
  readonly expected: string;
  readonly fix: string;
  /** The manifest that is wrong; absent: the CSV. */
  readonly manifest?: KubernetesObject;
  readonly at: FieldPath;
}

/** Looks at a bundle. @returns nothing for a good one */
export type InstallCheck = (bundle: RegistryV1) => readonly Refusal[];

/** Entries of a list whose key was there before, with their index. */
export function repeated<T>(entries: readonly T[], keyOf: (entry: T) => string): [number, T][] {
  const seen = new Set<string>();
  return [...entries.entries()].filter(([, entry]) => {
    const key = keyOf(entry);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}
