/** The width of any text on a terminal, in cells. To load what knows that takes a seventh of the start: see `widthOf`. */
import stringWidth from 'string-width';

export function wideWidth(text: string): number {
  return stringWidth(text);
}
