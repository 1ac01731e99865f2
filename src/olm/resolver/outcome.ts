/** What the resolver answers for a namespace. */
import type { SourceReference } from '../../base/manifest/problem.js';

/** A bundle that OLM would install now. */
export interface ChosenOperator {
  readonly name: string;
  /** `namespace/name` of the CatalogSource. */
  readonly catalog: string;
  readonly channel: string;
  readonly package: string;
  readonly version?: string;
  /** The CSV that the new one names in `spec.replaces`: the installed one, else what the catalog says. */
  readonly replaces?: string;
  readonly startingCSV?: string;
  readonly defaultChannel?: true;
  /** Names of the Subscriptions that ask for it; none of a dependency. */
  readonly askedForBy: readonly string[];
  /** Names of the bundles and CSVs that need it. */
  readonly neededBy: readonly string[];
}

/** A Subscription that OLM would write for a dependency. Its approval is always Automatic. */
export interface GeneratedSubscription {
  readonly name: string;
  readonly package: string;
  readonly channel: string;
  /** `namespace/name` of the CatalogSource. */
  readonly catalog: string;
  readonly startingCSV: string;
}

/** One bundle that is unpacked by the InstallPlan. */
export interface Installation {
  readonly name: string;
  readonly replaces?: string;
  readonly image?: string;
}

/** One possible answer: everything that one InstallPlan holds. */
export interface Solution {
  readonly operators: readonly ChosenOperator[];
  readonly generated: readonly GeneratedSubscription[];
  /** Subscriptions whose `status.currentCSV` changes. */
  readonly updated: readonly { readonly name: string; readonly currentCSV: string }[];
  readonly installs: readonly Installation[];
}

/**
 * Why nothing is resolved: the reason of OLM's condition `ResolutionFailed`; and two of our own, for what is not
 * decided: the search took too long, or a rule is beyond what is run here.
 */
export type FailureReason = 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution' | 'SearchLimitReached' | 'NotUnderstood';

/** What a document has to do with a failure. */
export interface Cause {
  /** Such as `Subscription shop/kettle`. */
  readonly subject: string;
  /** What it says, as part of the contradiction. */
  readonly says: string;
  readonly source?: SourceReference;
}

/** What stops OLM before it searches, or this project before it has an answer. */
export interface Stop {
  readonly error: string;
  readonly reason: FailureReason;
  readonly causes?: readonly Cause[];
}

/** Why a namespace gets nothing. */
export interface Failure {
  readonly reason: FailureReason;
  /** OLM's text, with the clauses and names within in a fixed order: OLM's own order differs from run to run. */
  readonly error: string;
  /** OLM's clauses, sorted; none are left out that the contradiction needs, and none are in that it does not. */
  readonly conflict: readonly string[];
  /** The documents that contradict each other. */
  readonly because: readonly Cause[];
  /** Changes that would resolve it, the likeliest first. */
  readonly fixes: readonly string[];
}

/** What OLM makes of one namespace. */
export interface NamespaceResolution extends Solution {
  readonly namespace: string;
  /** `Manual` where any Subscription of the namespace says so: its one InstallPlan then waits. */
  readonly approval: 'Automatic' | 'Manual';
  /** Whether OLM leaves the answer to chance; the answer is then the first of `outcomes`. */
  readonly uncertain: boolean;
  /** All answers that were found, where there are several. */
  readonly outcomes: readonly Solution[];
  /** Whether all orders were tried; if not, there may be more outcomes. */
  readonly allOrdersTried: boolean;
  readonly failure?: Failure;
  /** The Subscriptions whose operators are not known; what else is resolved holds unless they change it. */
  readonly unknown: readonly { readonly name: string; readonly package: string; readonly channel?: string; readonly catalog: string }[];
  /** Why it is not known what OLM installs: what is missing at hand can come from what is not. Absent where it is known. */
  readonly undecided?: Failure;
  /** Catalogs that it sees, and whose contents are not known; they were taken to be empty. */
  readonly unknownCatalogs: readonly string[];
  /** All catalogs that it sees, as `namespace/name`. */
  readonly seenCatalogs: readonly string[];
}

/** A namespace in which nothing changes. */
export const NO_SOLUTION: Solution = { operators: [], generated: [], updated: [], installs: [] };
