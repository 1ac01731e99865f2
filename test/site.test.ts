/** The site of `npm run site`: built from README, docs/ and examples, and used in a browser without a server or a network. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as core from '../src/core.js';
import { CHROMIUM, closeBrowser, openPage } from './support/browser.js';
import { folderOf } from './support/files.js';
import { describeWith } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const release = mkdtempSync(join(tmpdir(), 'cdk8s-olm-site-'));
const site = join(release, 'site');

function built(root: string, into: string): { readonly status: number | null; readonly stderr: string } {
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, RELEASE: into } } as const;
  return spawnSync(process.execPath, ['scripts/site/build.mjs'], options);
}

beforeAll(() => {
  expect(built(ROOT, release)).toMatchObject({ status: 0, stderr: '' });
}, 240_000);

afterAll(async () => {
  await closeBrowser();
  rmSync(release, { recursive: true, force: true });
});

describe('the site', () => {
  it('has every page of docs, and the playground', () => {
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    const files = ['index.html', 'playground.html', ...pages.map((name) => `docs/${name.replace(/\.md$/, '.html')}`)];
    expect(pages.length).toBeGreaterThan(300);
    expect(files.filter((file) => !existsSync(join(site, file)))).toEqual([]);
  });

  it('has the reference of each function of cdk8s-olm/core', () => {
    const page = readFileSync(join(site, 'docs/core.html'), 'utf8');
    expect(Object.keys(core).filter((name) => !page.includes(`<h3 id="${name.toLowerCase()}">`))).toEqual([]);
    expect(page).toContain('function whoCan(');
  });

  it('is not built with a dead link, to a page or to a heading', () => {
    const root = folderOf();
    for (const name of readdirSync(ROOT)) if (!/^(?:\.git|docs|scripts)$/.test(name)) symlinkSync(join(ROOT, name), join(root, name));
    for (const name of ['docs', 'scripts']) cpSync(join(ROOT, name), join(root, name), { recursive: true });
    const page = join(root, 'docs/glossary.md');
    writeFileSync(page, `${readFileSync(page, 'utf8')}\n[a page](no-such-page.md) and [a heading](review.md#no-such-heading)\n`);
    expect(built(root, root)).toMatchObject({
      status: 1,
      stderr: 'docs/glossary.md: no-such-page.md does not exist\ndocs/glossary.html: review.html#no-such-heading names no heading\n',
    });
  }, 240_000);
});

describeWith([{ isThere: CHROMIUM !== undefined, what: 'chromium' }], 'a page of the site in a browser', () => {
  const PAGES = [
    'index.html',
    'docs/findings.html',
    'docs/findings/secret-write.html',
    'docs/commands.html',
    'docs/core.html',
    'docs/gate.html',
  ];
  const address = (path: string): string => pathToFileURL(join(site, path)).href;

  it.each(PAGES.flatMap((path) => [1400, 390].map((width) => ({ path, width }))))(
    'fits, and is accessible: $path at $width px',
    async ({ path, width }) => {
      const tab = await openPage({ offline: true, viewport: { width, height: 900 } });
      const astray: string[] = [];
      tab.on('request', (request) => request.url().startsWith('file:') || astray.push(request.url()));
      tab.on('pageerror', (error) => astray.push(error.message));
      await tab.goto(address(path));
      expect(await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      await tab.evaluate(axe.source);
      const violations = await tab.evaluate(async () =>
        (await (window as unknown as { axe: typeof axe }).axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      );
      expect([...astray, ...violations]).toEqual([]);
    },
    60_000,
  );

  it.each([
    ['pull secret', 'The first hour › Where does the pull secret come from?'],
    ['secrets-read', 'secrets-read'],
    ['whoCan', 'Reference of cdk8s-olm/core › whoCan'],
  ])(
    'finds %s',
    async (asked, first) => {
      const tab = await openPage({ offline: true, viewport: { width: 1400, height: 900 } });
      await tab.goto(address('docs/findings/secret-write.html'));
      await tab.keyboard.press('/');
      await tab.keyboard.type(asked);
      const found = tab.locator('#results a').first();
      await found.filter({ hasText: first }).waitFor();
      await found.click();
      await tab.waitForURL(/#/);
      expect(existsSync(new URL(tab.url()))).toBe(true);
    },
    60_000,
  );
});
