/** Colour, for output that a person reads. */
import picocolors from 'picocolors';
import { NO_PAINT, type Paint } from '../manifest/format-problem.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Paint for a stream: for a terminal, unless NO_COLOR is set (no-color.org), and for any where FORCE_COLOR is (force-color.org). */
export function paintFor(isTerminal: boolean, env: Environment): Paint {
  return isForced(env) || (isTerminal && !env.NO_COLOR) ? picocolors.createColors(true) : NO_PAINT;
}

/** Whether colours are wanted wherever the output goes. */
export function isForced({ FORCE_COLOR }: Environment): boolean {
  return FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
}
