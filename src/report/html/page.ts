/** A review as one HTML page that needs no network: readers can keep it, attach it and open it from a disk. */

import { createHash } from 'node:crypto';
import type { Review } from '../../review/index.js';
import type { Background } from '../background.js';
import type { Report } from '../blocks.js';
import { reviewDocument } from '../review/document.js';
import { BlockWriter } from './blocks.js';
import { element, type Html } from './element.js';
import { filterForm, newRows } from './filters.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/**
 * The review as one HTML page that needs no network.
 *
 * @param documentation the address of the folder with the pages of findings (default: that of the project)
 * @example
 * writeFileSync('review.html', htmlReport(result, backgroundOf(base, head, result)));
 */
export function htmlReport(review: Review, background: Background, documentation?: string): string {
  const rows = newRows();
  const report = reviewDocument(review, { background, hasEntries: true });
  const write = new BlockWriter(rows, documentation);
  const verdict = header(report, write);
  const content = write.blocks(report.blocks);
  const body = element(
    'body',
    {},
    verdict,
    element('main', {}, content, filterForm(rows)),
    element('footer', {}, 'Created by cdk8s-olm from two states of the repository, without access to a cluster.'),
    element('script', { type: 'application/json', id: 'data' }, { html: embeddedJson([...rows.all]) }),
    element('script', {}, { html: SCRIPT }),
  );
  return pageOf(`Review: ${report.headline}`, body, SCRIPT);
}

function header({ tone, headline, lead, compared, end }: Report, write: BlockWriter): Html {
  return element(
    'header',
    {},
    element(
      'div',
      { class: `verdict ${tone}` },
      element('h1', {}, write.line([headline])),
      lead.map((content) => element('p', {}, write.line(content))),
      [compared, ...end].map((content) => element('p', { class: 'note' }, write.line(content))),
    ),
  );
}

/** JSON that can neither close its element nor open another one. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The text of a page.
 * @param script the script that runs in the page
 * @default no script
 */
export function pageOf(title: string, body: Html, script?: string): string {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    // The page runs only this style and this script, whatever the input contains.
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
