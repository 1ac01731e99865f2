/** A browser without a window, where this machine has one. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Debian's, and what CHROMIUM names. */
const EXECUTABLES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the browser. */
export const CHROMIUM = EXECUTABLES.find((path) => path !== undefined && existsSync(path));

if (!CHROMIUM) console.warn('No chromium is installed: the tests of the HTML report in a browser are skipped.');

let browser: Promise<Browser> | undefined;

/** A page of its own, which shares nothing but the browser with the others, and is closed after the test. */
export async function openPage(options: BrowserContextOptions): Promise<Page> {
  browser ??= chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });
  const page = await (await browser).newPage(options);
  onTestFinished(() => page.context().close());
  return page;
}

/** To be called when no page is needed any more. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}
