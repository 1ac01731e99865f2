/** The shape of rules and severities of one's own, without the library that checks it: these types are published. */
import type { Severity } from '../../model/finding.js';

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
    /** Permissions on objects of these names count, too. @default none */
    readonly names?: readonly string[] | undefined;
    /** Only permissions in all namespaces, or only those in some. @default both */
    readonly scope?: 'cluster' | 'namespaces' | undefined;
  };
}

/** What the configuration says of risks. */
export interface RiskConfiguration {
  readonly rules: readonly CustomRule[];
  readonly severities: Readonly<Record<string, Severity>>;
}
