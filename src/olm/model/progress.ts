/** The progress of a run. Results do not depend on it. */

/** The current step, and the part that is done if it is counted. */
export interface ProgressStep {
  readonly doing: 'reading-catalogs' | 'reading-bundles' | 'building' | 'rendering' | 'judging' | 'reviewing';
  readonly done?: number;
  readonly all?: number;
}

/** Receives each step before it begins. */
export type Progress = (step: ProgressStep) => void;

/** Options of slow functions. */
export interface Watched {
  /** @default no report */
  readonly progress?: Progress | undefined;
}
