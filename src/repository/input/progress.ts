/** How far a run is, told to whoever listens: what is read and judged does not depend on it. */

/** What is under way, and how much of it is done where that is counted. */
export interface Step {
  readonly doing: 'reading-catalogs' | 'reading-bundles' | 'building' | 'rendering' | 'judging' | 'reviewing';
  readonly done?: number;
  readonly all?: number;
}

let listener: ((step: Step) => void) | undefined;

/** Only the program itself listens, once in a process. */
export function listenToProgress(listen: ((step: Step) => void) | undefined): void {
  listener = listen;
}

export function isListenedTo(): boolean {
  return listener !== undefined;
}

export function progress(step: Step): void {
  listener?.(step);
}
