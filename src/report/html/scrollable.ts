/** What may be wider than the page; the keyboard can scroll it. */
import { type Content, element, type Html } from './element.js';

export function scrollable(label: string, content: Content): Html {
  return element('section', { class: 'scroll', tabindex: 0, 'aria-label': label }, content);
}
