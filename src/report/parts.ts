/** The parts of every report that list findings: which of them by kind and state, under which title. */
import type { FindingKind, FindingState, ReportedFinding, Review } from '../review/review.js';

/** One part. */
export interface Part {
  readonly state: FindingState;
  /** @default all */
  readonly kind?: FindingKind;
  readonly title: string;
  /** One of its findings, as the summary counts them; and several, if that is not the same with an `s`. */
  readonly noun: string;
  readonly plural?: string;
}

export const PARTS = {
  verdicts: { kind: 'check', state: 'new', title: 'Verdicts', noun: 'new finding' },
  reach: { kind: 'reach', state: 'new', title: 'Reach', noun: 'change of reach', plural: 'changes of reach' },
  risks: { kind: 'risk', state: 'new', title: 'New risks', noun: 'new risk' },
  'grown-risks': { kind: 'risk', state: 'grown', title: 'Risks that grew', noun: 'risk that grew', plural: 'risks that grew' },
  changes: { kind: 'change', state: 'new', title: 'Other changes', noun: 'other change' },
  'smaller-risks': { kind: 'risk', state: 'smaller', title: 'Smaller risks', noun: 'smaller risk' },
  'fixed-risks': { kind: 'risk', state: 'fixed', title: 'Fixed risks', noun: 'fixed risk' },
  'fixed-verdicts': { kind: 'check', state: 'fixed', title: 'Fixed verdicts', noun: 'fixed finding' },
  accepted: { state: 'accepted', title: 'Accepted risks', noun: 'accepted risk' },
  unchanged: { kind: 'risk', state: 'unchanged', title: 'Risks that were there before', noun: 'unchanged risk' },
} as const satisfies Readonly<Record<string, Part>>;

/** The name of a part, which is also the id of its section of the page. */
export type PartName = keyof typeof PARTS;

/** What a part lists. */
export function partOf({ findings }: Pick<Review, 'findings'>, name: PartName): ReportedFinding[] {
  const { kind, state }: Part = PARTS[name];
  return findings.filter((one) => one.state === state && (kind === undefined || one.kind === kind));
}
