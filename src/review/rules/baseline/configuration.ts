/** The types of the risk configuration. These types are published, so they are apart from the schema that checks them. */
import type { Severity } from '../../../olm/model/finding.js';

/** One rule of the configuration. */
export interface CustomRule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly match: {
    /** The core group is written `core`. */
    readonly apiGroups: readonly string[];
    /** With their subresources, such as `pods/exec`. */
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
    /**
     * Permissions on objects of these names also count.
     * @default none
     */
    readonly names?: readonly string[] | undefined;
    /**
     * Only permissions in all namespaces, or only those in some.
     * @default both
     */
    readonly scope?: 'cluster' | 'namespaces' | undefined;
  };
}

/** A kind or a key of metadata that somebody has reviewed. */
export interface KnownThing {
  /** With its API group, such as `SharedSecret.sharedresource.openshift.io`. */
  readonly kind?: string | undefined;
  /** The key of an annotation. */
  readonly annotation?: string | undefined;
  /** The key of a label of Namespaces. */
  readonly label?: string | undefined;
  readonly reason: string;
}

/** The risk settings of the configuration. */
export interface RiskConfiguration {
  readonly rules: readonly CustomRule[];
  readonly severities: Readonly<Record<string, Severity>>;
  /**
   * Kinds and keys that no finding reports as unknown.
   * @default none
   */
  readonly known?: readonly KnownThing[];
}
