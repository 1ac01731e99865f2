/** Shows the progress of a run in one terminal line, which is cleared before other output. */

import { counted } from '../base/wording/phrases.js';
import type { ProgressStep } from '../olm/model/progress.js';
import { printingOf } from './help.js';

/** Moves to the beginning of the line, and clears it. */
export const CLEAR_LINE = '\r\u001b[K';
/** Delay before the line appears: short runs stay silent. */
const SILENT_MS = 2000;
/** The minimum time between updates, for readability. */
const EVERY_MS = 100;

const WORDS: Readonly<Record<ProgressStep['doing'], string>> = {
  'reading-catalogs': 'reading catalogs',
  'reading-bundles': 'reading',
  building: 'building',
  rendering: 'rendering',
  judging: 'judging',
  reviewing: 'reviewing',
};

/** The counted things; otherwise units. */
const COUNTED: ReadonlyMap<ProgressStep['doing'], string> = new Map([
  ['reading-bundles', 'bundle'],
  ['rendering', 'chart'],
]);

interface ProgressLine {
  show(step: ProgressStep): void;
  /** Removes the line, if shown. */
  clear(): void;
}

/**
 * @param write writes to the terminal
 * @param now the time in milliseconds; the run begins at the first call
 */
export function progressLine(write: (text: string) => void, now: () => number): ProgressLine {
  const start = now();
  let shownAt: number | undefined;
  return {
    show: ({ doing, done, all }) => {
      const time = now();
      if (time - start < SILENT_MS || (shownAt !== undefined && time - shownAt < EVERY_MS)) return;
      shownAt = time;
      const count = done === undefined ? '' : ` ${done} of ${counted(all ?? done, COUNTED.get(doing) ?? 'unit')}`;
      write(`${CLEAR_LINE}${WORDS[doing]}${count}`);
    },
    clear: () => {
      if (shownAt !== undefined) write(CLEAR_LINE);
      shownAt = undefined;
    },
  };
}

/** Whether a run shows progress: on an interactive terminal, without `--quiet`. */
export function showsProgress(argv: readonly string[], errIsTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return errIsTerminal && !env.CI && env.TERM !== 'dumb' && !printingOf(argv).isQuiet;
}
