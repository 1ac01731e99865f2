/** What every page begins with: its policy lets nothing run or load but what is written here. */
import { createHash } from 'node:crypto';
import { element, type Html } from './element.js';
import { STYLE } from './style.js';

/** The text of a page. @param script the one that runs in it @default none does */
export function pageOf(title: string, body: Html, script?: string): string {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    // Nothing but this style and this script runs here, whatever the input holds.
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: `default-src 'none'; style-src ${sourceHash(STYLE)};${script === undefined ? '' : ` script-src ${sourceHash(script)};`} base-uri 'none'; form-action 'none'`,
    }),
    element('title', {}, title),
    element('style', {}, { html: STYLE }),
  );
  return `<!doctype html>\n${element('html', { lang: 'en' }, head, body).html}\n`;
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
