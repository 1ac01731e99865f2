/** The types of the input of OLM's solver: variables and their constraints (resolver.go, SolveOperators). */

import type { EntryIndex } from './candidates.js';
import type { Entry } from './entry.js';
import type { Stop } from './outcome.js';
import type { ResolverSubscription } from './resolver-input.js';

/** A constraint of a variable. `text` is OLM's clause for it. */
export type Constraint =
  | { readonly kind: 'mandatory' | 'prohibited'; readonly text: string }
  /** At least one of `ids`, the preferred first. */
  | {
      readonly kind: 'dependency';
      readonly text: string;
      readonly ids: readonly string[];
      /** The same ids in groups; ids of one group are unordered: OLM takes them from a map. Absent if all are ordered. */
      readonly groups?: readonly (readonly string[])[];
    }
  | { readonly kind: 'conflict'; readonly text: string; readonly with: string }
  /** At most one of `ids`; a duplicate id excludes itself. */
  | { readonly kind: 'atMostOne'; readonly text: string; readonly ids: readonly string[] };

/** A part of a solution or not: a Subscription, a bundle in a channel, an installed CSV, or a rule of uniqueness. */
export interface Variable {
  readonly id: string;
  readonly constraints: readonly Constraint[];
  readonly entry?: Entry;
  readonly subscription?: ResolverSubscription;
  /** The installed CSV that this bundle replaces. */
  readonly replaces?: string;
}

/** The variables by id, or the reason why OLM stops before its solver. */
export type Variables = { readonly variables: ReadonlyMap<string, Variable> } | Stop;

/** The objects of a namespace, and its visible catalogs. */
export interface NamespaceView {
  readonly namespace: string;
  /** Sorted by name. */
  readonly subscriptions: readonly ResolverSubscription[];
  readonly existing: EntryIndex;
  readonly catalogs: readonly EntryIndex[];
  /** `namespace/name: why` for unusable catalogs. */
  readonly catalogErrors: readonly string[];
}
