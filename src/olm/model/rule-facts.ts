/** Facts about a rule for reports, apart from its texts: plain fields of its record with common defaults. */

/** The lists in a report, by the subject of a finding. */
export const FINDING_CLASSES = ['permissions', 'cluster', 'code', 'breaks', 'unread', 'other'] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** The facts of one rule. */
export interface RuleFacts {
  /** The list with its findings. @default `permissions` for a risk, `breaks` for a finding of check, `other` for a change */
  readonly class?: FindingClass;
  /** The title in a cell of a table. @default the title without `Can` */
  readonly short?: string;
  /**
   * Whether a new finding lets somebody do more although no role grants it, names a thing that could bring permissions and is not
   * known, or brings none, whatever its severity.
   *
   * @default gained permissions decide; an error may bring some
   */
  readonly effect?: 'more' | 'unknown' | 'none';
  /** Whether reports only count its notes: most upgrades have them, and they influence no decision. @default false */
  readonly isRoutine?: true;
  /** Whether it results from other findings, which the summary shows first. @default false */
  readonly isConsequence?: true;
  /** Whether the summary has one sentence for all findings of a severity. @default false */
  readonly isSummedUp?: true;
  /** The predicate for several CustomResourceDefinitions, so that one sentence covers all of a severity. @default a sentence for each */
  readonly plural?: string;
  /** The order in the summary among findings of the same severity and effect: lower numbers come first. @default 0 */
  readonly order?: number;
  /** Whether it reports OLM's behaviour, so that it does not apply to a cluster without OLM. @default false */
  readonly needsOlm?: true;
  /** Ids from earlier versions, which baselines and options can still name. @default none */
  readonly formerIds?: readonly string[];
}
