/** The answer of the resolver for a namespace. */
import type { SourceReference } from '../../base/manifest/problem.js';

/** A bundle that OLM would install now. */
export interface ChosenOperator {
  readonly name: string;
  /** `namespace/name` of the CatalogSource. */
  readonly catalog: string;
  readonly channel: string;
  readonly package: string;
  readonly version?: string;
  /** The CSV in `spec.replaces` of the new one: the installed CSV, or else the one in the catalog. */
  readonly replaces?: string;
  readonly startingCSV?: string;
  readonly defaultChannel?: true;
  /** Names of its Subscriptions; empty for a dependency. */
  readonly askedForBy: readonly string[];
  /** Names of the bundles and CSVs that require it. */
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

/** One bundle that the InstallPlan unpacks. */
export interface Installation {
  readonly name: string;
  readonly replaces?: string;
  readonly image?: string;
}

/** One possible answer: the content of one InstallPlan. */
export interface Solution {
  readonly operators: readonly ChosenOperator[];
  readonly generated: readonly GeneratedSubscription[];
  /** Subscriptions whose `status.currentCSV` changes. */
  readonly updated: readonly { readonly name: string; readonly currentCSV: string }[];
  readonly installs: readonly Installation[];
}

/**
 * The reason why nothing is resolved: the reason in OLM's condition `ResolutionFailed`, or one of our own for an undecided case:
 * the search was too long, or a rule is not supported here.
 */
export type FailureReason = 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution' | 'SearchLimitReached' | 'NotUnderstood';

/** The part of a document in a failure. */
export interface Cause {
  /** The document, such as `Subscription shop/kettle`. */
  readonly subject: string;
  /** Its statement, as part of the contradiction. */
  readonly says: string;
  readonly source?: SourceReference;
}

/** The reason why OLM stops before it searches, or why this project has no answer. */
export interface Stop {
  readonly error: string;
  readonly reason: FailureReason;
  readonly causes?: readonly Cause[];
}

/** The failure of a namespace. */
export interface Failure {
  readonly reason: FailureReason;
  /** OLM's text, with clauses and names in a fixed order: OLM's own order differs from run to run. */
  readonly error: string;
  /** OLM's clauses, sorted: exactly those that the contradiction needs. */
  readonly conflict: readonly string[];
  /** The documents that contradict each other. */
  readonly because: readonly Cause[];
  /** Changes that would resolve it, the most likely first. */
  readonly fixes: readonly string[];
}

/** OLM's result for one namespace. */
export interface NamespaceResolution extends Solution {
  readonly namespace: string;
  /** `Manual` if any Subscription of the namespace is: the only InstallPlan then waits. */
  readonly approval: 'Automatic' | 'Manual';
  /** Whether OLM leaves the answer to chance; the answer here is then the first of `outcomes`. */
  readonly uncertain: boolean;
  /** All found answers, if there are several. */
  readonly outcomes: readonly Solution[];
  /** Whether all orders were tried; if not, there may be more outcomes. */
  readonly allOrdersTried: boolean;
  readonly failure?: Failure;
  /** The Subscriptions of unknown operators; the rest of the resolution is valid unless they change it. */
  readonly unknown: readonly { readonly name: string; readonly package: string; readonly channel?: string; readonly catalog: string }[];
  /** The reason why OLM's installation is not known: an unknown catalog may contain the missing part. Absent if it is known. */
  readonly undecided?: Failure;
  /** Visible catalogs with unknown content; they were assumed to be empty. */
  readonly unknownCatalogs: readonly string[];
  /** All visible catalogs, as `namespace/name`. */
  readonly seenCatalogs: readonly string[];
}
