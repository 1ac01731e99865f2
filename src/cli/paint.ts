/** Colour, for output that a person reads. */
import picocolors from 'picocolors';
import { NO_PAINT, type Paint } from '../manifest/format-problem.js';

/** Paint for a stream: for a terminal, unless NO_COLOR is set (no-color.org), and for any where FORCE_COLOR is (force-color.org). */
export function paintFor(isTerminal: boolean, { NO_COLOR, FORCE_COLOR }: Readonly<Record<string, string | undefined>>): Paint {
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  return isForced || (isTerminal && !NO_COLOR) ? picocolors.createColors(true) : NO_PAINT;
}
