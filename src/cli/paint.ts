/** Colour, for output that a person reads. */
import picocolors from 'picocolors';
import { NO_PAINT, type Paint } from '../manifest/format-problem.js';

/** Paint for a stream. None if it is not a terminal or NO_COLOR is set (no-color.org). */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  return isTerminal && !env.NO_COLOR ? picocolors.createColors(true) : NO_PAINT;
}
