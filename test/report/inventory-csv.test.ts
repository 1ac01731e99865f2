import { expect, it } from 'vitest';
import { inventoryCsv } from '../../src/report/inventory-csv.js';
import { cli } from '../support/command-line.js';

it('is a line for each holder with the worst that it can do, operators first', () => {
  const [head = '', first = ''] = cli(['check', 'examples/tenants', '--format', 'csv']).out.split('\r\n');
  expect(head).toMatch(/^operator,holder,unit,worst,because,errors,warnings,"Everything, wildcards",RBAC,/);
  expect(first).toMatch(/^platform-operators\/\S+ ?.*,ServiceAccount \S+,,(?:error|warning),/);
});

it('gives a spreadsheet no formula, and no cell that ends early', () => {
  const row = { holder: '=cmd', operators: ['a"b', 'c,d'], risks: new Map() };
  expect(inventoryCsv({ input: '', rows: [row], notRead: [] })).toContain(`"a""b c,d",'=cmd,,`);
});

it('says which units nobody read', () => {
  expect(inventoryCsv({ input: '', rows: [], notRead: ['prod'] })).toContain(',,prod,not read\r\n');
});
