/** Builds HTML and SVG elements as text. All other text comes from the input and is escaped. */
import { printable } from '../../base/manifest/printable.js';

/** A piece of a page. */
export interface Html {
  readonly html: string;
}

/** The content of an element; false and absent values are left out. */
export type Content = Html | string | number | false | undefined | readonly Content[];

/** Attributes by name: `true` writes the name alone; false and absent values are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const VOID_ELEMENTS: ReadonlySet<string> = new Set(['meta', 'wbr']);
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
);

/**
 * An element.
 *
 * @example
 * element('td', { class: 'who' }, 'a <b>').html // '<td class="who">a &lt;b&gt;</td>'
 */
export function element(name: string, attributes: Attributes = {}, ...content: readonly Content[]): Html {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escaped(String(value))}"`));
  const start = `<${name}${written.join('')}>`;
  return { html: VOID_ELEMENTS.has(name) ? start : `${start}${textOf(content)}</${name}>` };
}

/** Elements one after the other, without an element around them. */
export function fragment(...content: readonly Content[]): Html {
  return { html: textOf(content) };
}

function textOf(content: Content): string {
  if (content === false || content === undefined) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return String(content);
  return 'html' in content ? content.html : content.map(textOf).join('');
}

function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES.get(character) as string);
}

export function scrollable(label: string, content: Content): Html {
  return element('section', { class: 'scroll', tabindex: 0, 'aria-label': label }, content);
}
