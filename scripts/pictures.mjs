/**
 * Takes the pictures of docs/review.md and README.md: parts of the pages in examples.
 *
 *   node scripts/pictures.mjs [CHROMIUM]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..');

/** The review of an upgrade, whose page is not kept: it is written anew. */
const UPGRADE = mkdtempSync(join(tmpdir(), 'pictures-'));
const example = 'examples/platform-upgrade';
const versions = ['--platform', 'openshift@4.14', '--head-platform', 'openshift@4.21', '--fail-on', 'never'];
execFileSync('node', ['lib/bin.js', 'review', example, example, ...versions, '--output', join(UPGRADE, 'review.html')], {
  cwd: ROOT,
});

/** The page, what is seen of it, and how. */
const PICTURES = [
  { file: 'verdict.png', review: 'operator-upgrade', from: 'header', height: 860 },
  { file: 'paths.png', review: 'operator-upgrade', from: '#pictures', height: 700, colorScheme: 'dark' },
  { file: 'matrix.png', review: 'tenant-added', from: '#matrix', height: 560 },
  { file: 'hidden.png', review: 'file-hidden', from: 'header', height: 520 },
  { file: 'upgrade.png', review: UPGRADE, from: 'header', height: 900 },
];

const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const { file, review, from, height, colorScheme = 'light' } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: 1100, height }, colorScheme });
  await page.goto(pathToFileURL(resolve(ROOT, 'examples/reviews', review, 'review.html')).href);
  await page
    .locator(from)
    .first()
    .evaluate((element) => {
      // What is folded is opened, with what it is in.
      for (let one = element; one; one = one.parentElement) if (one.tagName === 'DETAILS') one.open = true;
      element.scrollIntoView({ block: 'start' });
    });
  await page.screenshot({ path: join(ROOT, 'docs/pictures', file) });
  await page.close();
}
await browser.close();
