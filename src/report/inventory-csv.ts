/** Writes the inventory as CSV (RFC 4180) for a spreadsheet: one line for each holder, with its worst risk. */
import { INVENTORY_COLUMNS } from '../review/index.js';
import { type Inventory, numberOf, risksOf } from './inventory.js';

const HEAD = ['operator', 'holder', 'unit', 'worst', 'because', 'errors', 'warnings'];

export function inventoryCsv({ rows, notRead }: Inventory): string {
  const lines = rows.map((row) => {
    const { operators, holder, unit = '', risks } = row;
    const [worst] = risksOf(row);
    const ids = INVENTORY_COLUMNS.map((column) => [...new Set((risks.get(column) ?? []).map(({ id }) => id))].join(' '));
    const counts = (['error', 'warning'] as const).map((severity) => String(numberOf(row, severity)));
    return [operators.join(' '), holder, unit, worst?.severity ?? '', worst?.message ?? '', ...counts, ...ids];
  });
  const unread = notRead.map((unit) => ['', '', unit, 'not read']);
  return [[...HEAD, ...INVENTORY_COLUMNS], ...lines, ...unread].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A cell. A leading quote keeps a spreadsheet from reading the text as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
