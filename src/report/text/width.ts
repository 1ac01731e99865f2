/** The width of a text on a terminal, in cells. */
import { wideWidth } from './wide-text.js';

/** Each character of it takes one cell. */
const PLAIN = /^[ -~]*$/;

export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : wideWidth(text);
}
