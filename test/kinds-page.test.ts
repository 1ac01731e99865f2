/** docs/kinds.md is made of the table of kinds: `npm run docs` writes it, and this test fails when it is not current. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TOOLS } from '../src/base/tools/all.js';
import { kindsPage } from './support/kinds-page.js';

it('docs/kinds.md is current', async () => {
  await expect(kindsPage()).toMatchFileSnapshot(join(import.meta.dirname, '../docs/kinds.md'));
});

it('has a section for each tool', () => {
  const headings = [...kindsPage().matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(TOOLS.map(({ name }) => name));
});
