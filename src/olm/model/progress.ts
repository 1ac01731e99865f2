/** How far a run is, for whoever watches it. What is read and judged does not depend on it. */

/** What is under way, and how much of it is done where that is counted. */
export interface ProgressStep {
  readonly doing: 'reading-catalogs' | 'reading-bundles' | 'building' | 'rendering' | 'judging' | 'reviewing';
  readonly done?: number;
  readonly all?: number;
}

/** Is called before each step. */
export type Progress = (step: ProgressStep) => void;

/** Options of everything that takes its time. */
export interface Watched {
  /** @default nobody watches */
  readonly progress?: Progress | undefined;
}
