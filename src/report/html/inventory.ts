/** The inventory as one HTML page: operators by their dangerous permissions, with the message of every risk. */

import { counted } from '../../base/wording/phrases.js';
import type { Finding } from '../../olm/model/finding.js';
import { INVENTORY_COLUMNS } from '../../review/index.js';
import { type Inventory, type InventoryRow, numberOf } from '../inventory.js';
import { severityMark } from './blocks.js';
import { type Content, element, fragment, type Html, scrollable } from './element.js';
import { pageOf } from './page.js';

/** The page. */
export function inventoryPage({ input, rows, notRead, versions }: Inventory): string {
  const operators = rows.filter((row) => row.operators.length > 0);
  const others = rows.filter((row) => row.operators.length === 0);
  const bad = operators.filter((row) => numberOf(row, 'error') > 0).length;
  const headline =
    operators.length === 0
      ? 'No operator has permissions that are a risk'
      : `${counted(operators.length, 'operator account')} with risks, ${bad} of them with errors`;
  const body = element(
    'body',
    { class: 'inventory' },
    element(
      'header',
      {},
      element(
        'div',
        { class: `verdict ${bad > 0 ? 'stop' : operators.length > 0 ? 'look' : 'same'}` },
        element('h1', {}, headline),
        element('p', { class: 'compared' }, element('code', {}, input), versions !== undefined && `, valid for ${versions}`),
        notRead.length > 0 && element('p', { class: 'advice' }, `Not read, so not on this page: ${notRead.join(', ')}`),
      ),
    ),
    element('main', {}, table('Operators', operators), table('Others', others)),
    element('footer', {}, 'Created by cdk8s-olm from the input, without access to a cluster.'),
  );
  return pageOf(`Inventory of ${input}`, body);
}

function table(title: string, rows: readonly InventoryRow[]): Content {
  if (rows.length === 0) return undefined;
  // Empty columns are left out.
  const columns = INVENTORY_COLUMNS.filter((column) => rows.some(({ risks }) => risks.has(column)));
  const heading = ['Who', ...columns].map((text) => element('th', { scope: 'col' }, text));
  const name = element('h2', {}, `${title} `, element('span', { class: 'count' }, rows.length));
  const scrolled = scrollable(
    `${title}: ${counted(rows.length, 'row')}`,
    element(
      'table',
      { class: 'matrix' },
      element('thead', {}, element('tr', {}, ...heading)),
      element(
        'tbody',
        {},
        ...rows.map((row) => element('tr', { class: 'row' }, who(row), ...columns.map((column) => cell(row.risks.get(column) ?? [])))),
      ),
    ),
  );
  return fragment(name, scrolled);
}

function who({ holder, operators, unit }: InventoryRow): Html {
  return element(
    'th',
    { scope: 'row' },
    operators.length > 0 && element('div', {}, operators.join(', ')),
    element('div', { class: operators.length > 0 ? 'small' : undefined }, holder),
    unit !== undefined && element('div', { class: 'small' }, unit),
  );
}

/** The worst severity and its reach; all messages are in a fold. */
function cell(risks: readonly Finding[]): Html {
  const [worst] = risks;
  if (!worst) return element('td', {});
  return element(
    'td',
    {},
    element(
      'details',
      {},
      element('summary', {}, severityMark(worst.severity), ' ', reach(risks)),
      element(
        'ul',
        {},
        ...risks.map(({ severity, message, id }) => element('li', {}, severityMark(severity), ' ', message, ' ', element('code', {}, id))),
      ),
    ),
  );
}

function reach(risks: readonly Finding[]): string {
  const scopes = risks.map(({ scope }) => scope);
  if (scopes.includes('cluster')) return 'cluster-wide';
  const namespaces = new Set(scopes.flatMap((scope) => (typeof scope === 'object' ? scope : [])));
  return namespaces.size > 0 ? counted(namespaces.size, 'namespace') : 'where bound';
}
