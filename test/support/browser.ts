/** A browser without a window, where this machine has one. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Debian's, and what CHROMIUM names. */
const EXECUTABLES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the browser. */
export const CHROMIUM = EXECUTABLES.find((path) => path !== undefined && existsSync(path));

if (!CHROMIUM) console.warn('No chromium is installed: the tests of the HTML report in a browser are skipped.');

/** A browser that is closed after the test. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  return browser;
}
