/** One line of a terminal that says how far a run is, and goes again before anything else is written. */

import { counted } from '../base/wording/phrases.js';
import type { ProgressStep } from '../olm/model/progress.js';
import { printingOf } from './help.js';

/** Back to the beginning of the line, which is emptied. */
export const CLEAR_LINE = '\r\u001b[K';
/** Nobody wonders before. */
const SILENT_MS = 2000;
/** More often, nobody could read it. */
const EVERY_MS = 100;

const WORDS: Readonly<Record<ProgressStep['doing'], string>> = {
  'reading-catalogs': 'reading catalogs',
  'reading-bundles': 'reading',
  building: 'building',
  rendering: 'rendering',
  judging: 'judging',
  reviewing: 'reviewing',
};

/** What is counted; units where nothing is said. */
const COUNTED: ReadonlyMap<ProgressStep['doing'], string> = new Map([
  ['reading-bundles', 'bundle'],
  ['rendering', 'chart'],
]);

interface ProgressLine {
  show(step: ProgressStep): void;
  /** Takes the line away, if there is one. */
  clear(): void;
}

/**
 * @param write to the terminal
 * @param now in milliseconds; the run begins at the first call
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

/** Whether a run shows it: to a person who looks at a terminal and did not ask for silence. */
export function showsProgress(argv: readonly string[], errIsTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  return errIsTerminal && !env.CI && env.TERM !== 'dumb' && !printingOf(argv).isQuiet;
}
