/** Facts about a rule that reports use, apart from its texts: plain fields of its record, each with the default that most rules have. */

/** The lists of a report, by what a finding is about. */
export const FINDING_CLASSES = ['permissions', 'cluster', 'code', 'breaks', 'unread', 'other'] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** The facts of one rule. */
export interface RuleFacts {
  /** The list that has its findings. @default `permissions` for a risk, `breaks` for a finding of check, `other` for a change */
  readonly class?: FindingClass;
  /** The title in a cell of a table. @default the title without `Can` */
  readonly short?: string;
  /**
   * Whether a new finding lets somebody do more although no role grants it, or nobody knows what it does.
   *
   * @default its class and severity decide
   */
  readonly effect?: 'more' | 'unknown';
  /** Whether reports only count its notes: most upgrades have them, and nobody decides by them. @default false */
  readonly isRoutine?: true;
  /** Whether it follows from other findings, which the summary shows first. @default false */
  readonly isConsequence?: true;
  /** Whether the summary has one sentence for all of one severity. @default false */
  readonly isSummedUp?: true;
  /** What several CustomResourceDefinitions do: one sentence is then about all of one severity. @default each has its own */
  readonly plural?: string;
  /** Its place in the summary among those of its severity and effect: lower ones come first. @default 0 */
  readonly order?: number;
  /** Whether it is about what OLM does, and says nothing of a cluster without OLM. @default false */
  readonly needsOlm?: true;
  /** Ids that it had in earlier versions: baselines and options can still name them. @default none */
  readonly formerIds?: readonly string[];
}
